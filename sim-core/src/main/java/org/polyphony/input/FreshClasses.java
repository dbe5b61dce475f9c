package org.polyphony.input;

import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.util.Optional;

/**
 * Loads the classes of a folder or jar once more, so that their static fields belong to one run.
 * All other classes are those of the program.
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
      return findResource(name.replace('.', '/') + ".class") == null
          ? super.loadClass(name, resolve)
          : findClass(name);
    }
  }
}
