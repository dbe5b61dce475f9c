package org.polyphony.host.cluster;

import java.util.List;

/**
 * The resources that a job requests from one node, all or nothing.
 *
 * @param cpuMilli thousandths of a CPU core
 * @param memoryBytes host memory
 * @param gpus number of GPUs, 0 for none
 * @param gpuMilli thousandths of each GPU; below {@value #WHOLE} only with one GPU
 * @param gpuMemoryBytes of each GPU
 * @param models of GPUs that it can use; empty for any
 */
public record Demand(
    int cpuMilli,
    long memoryBytes,
    int gpus,
    int gpuMilli,
    long gpuMemoryBytes,
    List<String> models) {
  /** A whole GPU, in thousandths. */
  public static final int WHOLE = 1000;

  public Demand {
    models = List.copyOf(models);
    if (gpus > 1 && gpuMilli != WHOLE) {
      throw new IllegalArgumentException("a part of each of several GPUs: " + gpuMilli);
    }
  }

  public boolean isShare() {
    return gpus == 1 && gpuMilli < WHOLE;
  }

  public int allMilli() {
    return gpus * gpuMilli;
  }

  String text() {
    return "%d thousandths of each of %d GPUs%s, %d thousandths of a core, %d bytes"
        .formatted(
            gpuMilli,
            gpus,
            models.isEmpty() ? "" : " (" + String.join(" or ", models) + ")",
            cpuMilli,
            memoryBytes);
  }

  /** Returns whether it can use GPUs of a model. */
  boolean allows(String model) {
    return models.isEmpty() || gpus == 0 || models.contains(model);
  }
}
