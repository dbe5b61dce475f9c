package org.polyphony.config;

import java.nio.file.Path;
import java.util.Map;
import org.polyphony.gpu.kernel.InstructionOrder;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;

/**
 * One of the workloads of an experiment.
 *
 * @param kind what it is
 * @param reference the name of a bundled benchmark, or the path of a trace or a model, made
 *     absolute from the folder of the experiment
 */
public record WorkloadConfig(
    Kind kind,
    String reference,
    @Key(
            value =
                "name in results; default: that of the benchmark, the trace's folder or the"
                    + " model's file",
            min = 1,
            absent = Key.NONE)
        String name,
    @Key(
            value = "problem size relative to the workload's own",
            aboveMin = true,
            max = 1,
            absent = "1")
        double scale,
    @Key(
            value = "instructions after which it finishes early; default: the experiment's",
            unit = "thread instructions",
            min = 1,
            max = Key.LONGEST,
            absent = Key.NONE)
        long instructionBudget,
    @Key(
            value = "consecutive executions of its host program before it finishes",
            min = 1,
            max = 1_000_000,
            absent = "1")
        int repeat,
    @Key(
            value =
                "instruction order: of the machine code, or of the source, with loads right"
                    + " before their first uses",
            oneOf = {"compiled", "source"},
            absent = "compiled")
        InstructionOrder order) {
  /** Keys that say what a workload is; it has one of them. */
  record FileKeys(
      @Key(value = "name of a bundled benchmark or sample", absent = Key.NONE) String benchmark,
      @Key(value = "SASS trace (kernelslist.g), relative to this file", absent = Key.NONE)
          String trace,
      @Key(value = "kernel model, relative to this file", absent = Key.NONE) String model) {}

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
    return Keys.with(this, Map.of("instructionBudget", budget));
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
