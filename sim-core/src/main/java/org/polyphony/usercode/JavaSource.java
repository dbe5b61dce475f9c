package org.polyphony.usercode;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Sha256;
import org.polyphony.input.Violation;

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
    new JavaSource(file, kind).requireFile();
    return KNOWN.computeIfAbsent(
        List.of(file.toAbsolutePath(), Sha256.hexOf(file), kind), key -> compile(file, kind));
  }

  /**
   * Compiles a policy with the compiler of the JDK that runs this program, against this program and
   * what else is on the class path.
   *
   * @param file the source; may hold other classes, too
   * @param kinds interfaces of policies, at least one; the class has to implement one of them
   * @return the class, not initialized
   * @throws InvalidInputException when it is not there or does not compile, then with what the
   *     compiler says; when no class in it is a policy; and when there is no compiler
   */
  public static Class<?> compile(Path file, Class<?>... kinds) {
    return new JavaSource(file, kinds).compile(ToolProvider.getSystemJavaCompiler());
  }

  /** The same with a compiler; null when there is none. */
  Class<?> compile(JavaCompiler compiler) {
    requireFile();
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
      compile(compiler, classes, said, files.getJavaFileObjects(file));
      ClassLoader program = Thread.currentThread().getContextClassLoader();
      return wanted(
          new UserClassLoader(file, classes.bytes(), UserCode.of(file), program), classes);
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": cannot be compiled: " + e.getMessage(), e);
    }
  }

  /** The compiler itself fails on some sources, such as one that nests too deeply. */
  private void compile(
      JavaCompiler compiler,
      CompiledClasses classes,
      DiagnosticCollector<JavaFileObject> said,
      Iterable<? extends JavaFileObject> sources) {
    List<String> options = List.of("-proc:none", "-g", "-cp", classPath());
    Throwable crash = null;
    boolean isDone = false;
    try {
      isDone = compiler.getTask(Writer.nullWriter(), classes, said, options, null, sources).call();
    } catch (RuntimeException | Error e) {
      crash = Thrown.copy(e);
    }
    if (!isDone) {
      String errors = errors(said);
      String fails = ": the Java compiler itself fails on this file; simplify it";
      throw new InvalidInputException(
          file + (errors.isEmpty() ? fails : " does not compile:\n" + errors), crash);
    }
  }

  private void requireFile() {
    if (!isOne(file.toString()) || !Files.isRegularFile(file)) {
      String what = isOne(file.toString()) ? ": no such file" : ": no Java file";
      String allowed = "; give a Java file with a class that implements " + words();
      throw new InvalidInputException(file + what + allowed);
    }
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
  private Class<?> wanted(ClassLoader loader, CompiledClasses classes) {
    List<Class<?>> policies = new ArrayList<>();
    for (String name : classes.code.keySet()) {
      Class<?> type = load(name, loader);
      boolean isConcrete = !Modifier.isAbstract(type.getModifiers());
      if (isConcrete && kinds.stream().anyMatch(kind -> kind.isAssignableFrom(type))) {
        policies.add(type);
      }
    }
    String simple = file.getFileName().toString().replace(SUFFIX, "");
    List<Class<?>> named =
        policies.stream().filter(type -> ("." + type.getName()).endsWith("." + simple)).toList();
    List<Class<?>> found = named.isEmpty() ? policies : named;
    if (found.size() != 1) {
      String names = found.stream().map(Class::getName).collect(Collectors.joining(", "));
      String allowed = "one class, best named %s, that implements %s".formatted(simple, words());
      throw new Violation("", found.isEmpty() ? "" : "the classes " + names, allowed)
          .errorAt(file.toString());
    }
    return found.get(0);
  }

  private Class<?> load(String name, ClassLoader loader) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException | LinkageError | SecurityException e) { // in package java
      throw new InvalidInputException(
          file + ": class " + name + " cannot be loaded: " + Thrown.words(e), e);
    }
  }

  private String words() {
    return kinds.stream().map(Class::getSimpleName).collect(Collectors.joining(" or "));
  }

  /** Keeps in memory the classes that the compiler makes. */
  private static final class CompiledClasses
      extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private final Map<String, ByteArrayOutputStream> code = new LinkedHashMap<>();

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

    /** Returns the code by the full names of the classes. */
    Map<String, byte[]> bytes() {
      return code.entrySet().stream()
          .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().toByteArray()));
    }
  }
}
