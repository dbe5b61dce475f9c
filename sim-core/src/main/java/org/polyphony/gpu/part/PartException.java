package org.polyphony.gpu.part;

import java.util.Arrays;
import org.polyphony.input.InvalidInputException;

/** A part threw an exception or chose something impossible; the message names part and call. */
public final class PartException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param place key of the part in the device's config, as {@code l2.replacement}
   * @param part class of the part
   * @param what it did, in words
   * @param cause the part's exception, whose stack is cut where the simulator called the part; null
   *     if it did not throw
   */
  public PartException(String place, Class<?> part, String what, Throwable cause) {
    this(place, part.getName(), what, cause);
  }

  /**
   * Creates the exception.
   *
   * @param part name of the class of the part
   */
  public PartException(String place, String part, String what, Throwable cause) {
    super("gpu." + place + " (" + part + "): " + what, cut(cause, part));
  }

  private static Throwable cut(Throwable cause, String part) {
    if (cause == null) {
      return null;
    }
    StackTraceElement[] frames = cause.getStackTrace();
    int end = frames.length;
    while (end > 0 && !isOf(part, frames[end - 1].getClassName())) {
      end--;
    }
    if (end > 0) {
      cause.setStackTrace(Arrays.copyOf(frames, end));
    }
    return cause;
  }

  private static boolean isOf(String part, String className) {
    return className.equals(part) || className.startsWith(part + "$");
  }
}
