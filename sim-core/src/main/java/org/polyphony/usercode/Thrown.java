package org.polyphony.usercode;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads what users' code throws. Methods of the user's own exceptions may throw in turn, or return
 * another cause for ever, so nobody else asks them.
 */
final class Thrown {
  private static final StackTraceElement[] NO_FRAMES = {};
  private static final int MOST_CAUSES = 5;
  private static final int MOST_LINES = 5; // the place stands behind them

  private Thrown() {}

  /** A user's exception as it was when it was caught. */
  private static final class Copy extends Exception {
    private static final long serialVersionUID = 1L;

    Copy(Throwable original, int causes) {
      super(text(original), causes == 0 ? null : copy(cause(original), causes - 1));
      setStackTrace(frames(original));
    }

    @Override
    @SuppressWarnings("OverrideThrowableToString") // a stack trace shows the original's class
    public String toString() {
      return getMessage();
    }
  }

  /** Returns an exception with the same text, stack and first causes. */
  static Throwable copy(Throwable original) {
    return copy(withoutReflection(original), MOST_CAUSES);
  }

  private static Throwable copy(Throwable original, int causes) {
    return original == null ? null : new Copy(original, causes);
  }

  /** Describes an exception and where in the user's code it was thrown. */
  static String words(Throwable original) {
    Throwable error = withoutReflection(original);
    String place = "";
    for (int i = 0; i <= MOST_CAUSES && error != null && place.isEmpty(); i++) {
      place = UserFrames.place(frames(error));
      error = cause(error);
    }
    return text(withoutReflection(original)) + place;
  }

  /** Returns the exception of a constructor, a method or a static initializer. */
  private static Throwable withoutReflection(Throwable original) {
    Throwable found = original;
    Throwable error = original;
    for (int i = 0; i <= MOST_CAUSES && error != null; i++) {
      boolean isWrapper =
          error instanceof InvocationTargetException
              || error instanceof ExceptionInInitializerError;
      error = cause(error);
      found = isWrapper && error != null ? error : found;
    }
    return found;
  }

  private static String text(Throwable error) {
    String unreadable = error.getClass().getName() + ", whose text cannot be read";
    return ask(error, Throwable::toString, unreadable)
        .lines()
        .limit(MOST_LINES)
        .collect(Collectors.joining("\n"));
  }

  private static StackTraceElement[] frames(Throwable error) {
    return ask(
        error,
        each ->
            Arrays.stream(each.getStackTrace())
                .filter(Objects::nonNull)
                .toArray(StackTraceElement[]::new),
        NO_FRAMES);
  }

  private static Throwable cause(Throwable error) {
    return ask(error, Throwable::getCause, null);
  }

  private static <V> V ask(Throwable error, Function<Throwable, V> question, V otherwise) {
    try {
      V answer = question.apply(error);
      return answer == null ? otherwise : answer;
    } catch (Throwable e) {
      return otherwise;
    }
  }
}
