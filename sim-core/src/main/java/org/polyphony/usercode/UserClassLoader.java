package org.polyphony.usercode;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Map;
import java.util.Optional;

/**
 * Loads the classes of one Java file, folder or jar before any of the same names on the class path,
 * and apart from other loaders, so that their static fields belong to one run.
 */
final class UserClassLoader extends URLClassLoader {
  private final Path file; // null for a folder or jar
  private final Map<String, byte[]> compiled; // from the file, by name
  private final UserCode code;

  /** Creates a loader of compiled classes. */
  UserClassLoader(Path file, Map<String, byte[]> compiled, UserCode code, ClassLoader program) {
    this(new URL[0], file, compiled, code, program);
  }

  private UserClassLoader(
      URL[] place, Path file, Map<String, byte[]> compiled, UserCode code, ClassLoader program) {
    super(UserFrames.LOADER, place, program);
    this.file = file;
    this.compiled = compiled;
    this.code = code;
  }

  /** Loads a class once more; returns the same class if it is the program's. */
  static Class<?> again(Class<?> known) throws ClassNotFoundException {
    ClassLoader loader = known.getClassLoader();
    if (loader instanceof UserClassLoader own) {
      return Class.forName(
          known.getName(),
          false,
          new UserClassLoader(own.getURLs(), own.file, own.compiled, own.code, own.getParent()));
    }
    Optional<URL> place = place(known);
    if (place.isEmpty() || place.equals(place(UserClassLoader.class))) {
      return known;
    }
    URL[] urls = {place.get()};
    return Class.forName(
        known.getName(), false, new UserClassLoader(urls, null, Map.of(), UserCode.NONE, loader));
  }

  /** Returns the folder or jar of a class; empty for one that was compiled in memory. */
  static Optional<URL> place(Class<?> of) {
    return Optional.ofNullable(of.getProtectionDomain().getCodeSource())
        .map(CodeSource::getLocation);
  }

  /** Returns the Java file that a class was compiled from in memory; empty for other classes. */
  static Optional<Path> file(Class<?> of) {
    return of.getClassLoader() instanceof UserClassLoader own
        ? Optional.ofNullable(own.file)
        : Optional.empty();
  }

  /** Returns the source that it was made from; {@link UserCode#NONE} for a folder or jar. */
  UserCode code() {
    return code;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      byte[] bytes = compiled.get(name);
      if (bytes != null) {
        return defineClass(name, bytes, 0, bytes.length);
      }
      boolean isOwn = findResource(name.replace('.', '/') + ".class") != null;
      return isOwn ? findClass(name) : super.loadClass(name, resolve);
    }
  }
}
