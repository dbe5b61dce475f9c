package org.polyphony.usercode;

import java.util.Arrays;
import java.util.Optional;

/**
 * Finds users' code that ends the process, which would lose all other runs: its thread waits in
 * {@code Runtime.exit} for the shutdown hooks. {@code Runtime.halt} runs no hooks and cannot be
 * noticed.
 */
public final class UserExit {
  private UserExit() {}

  /** Returns a message for a shutdown hook to print; empty if no user's code called exit. */
  public static Optional<String> message() {
    return Thread.getAllStackTraces().values().stream()
        .filter(stack -> Arrays.stream(stack).anyMatch(UserExit::isExit))
        .flatMap(stack -> UserFrames.top(stack).map(top -> message(top, stack)).stream())
        .findFirst();
  }

  private static boolean isExit(StackTraceElement frame) {
    return frame.getClassName().equals(Runtime.class.getName())
        && frame.getMethodName().equals("exit");
  }

  private static String message(StackTraceElement top, StackTraceElement[] stack) {
    return "class "
        + top.getClassName()
        + " calls System.exit"
        + UserFrames.place(stack)
        + ", which ends all other runs too; throw an exception instead";
  }
}
