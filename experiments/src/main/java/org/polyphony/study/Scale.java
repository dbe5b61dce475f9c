package org.polyphony.study;

import java.util.Locale;

/** How much of each benchmark a figure runs; every benchmark has its full input. */
public enum Scale {
  /**
   * The first 50 million thread instructions, 200 million where benchmarks run alone, so that the
   * latency of a launch does not count: minutes on two cores.
   */
  QUICK(50_000_000, 200_000_000, 6, 250_000),
  /** A billion, or all, as in the paper: hours. */
  PAPER(1_000_000_000, 1_000_000_000, 231, 0);

  private final long instructionBudget;
  private final long aloneBudget;
  private final int pairs;
  private final long cycles;

  Scale(long instructionBudget, long aloneBudget, int pairs, long cycles) {
    this.instructionBudget = instructionBudget;
    this.aloneBudget = aloneBudget;
    this.pairs = pairs;
    this.cycles = cycles;
  }

  /** Returns the pairs of benchmarks, of 231, that figures about pairs run. */
  public int pairs() {
    return pairs;
  }

  /** Returns the core cycles that a benchmark of a pair takes alone, at most; 0 for no limit. */
  public long cycles() {
    return cycles;
  }

  /** Returns the thread instructions after which a benchmark ends. */
  public long instructionBudget() {
    return instructionBudget;
  }

  /** Returns the thread instructions after which a benchmark ends that runs alone. */
  public long aloneBudget() {
    return aloneBudget;
  }

  public String commandName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
