package org.polyphony.study;

import java.util.Locale;

/** How much of each benchmark a figure runs; inputs always have full size. */
public enum Scale {
  /**
   * The first 50 million thread instructions; 200 million for benchmarks alone, to make launch
   * latency negligible. Minutes on two cores.
   */
  QUICK(50_000_000, 200_000_000, 6, 250_000),
  /** One billion thread instructions, or the whole benchmark, as in the paper. Hours. */
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

  /** Returns the number of benchmark pairs, of 231, that figures about pairs run. */
  public int pairs() {
    return pairs;
  }

  /** Returns the maximum core cycles of a pair's benchmark alone; 0 for no limit. */
  public long cycles() {
    return cycles;
  }

  /** Returns the thread instructions per benchmark. */
  public long instructionBudget() {
    return instructionBudget;
  }

  /** Returns the thread instructions per benchmark that runs alone. */
  public long aloneBudget() {
    return aloneBudget;
  }

  public String commandName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
