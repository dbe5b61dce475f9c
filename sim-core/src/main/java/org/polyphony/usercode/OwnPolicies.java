package org.polyphony.usercode;

import java.nio.file.Path;
import org.polyphony.input.InvalidInputException;

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
    Thread.currentThread().setContextClassLoader(compiled.getClassLoader());
    return compiled;
  }

  @Override
  public void close() {
    Thread.currentThread().setContextClassLoader(before);
  }
}
