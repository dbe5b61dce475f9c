package org.polyphony.usercode;

import java.nio.file.Path;
import java.util.Optional;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;

/** Policies compiled from source: threads that start while it is open find their classes. */
public final class OwnPolicies implements AutoCloseable {
  private final ClassLoader before = Thread.currentThread().getContextClassLoader();

  /**
   * Compiles a policy and makes its class known, beside those compiled before.
   *
   * @param kinds interfaces of which it has to implement one
   * @throws InvalidInputException if it does not compile or is no policy
   */
  public Class<?> compile(Path file, Class<?>... kinds) {
    Class<?> compiled = JavaSource.compile(file, kinds);
    Optional<Path> other =
        UserClass.find(compiled.getName())
            .flatMap(UserClassLoader::file)
            .filter(known -> !known.toAbsolutePath().equals(file.toAbsolutePath()));
    if (other.isPresent()) {
      String found = "the class " + compiled.getName() + ", which is also in " + other.get();
      throw new Violation("", found, "a class of another name").errorAt(file.toString());
    }
    Thread.currentThread().setContextClassLoader(compiled.getClassLoader());
    return compiled;
  }

  @Override
  public void close() {
    Thread.currentThread().setContextClassLoader(before);
  }
}
