package org.polyphony.input;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Instantiates user-defined classes named in config files, and explains failures in plain words.
 * Classes are loaded by the thread's context class loader, which may include classes compiled for
 * this run only.
 */
public final class UserClass {
  private UserClass() {}

  /** A class loader of code that is in no folder or jar, such as code compiled in memory. */
  public interface Source {
    /** Returns a loader of the same code that has loaded none of it yet. */
    ClassLoader again();

    /** Returns the digest of the source. */
    String sha256();

    /** Returns the source. */
    String text();
  }

  /** Finds a class by name without initializing it; empty if there is none. */
  public static Optional<Class<?>> find(String name) {
    ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
    ClassLoader loader = ofThread == null ? UserClass.class.getClassLoader() : ofThread;
    try {
      return Optional.of(Class.forName(name, false, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.empty();
    }
  }

  /**
   * Finds a class for one run: its static fields, and those of the code that comes with it, are not
   * shared with other runs.
   */
  public static Optional<Class<?>> findForRun(String name) {
    return find(name).map(UserClass::forRun);
  }

  /** Returns a class like a known one, for one run. */
  public static Class<?> forRun(Class<?> known) {
    try {
      return FreshClasses.like(known);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new InvalidInputException("class " + known.getName() + " cannot be loaded: " + e, e);
    }
  }

  /**
   * Returns the digest of the code that a class comes with: of its source, or of the names and
   * digests of all classes in its folder or jar; empty for a class of this program.
   *
   * @throws IllegalStateException if classes cannot be read
   */
  public static String digest(Class<?> type) {
    if (type.getClassLoader() instanceof Source source) {
      return source.sha256();
    }
    CodeSource place = type.getProtectionDomain().getCodeSource();
    CodeSource program = UserClass.class.getProtectionDomain().getCodeSource();
    if (place == null || place.getLocation().equals(program.getLocation())) {
      return "";
    }
    try {
      return digest(Path.of(place.getLocation().toURI()));
    } catch (URISyntaxException | IOException e) {
      throw new IllegalStateException(place.getLocation() + ": cannot be read", e);
    }
  }

  /** In a folder, only classes count, since it may contain results as well. */
  private static String digest(Path place) throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(place)) {
      for (Path file : files.filter(UserClass::isCode).sorted().toList()) {
        all.append(place.relativize(file)).append(' ').append(Sha256.hexOf(file)).append('\n');
      }
    }
    return Sha256.hex(all.toString());
  }

  private static boolean isCode(Path file) {
    String name = file.toString();
    return Files.isRegularFile(file) && (name.endsWith(".class") || name.endsWith(".jar"));
  }

  /**
   * Returns a public constructor of a class without initializing the class.
   *
   * @param type that the class must implement
   * @throws InvalidInputException if there is no such class or constructor
   */
  public static <T> Constructor<? extends T> constructor(
      Class<T> type, String name, Class<?>... takes) {
    return constructor(type, find(name), takes);
  }

  private static <T> Constructor<? extends T> constructor(
      Class<T> type, Optional<Class<?>> named, Class<?>... takes) {
    Class<?> found =
        named.orElseThrow(() -> new InvalidInputException("no such class on the class path"));
    if (!type.isAssignableFrom(found)) {
      throw new InvalidInputException("it does not implement " + type.getName());
    }
    try {
      return requireUsable(found.asSubclass(type).getConstructor(takes));
    } catch (NoSuchMethodException | LinkageError e) {
      throw noInstance(takes, e);
    }
  }

  private static <T> Constructor<T> requireUsable(Constructor<T> constructor)
      throws NoSuchMethodException {
    int modifiers = constructor.getDeclaringClass().getModifiers();
    if (Modifier.isAbstract(modifiers) || !Modifier.isPublic(modifiers)) {
      throw new NoSuchMethodException("of a class that is public and not abstract");
    }
    return constructor;
  }

  private static InvalidInputException noInstance(Class<?>[] takes, Throwable cause) {
    String parameter = takes.length == 0 ? "without parameters" : "with a " + takes[0].getName();
    return new InvalidInputException(
        "no instance can be created with a public constructor " + parameter, cause);
  }

  /**
   * Creates an instance with the public no-argument constructor.
   *
   * @throws InvalidInputException if the class is missing or cannot be instantiated
   */
  public static <T> T create(Class<T> type, String name) {
    return create(constructor(type, findForRun(name)));
  }

  /**
   * Creates an instance with a public one-parameter constructor.
   *
   * @throws InvalidInputException if the class is missing or cannot be instantiated
   */
  public static <T, P> T create(Class<T> type, String name, Class<P> parameter, P argument) {
    return create(constructor(type, findForRun(name), parameter), argument);
  }

  private static <T> T create(Constructor<T> constructor, Object... arguments) {
    try {
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw new InvalidInputException("its constructor threw " + e.getCause(), e);
    } catch (LinkageError e) {
      throw new InvalidInputException("its initialization failed (" + e + ")", e);
    } catch (ReflectiveOperationException e) {
      throw noInstance(constructor.getParameterTypes(), e);
    }
  }
}
