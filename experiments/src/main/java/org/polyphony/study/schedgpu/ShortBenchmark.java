package org.polyphony.study.schedgpu;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.results.table.Formats;
import org.polyphony.study.host.AppEstimate;

/**
 * All plausible two-second benchmarks of schedGPU's Figure 10: the paper states neither the share
 * of kernel time nor the device memory of its benchmark (DEVIATIONS.md 41).
 */
public final class ShortBenchmark {
  private static final double[] KERNELS = {0.1, 0.25, 0.5, 0.9};
  private static final double[] MEMORY = {0.025, 0.1, 0.25, 0.45};
  private static final double DEVICE_BYTES = 4799.0 * (1 << 20);
  private static final double SECONDS = 2;
  private static final double NANOS = 1e9;
  private static final int LAUNCHES = 10;

  /** Benchmarks of each share of kernel time and of memory. */
  public static final List<AppEstimate> ESTIMATES = estimates();

  private ShortBenchmark() {}

  private static List<AppEstimate> estimates() {
    List<AppEstimate> estimates = new ArrayList<>();
    for (String sharing : List.of("whole-kernels", "time-slices")) {
      for (double kernels : KERNELS) {
        for (double memory : MEMORY) {
          estimates.add(estimate(kernels, memory, sharing));
        }
      }
    }
    return List.copyOf(estimates);
  }

  private static AppEstimate estimate(double kernels, double memory, String sharing) {
    return new AppEstimate(
        Formats.text("%.0f%% kernels, %.1f%% memory, ", 100 * kernels, 100 * memory) + sharing,
        app -> benchmark(kernels, memory),
        List.of("machine.gpus[0].sharing=" + sharing));
  }

  /**
   * Creates a benchmark; half of its memory is copied to the device and a tenth back, in addition
   * to its time.
   *
   * @param kernels share of its time in kernels, above 0 and below 1
   * @param memory share of the device's memory, above 0, at most 1
   */
  static Application benchmark(double kernels, double memory) {
    long bytes = Math.round(memory * DEVICE_BYTES);
    long kernelNanos = Math.round(SECONDS * NANOS * kernels / LAUNCHES);
    long cpuNanos = Math.round(SECONDS * NANOS * (1 - kernels) / 2); // half before, half after
    return Application.of(
        "short-benchmark",
        Stream.of(
                new Phase.Cpu(cpuNanos),
                new Phase.Reserve(new TaskNeed(bytes, 0, 0, TaskNeed.ANY, 0), Phase.FOREVER, 0),
                new Phase.Allocate(bytes),
                new Phase.Copy(bytes / 2, true),
                new Phase.Launch(new HostKernel("short", kernelNanos, 1, 1), LAUNCHES, 0),
                new Phase.Copy(bytes / 10, false),
                new Phase.Free(Phase.ALL, Phase.ALL),
                new Phase.Cpu(cpuNanos))
            .map(Phase.class::cast)
            .toList());
  }
}
