package org.polyphony.multiprogram;

import java.util.List;

/**
 * What a process achieved in its first round.
 *
 * @param name the workload's name
 * @param cycles core cycles from the start of the run to the end of the round; to now when it has
 *     not finished
 * @param warpInstructions done in the round; those of flushed thread blocks count once, when they
 *     last
 * @param threadInstructions of these, active lanes
 * @param restarts how often it started again after the first round
 * @param finished whether the first round is complete
 * @param kernels its launches in order; a launch that has not ended is not listed
 */
public record BenchmarkResult(
    String name,
    long cycles,
    long warpInstructions,
    long threadInstructions,
    int restarts,
    boolean finished,
    List<KernelResult> kernels) {
  /** Keeps its own copy of the list. */
  public BenchmarkResult {
    kernels = List.copyOf(kernels);
  }
}
