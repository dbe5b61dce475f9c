package org.polyphony.run;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;

/** Keeps in memory the classes that the compiler makes, and loads them from there. */
final class CompiledClasses extends ForwardingJavaFileManager<StandardJavaFileManager> {
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
  ClassLoader loader(ClassLoader parent, OwnCode source) {
    return new Loader(parent, code, source);
  }

  /** Finds the classes; knows their source. */
  static final class Loader extends ClassLoader {
    private final Map<String, ByteArrayOutputStream> code;
    private final OwnCode source;

    private Loader(ClassLoader parent, Map<String, ByteArrayOutputStream> code, OwnCode source) {
      super(parent);
      this.code = code;
      this.source = source;
    }

    OwnCode source() {
      return source;
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
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
