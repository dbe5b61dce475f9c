package org.polyphony.config;

import java.nio.file.Path;

/**
 * One of the workloads of an experiment.
 *
 * @param kind what it is
 * @param reference the name of a bundled benchmark, or the path of a trace or a model, made
 *     absolute from the folder of the experiment
 * @param name how results call it
 * @param scale problem size relative to the workload's own, above 0
 */
public record WorkloadConfig(Kind kind, String reference, String name, double scale) {
  /** What a workload can be; the key that names it in a config is its name in lower case. */
  public enum Kind {
    /** A bundled benchmark or sample, by name. */
    BENCHMARK,
    /** A SASS trace, by path. */
    TRACE,
    /** A kernel model, by path. */
    MODEL
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
