package org.polyphony.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/**
 * A build in this JVM: its jar and those that its manifest names have a class loader of their own,
 * which sees the JDK and nothing of this program or of another build.
 *
 * <p>The cache folder comes from the environment, which all builds of a process share. Here each
 * has its own: the one folder among the services of the command line is replaced.
 */
final class LoadedProgram implements Program {
  private final URLClassLoader loader;
  private final Path cache;

  /**
   * Opens a build.
   *
   * @param jar its jar, its libraries where its manifest says
   * @param cache the folder of its alone runs and packed traces; no other build may use it
   */
  LoadedProgram(Path jar, Path cache) {
    this.cache = cache.toAbsolutePath();
    try {
      URL[] classes = {jar.toUri().toURL()};
      loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Exit run(List<String> arguments) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader); // libraries look for their services through it
    try {
      return execute(arguments.toArray(String[]::new));
    } catch (InvocationTargetException e) {
      return new Exit(CRASHED, String.valueOf(e.getCause()));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this is no jar of Polyphony: " + loader.getURLs()[0], e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private Exit execute(String[] arguments) throws ReflectiveOperationException {
    Class<?> services = Class.forName("org.polyphony.cli.Services", true, loader);
    Class<?> main = Class.forName("org.polyphony.cli.Main", true, loader);
    Object commandLine =
        accessible(main.getDeclaredMethod("commandLine", services))
            .invoke(null, withOwnCache(services));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Class<?> type = commandLine.getClass();
    type.getMethod("setOut", PrintWriter.class).invoke(commandLine, new PrintWriter(out));
    type.getMethod("setErr", PrintWriter.class).invoke(commandLine, new PrintWriter(err));
    Method execute = type.getMethod("execute", String[].class);
    int code = (int) execute.invoke(commandLine, (Object) arguments);
    return new Exit(code, (code == 0 ? out : err).toString().strip());
  }

  private Object withOwnCache(Class<?> services) throws ReflectiveOperationException {
    Object standard = accessible(services.getDeclaredMethod("standard")).invoke(null);
    RecordComponent[] components = services.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    int folders = 0;
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      boolean isCache = types[i] == Path.class;
      folders += isCache ? 1 : 0;
      values[i] = isCache ? cache : accessible(components[i].getAccessor()).invoke(standard);
    }
    if (folders != 1) { // else a build could read what another one kept
      throw new NoSuchFieldException("the cache, the one folder of " + services);
    }
    Constructor<?> constructor = services.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return constructor.newInstance(values);
  }

  private static Method accessible(Method method) {
    method.setAccessible(true);
    return method;
  }

  @Override
  public void close() {
    try {
      loader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
