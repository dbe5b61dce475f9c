package org.polyphony.input;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A policy or hardware part of the user's own in one Java file, which is compiled in memory. */
public final class JavaSource {
  private static final String SUFFIX = ".java";
  private static final Map<List<Object>, Class<?>> KNOWN = new ConcurrentHashMap<>();

  private final Path file;
  private final List<Class<?>> kinds;

  /** Names a file, and the interfaces of which its policy has to implement one. */
  JavaSource(Path file, Class<?>... kinds) {
    this.file = file;
    this.kinds = List.of(kinds);
  }

  /**
   * A policy that is ready to be loaded.
   *
   * @param className its class, with the package if it has one
   * @param kind what it implements
   * @param loader finds the class, those that its file has beside it, and all of the program
   */
  public record Compiled(String className, Class<?> kind, ClassLoader loader) {}

  public static boolean isOne(String policy) {
    return policy.endsWith(SUFFIX);
  }

  /**
   * Returns the class of a file that implements an interface; a file that has not changed is
   * compiled once.
   *
   * @throws InvalidInputException as for {@link #compile(Path, Class[])}
   */
  public static Class<?> classOf(Path file, Class<?> kind) {
    if (!Files.isRegularFile(file)) {
      throw new JavaSource(file, kind).missing();
    }
    return KNOWN.computeIfAbsent(
        List.of(file.toAbsolutePath(), Sha256.hexOf(file), kind),
        key -> {
          Compiled compiled = compile(file, kind);
          try {
            return Class.forName(compiled.className(), false, compiled.loader());
          } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /**
   * Compiles a policy with the compiler of the JDK that runs this program, against this program and
   * what else is on the class path.
   *
   * @param file the source; may hold other classes, too
   * @param kinds interfaces of policies, at least one; the class has to implement one of them
   * @throws InvalidInputException when it is not there or does not compile, then with what the
   *     compiler says; when no class in it is a policy; and when there is no compiler
   */
  public static Compiled compile(Path file, Class<?>... kinds) {
    return new JavaSource(file, kinds).compile(ToolProvider.getSystemJavaCompiler());
  }

  /** The same with a compiler; null when there is none. */
  Compiled compile(JavaCompiler compiler) {
    if (!Files.isRegularFile(file)) {
      throw missing();
    }
    if (compiler == null) {
      throw new InvalidInputException(
          file
              + ": this Java, "
              + System.getProperty("java.home")
              + ", has no compiler; set JAVA_HOME to a JDK 17 or newer, or compile the class"
              + " elsewhere and add its folder to POLYPHONY_CLASSPATH");
    }
    DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
            compiler.getStandardFileManager(said, null, StandardCharsets.UTF_8);
        CompiledClasses classes = new CompiledClasses(files)) {
      Text source = read();
      List<String> options = List.of("-proc:none", "-g", "-cp", classPath());
      boolean isDone =
          compiler
              .getTask(null, classes, said, options, null, files.getJavaFileObjects(file))
              .call();
      if (!isDone) {
        throw new InvalidInputException(file + " does not compile:\n" + errors(said));
      }
      ClassLoader loader = classes.loader(Thread.currentThread().getContextClassLoader(), source);
      String policy = policyOf(classes, loader);
      return new Compiled(policy, kind(policy, loader).orElseThrow(), loader);
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": cannot be compiled: " + e.getMessage(), e);
    }
  }

  private InvalidInputException missing() {
    String allowed = "; give a Java file with a class that implements " + words();
    return new InvalidInputException(file + ": no such file" + allowed);
  }

  /** A source and its digest. */
  private record Text(String sha256, String text) {}

  private Text read() throws IOException {
    String text;
    try (InputStream in = InputFile.open(file)) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    return new Text(Sha256.hexOf(file), text);
  }

  private static String errors(DiagnosticCollector<JavaFileObject> said) {
    return said.getDiagnostics().stream()
        .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
        .map(Object::toString)
        .collect(Collectors.joining("\n"));
  }

  /** A test, and a container of plugins, have the library where the class path does not say. */
  private static String classPath() {
    try {
      Path library =
          Path.of(JavaSource.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return library + File.pathSeparator + System.getProperty("java.class.path");
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Of several policies in a file, the one that is named as the file. */
  private String policyOf(CompiledClasses classes, ClassLoader loader) {
    List<String> policies =
        classes.names().stream().filter(name -> kind(name, loader).isPresent()).toList();
    String simple = file.getFileName().toString().replace(SUFFIX, "");
    List<String> named =
        policies.stream()
            .filter(name -> name.equals(simple) || name.endsWith("." + simple))
            .toList();
    List<String> found = named.isEmpty() ? policies : named;
    if (found.size() != 1) {
      String many = policies.isEmpty() ? "" : "the classes " + String.join(", ", found);
      String allowed = "one class, best named %s, that implements %s".formatted(simple, words());
      throw wrong(many, allowed);
    }
    return found.get(0);
  }

  /** Returns what a class is a policy of; empty for another class. */
  private Optional<Class<?>> kind(String className, ClassLoader loader) {
    try {
      Class<?> type = Class.forName(className, false, loader);
      return kinds.stream()
          .filter(kind -> kind.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers()))
          .findFirst();
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("compiled, but not found: " + className, e);
    }
  }

  private String words() {
    return kinds.stream().map(Class::getSimpleName).collect(Collectors.joining(" or "));
  }

  private InvalidInputException wrong(String found, String allowed) {
    return new Violation("", found, allowed).errorAt(file.toString());
  }

  /** Keeps in memory the classes that the compiler makes, and loads them from there. */
  static final class CompiledClasses extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private final Map<String, ByteArrayOutputStream> code = new LinkedHashMap<>();

    /** Makes it over what reads sources and the class path. */
    CompiledClasses(StandardJavaFileManager files) {
      super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      code.put(className, bytes);
      return new SimpleJavaFileObject(URI.create("memory:///" + className), kind) {
        @Override
        public OutputStream openOutputStream() {
          return bytes;
        }
      };
    }

    /** Returns the full names of the classes, in the order in which they were made. */
    Set<String> names() {
      return code.keySet();
    }

    /**
     * Returns a loader that has these classes before any of the same names on the class path.
     *
     * @param source what they were made from
     */
    ClassLoader loader(ClassLoader parent, Text source) {
      return new Loader(parent, code, source);
    }

    /** Finds the classes; knows their source. */
    private static final class Loader extends ClassLoader implements UserClass.Source {
      private final Map<String, ByteArrayOutputStream> code;
      private final Text source;

      private Loader(ClassLoader parent, Map<String, ByteArrayOutputStream> code, Text source) {
        super(parent);
        this.code = code;
        this.source = source;
      }

      @Override
      public ClassLoader again() {
        return new Loader(getParent(), code, source);
      }

      @Override
      public String sha256() {
        return source.sha256();
      }

      @Override
      public String text() {
        return source.text();
      }

      @Override
      protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!code.containsKey(name)) {
          return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
          Class<?> loaded = findLoadedClass(name);
          return loaded == null ? define(name) : loaded;
        }
      }

      private Class<?> define(String name) {
        byte[] bytes = code.get(name).toByteArray();
        ExitCalls.refuse(name, bytes);
        return defineClass(name, bytes, 0, bytes.length);
      }
    }
  }
}
