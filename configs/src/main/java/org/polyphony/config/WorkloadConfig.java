package org.polyphony.config;

import java.nio.file.Path;
import org.polyphony.gpu.kernel.InstructionOrder;

/**
 * One of the workloads of an experiment.
 *
 * @param kind what it is
 * @param reference the name of a bundled benchmark, or the path of a trace or a model, made
 *     absolute from the folder of the experiment
 * @param name how results call it
 * @param scale problem size relative to the workload's own, above 0
 * @param instructionBudget thread instructions after which it ends, at least 1; {@link
 *     #BUDGET_OF_EXPERIMENT} for that of the experiment
 * @param repeat how often its host program runs, once after another, before it has finished; at
 *     least 1
 * @param order of its instructions
 */
public record WorkloadConfig(
    Kind kind,
    String reference,
    String name,
    double scale,
    long instructionBudget,
    int repeat,
    InstructionOrder order) {
  /** The workload has no budget of its own. */
  public static final long BUDGET_OF_EXPERIMENT = 0;

  /** Makes a workload without a budget of its own that runs once, in the compiler's order. */
  public WorkloadConfig(Kind kind, String reference, String name, double scale) {
    this(kind, reference, name, scale, BUDGET_OF_EXPERIMENT, 1, InstructionOrder.COMPILED);
  }

  /** What a workload can be; the key that names it in a config is its name in lower case. */
  public enum Kind {
    /** A bundled benchmark or sample, by name. */
    BENCHMARK,
    /** A SASS trace, by path. */
    TRACE,
    /** A kernel model, by path. */
    MODEL
  }

  /** Returns the same workload with a budget of its own, at least 1. */
  WorkloadConfig withBudget(long budget) {
    return new WorkloadConfig(kind, reference, name, scale, budget, repeat, order);
  }

  /** Returns whether it has a budget of its own. */
  public boolean hasBudget() {
    return instructionBudget != BUDGET_OF_EXPERIMENT;
  }

  /**
   * Returns the path of a trace or model.
   *
   * @throws IllegalStateException when it is a bundled benchmark
   */
  public Path path() {
    if (kind == Kind.BENCHMARK) {
      throw new IllegalStateException("no path: " + this);
    }
    return Path.of(reference);
  }
}
