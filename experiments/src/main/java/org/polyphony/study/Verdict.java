package org.polyphony.study;

/** Whether measurements show that a statement holds. */
public enum Verdict {
  /** Shown to hold: the interval, if the value is an estimate, excludes the opposite. */
  HOLDS("holds"),
  /** Neither shown nor refuted: the interval includes both, or there is none. */
  NOT_SHOWN("not shown"),
  /** Refuted: the interval excludes the statement. */
  FAILS("does not hold"),
  /** Not tested: without a rule, or a value is missing or no number. */
  NONE("no verdict"),
  /** No test: the value is an input. */
  INPUT("input"),
  /** No test: inputs were chosen after the published value was known. */
  CHOSEN("chosen after"),
  /** No test: the value is about another case than the published one. */
  OTHER("another case");

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
    return isSure ? of(holds) : NOT_SHOWN;
  }

  public String text() {
    return text;
  }
}
