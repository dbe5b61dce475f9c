package org.polyphony.study.schedgpu;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.results.table.Formats;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.run.host.HostTools;
import org.polyphony.study.PaperNumbers;
import org.polyphony.study.host.AppEstimate;
import org.polyphony.study.host.Estimates;
import org.polyphony.study.host.HostFigure;
import org.polyphony.study.host.HostRow;
import org.polyphony.study.host.HostStudy;

/**
 * Figure 10 of schedGPU for all plausible two-second benchmarks: the paper states neither the share
 * of kernel time nor the device memory of its benchmark (DEVIATIONS.md 41).
 */
final class ShortBenchmark {
  private static final String CONFIG = "schedgpu-short";
  private static final double[] KERNELS = {0.1, 0.25, 0.5, 0.9};
  private static final double[] MEMORY = {0.025, 0.1, 0.25, 0.45};
  private static final double DEVICE_BYTES = 4799.0 * (1 << 20);
  private static final double SECONDS = 2;
  private static final double NANOS = 1e9;
  private static final int LAUNCHES = 10;

  private ShortBenchmark() {}

  static HostFigure.Made made(HostTools tools) {
    List<AppEstimate> estimates = new ArrayList<>();
    for (String sharing : List.of("whole-kernels", "time-slices")) {
      for (double kernels : KERNELS) {
        for (double memory : MEMORY) {
          estimates.add(estimate(kernels, memory, sharing));
        }
      }
    }
    return Estimates.over(tools, estimates, ShortBenchmark::made);
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

  private static HostFigure.Made made(HostStudy study) {
    HostOutcome sequential = study.run(CONFIG, "sequential");
    HostOutcome packed = study.run(CONFIG, "packed");
    HostOutcome shared = study.run(CONFIG, "schedgpu-fifo");
    double speedup = sequential.makespanSeconds() / shared.makespanSeconds();
    double longer = shared.makespanSeconds() / packed.makespanSeconds();
    return study.made(
        CONFIG,
        List.of(sequential, packed, shared),
        List.of(
            new HostRow(
                "speed-up over sequential (paper: over 2)",
                PaperNumbers.number("schedgpu.fig10.speedup"),
                speedup),
            new HostRow(
                "time over packed by hand", PaperNumbers.number("schedgpu.fig10.longer"), longer)));
  }
}
