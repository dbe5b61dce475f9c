package org.polyphony.input;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.util.Optional;

/**
 * Loads the classes of a folder or jar once more, so that their static fields belong to one run.
 * All other classes are those of the program. A class that ends the process is refused.
 */
final class FreshClasses extends URLClassLoader {
  private FreshClasses(URL place, ClassLoader program) {
    super(new URL[] {place}, program);
  }

  /** Returns a class like another, with static fields of its own; the same if it is built in. */
  static Class<?> like(Class<?> known) throws ClassNotFoundException {
    ClassLoader loader = known.getClassLoader();
    if (loader instanceof UserClass.Source source) {
      return Class.forName(known.getName(), false, source.again());
    }
    Optional<URL> place = place(known);
    boolean isOwn = place.isPresent() && !place.equals(place(FreshClasses.class));
    return isOwn
        ? Class.forName(known.getName(), false, new FreshClasses(place.get(), loader))
        : known;
  }

  private static Optional<URL> place(Class<?> of) {
    return Optional.ofNullable(of.getProtectionDomain().getCodeSource())
        .map(CodeSource::getLocation);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      URL resource = findResource(name.replace('.', '/') + ".class");
      if (resource == null) {
        return super.loadClass(name, resolve);
      }
      ExitCalls.refuse(name, read(resource));
      return findClass(name);
    }
  }

  private static byte[] read(URL resource) throws ClassNotFoundException {
    try (InputStream in = resource.openStream()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException("cannot be read: " + resource, e);
    }
  }
}
