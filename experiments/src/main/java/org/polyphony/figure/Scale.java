package org.polyphony.figure;

import java.util.Locale;

/** How much of each benchmark a figure runs; every benchmark has its full input. */
public enum Scale {
  /** The first 50 million thread instructions: minutes on two cores. */
  QUICK(50_000_000),
  /** A billion, or all, as in the paper: hours. */
  PAPER(1_000_000_000);

  private final long instructionBudget;

  Scale(long instructionBudget) {
    this.instructionBudget = instructionBudget;
  }

  /** Returns the thread instructions after which a benchmark ends. */
  public long instructionBudget() {
    return instructionBudget;
  }

  /** Returns the name on the command line. */
  public String commandName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
