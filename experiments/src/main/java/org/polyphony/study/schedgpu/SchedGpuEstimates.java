package org.polyphony.study.schedgpu;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Phase;
import org.polyphony.results.table.Formats;
import org.polyphony.study.host.AppEstimate;

/**
 * Sensitivity to unpublished properties of schedGPU's applications: the number of launches behind
 * their kernel time, the number of GPU intervals of MUMmerGPU, and how kernels of two processes
 * share the GPU (DEVIATIONS.md 35, 37). Total times and memory are unchanged.
 */
public final class SchedGpuEstimates {
  private static final AppEstimate TIME_SLICES =
      new AppEstimate(
          "time slices", UnaryOperator.identity(), List.of("machine.gpus[0].sharing=time-slices"));
  private static final String IN_INTERVALS = "MUMmerGPU";
  private static final int INTERVALS = 10; // in the bundled file

  /** Alternative values for figures: the ranges of note 37. */
  public static final List<AppEstimate> ALL =
      Stream.of(
              DoubleStream.of(0.2, 0.5, 2, 4, 10).mapToObj(SchedGpuEstimates::launches),
              IntStream.of(5, 20, 40).mapToObj(SchedGpuEstimates::intervals),
              Stream.of(TIME_SLICES))
          .flatMap(each -> each)
          .toList();

  private SchedGpuEstimates() {}

  private static AppEstimate launches(double times) {
    return new AppEstimate(
        Formats.text("launches x %.1f", times), app -> withLaunches(app, times), List.of());
  }

  private static AppEstimate intervals(int count) {
    return new AppEstimate(
        count + " intervals of " + IN_INTERVALS, app -> withIntervals(app, count), List.of());
  }

  /** Returns an application with more or fewer launches of the same total time. */
  static Application withLaunches(Application app, double times) {
    return AppEstimate.withLaunches(app, launch -> withLaunches(launch, times));
  }

  private static Phase.Launch withLaunches(Phase.Launch launch, double times) {
    int launches = Math.max(2, (int) Math.round(launch.launches() * times));
    double fewer = (double) launch.launches() / launches;
    double fewerThoughts = (launch.launches() - 1.0) / (launches - 1);
    return new Phase.Launch(
        launch.kernel().times(fewer), launches, Math.round(launch.thinkNanos() * fewerThoughts));
  }

  /**
   * Returns MUMmerGPU with a different number of intervals of the same total time; other
   * applications unchanged.
   */
  static Application withIntervals(Application app, int count) {
    if (!app.name().equals(IN_INTERVALS)) {
      return app;
    }
    double scale = (double) INTERVALS / count;
    List<Phase> interval = new ArrayList<>();
    for (Phase phase : app.phases().subList(0, app.phases().size() / INTERVALS)) {
      if (phase instanceof Phase.Cpu cpu) {
        interval.add(new Phase.Cpu(Math.round(cpu.nanos() * scale)));
      } else if (phase instanceof Phase.Launch launch) {
        long think = Math.round(launch.thinkNanos() * scale);
        interval.add(new Phase.Launch(launch.kernel().times(scale), launch.launches(), think));
      } else {
        interval.add(phase);
      }
    }
    return Application.of(app.name(), List.of(new Phase.Repeat(count, interval)));
  }
}
