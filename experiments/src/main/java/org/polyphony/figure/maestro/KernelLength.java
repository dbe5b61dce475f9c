package org.polyphony.figure.maestro;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * How long the kernels of benchmarks last. GPU Maestro decides by epochs, and a launch makes it
 * begin anew, so that it has no time to learn where kernels are shorter than an epoch.
 */
final class KernelLength {
  /** Core cycles of an epoch. Source: GPU Maestro 4.1. */
  static final int EPOCH = 50_000;

  private KernelLength() {}

  /**
   * Returns true when the kernels of every benchmark of a run last an epoch or longer alone, on
   * average.
   *
   * @param summary of the run
   */
  static boolean outlastsAnEpoch(JsonNode summary) {
    for (JsonNode benchmark : summary.path("benchmarks")) {
      double alone =
          benchmark.path("threadInstructions").asDouble() / benchmark.path("ipcAlone").asDouble();
      if (alone / benchmark.path("launches").asLong() < EPOCH) {
        return false;
      }
    }
    return true;
  }
}
