package org.polyphony.study;

/** What was measured says of a statement: whether it holds, and whether that is beyond doubt. */
public enum Verdict {
  /** It holds. */
  HOLDS("holds"),
  /** It holds on average, but the interval contains the opposite. */
  SEEMS_TO_HOLD("holds (within the interval)"),
  /** It does not hold on average, but the interval contains that it does. */
  SEEMS_TO_FAIL("does not hold (within the interval)"),
  /** It does not hold. */
  FAILS("does not hold");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  /** Returns the verdict of a test that has no interval. */
  public static Verdict of(boolean holds) {
    return holds ? HOLDS : FAILS;
  }

  /** Returns the verdict of a test of a mean. */
  public static Verdict of(boolean holds, boolean isSure) {
    if (isSure) {
      return of(holds);
    }
    return holds ? SEEMS_TO_HOLD : SEEMS_TO_FAIL;
  }

  /** Returns true when no interval contains the opposite. */
  public boolean isSure() {
    return this == HOLDS || this == FAILS;
  }

  public String text() {
    return text;
  }
}
