package org.polyphony.study;

/** Whether a measurement confirms a statement, and whether its confidence interval leaves doubt. */
public enum Verdict {
  /** Confirmed. */
  HOLDS("holds"),
  /** Confirmed on average, but the interval includes the opposite, or there is none. */
  SEEMS_TO_HOLD("holds (uncertain)"),
  /** Refuted on average, but the interval includes the statement, or there is none. */
  SEEMS_TO_FAIL("does not hold (uncertain)"),
  /** Refuted. */
  FAILS("does not hold"),
  /** Not tested: without a rule, or a value is missing or no number. */
  NONE("no verdict");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  /** Returns the verdict of a test without an interval. */
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

  /** Returns whether the interval excludes the opposite. */
  public boolean isSure() {
    return this == HOLDS || this == FAILS;
  }

  /** Returns whether the interval includes the opposite, or there is none. */
  public boolean isUncertain() {
    return this == SEEMS_TO_HOLD || this == SEEMS_TO_FAIL;
  }

  public String text() {
    return text;
  }
}
