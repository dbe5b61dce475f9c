package org.polyphony.usercode;

import java.util.Arrays;
import java.util.Optional;

/** Finds the frames of users' classes in stacks: their class loaders share a name. */
final class UserFrames {
  static final String LOADER = "user";

  private UserFrames() {}

  /** Returns the innermost frame of a user's class. */
  static Optional<StackTraceElement> top(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .filter(frame -> LOADER.equals(frame.getClassLoaderName()))
        .findFirst();
  }

  /** Returns " at Mine.partition(Mine.java:14)"; nothing if no frame is of a user's class. */
  static String place(StackTraceElement[] stack) {
    return top(stack).map(frame -> " at " + text(frame)).orElse("");
  }

  /** Formats a frame as Java does, without its class loader. */
  private static String text(StackTraceElement frame) {
    return new StackTraceElement(
            frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber())
        .toString();
  }
}
