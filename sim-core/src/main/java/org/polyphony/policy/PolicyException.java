package org.polyphony.policy;

import java.util.Arrays;
import java.util.List;
import org.polyphony.input.InvalidInputException;

/**
 * A policy threw an exception, returned something impossible, or did not return; the message names
 * the policy and the method.
 */
public final class PolicyException extends InvalidInputException {
  private static final long serialVersionUID = 1L;
  private static final int MOST_FRAMES = 10; // a longer message would be cut

  /**
   * Creates the exception.
   *
   * @param cause the policy's exception, or null if it did not throw
   */
  public PolicyException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Returns the stack of the policy's exception, innermost frame first, down to the simulator's
   * call; empty if the policy did not throw.
   */
  List<StackTraceElement> frames() {
    Throwable error = getCause();
    while (error instanceof PolicyException) {
      error = error.getCause();
    }
    if (error == null) {
      return List.of();
    }
    List<StackTraceElement> all = Arrays.asList(error.getStackTrace());
    int end = 0;
    while (end < all.size() && !all.get(end).getClassName().equals(PolicyGuard.class.getName())) {
      end++;
    }
    while (end > 0 && end < all.size() && isReflection(all.get(end - 1))) {
      end--;
    }
    return all.subList(0, end);
  }

  /** Returns the first of the {@link #frames}, each on a line of its own after a line feed. */
  public String stack() {
    StringBuilder text = new StringBuilder();
    frames().stream().limit(MOST_FRAMES).forEach(frame -> text.append("\n    at ").append(frame));
    return text.toString();
  }

  private static boolean isReflection(StackTraceElement frame) {
    return frame.getClassName().matches("(java\\.lang|jdk\\.internal)\\.(reflect|invoke)\\..*");
  }
}
