package org.polyphony.study.mgb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Phase;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.table.Formats;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.study.Figure;
import org.polyphony.study.PaperNumbers;
import org.polyphony.study.host.AppEstimate;
import org.polyphony.study.host.Estimates;
import org.polyphony.study.host.HostFigure;
import org.polyphony.study.host.HostRow;
import org.polyphony.study.host.HostStudy;
import org.polyphony.sweep.SweepFolder;

/**
 * MGB's neural-network jobs: Figure 6 and the mix of 128. The four Darknet tasks were measured on
 * an H200, so they run on four H200s (DEVIATIONS.md 52).
 */
final class MgbDarknet {
  private static final String CONFIG = "mgb-darknet";
  private static final String SA = "sa";
  private static final String SCHEDGPU = "schedgpu";
  private static final String MGB = "mgb-alg3";
  private static final List<String> TASKS = List.of("predict", "detect", "generate", "train");
  private static final int TOGETHER = 8;
  private static final int MIX = 128;
  private static final int DRAWS = 10;

  /** Resident warps of a task's kernels on an H200, weighted by time: hardware/README.md. */
  private static final Map<String, Integer> WARPS =
      Map.of("predict", 2543, "detect", 4182, "generate", 1107, "train", 372);

  /**
   * Conversion from H200 to V100, and a device without MPS. Data sheets: 67 over 15.7 Tflop/s, 4.8
   * over 0.9 TB/s.
   */
  private static final List<AppEstimate> ESTIMATES =
      Stream.concat(
              DoubleStream.of(4.3, 5.3).mapToObj(MgbDarknet::kernels),
              Stream.of(
                  new AppEstimate(
                      "half as many launches a second",
                      app -> withKernel(app, MgbDarknet::twiceTheShare),
                      List.of()),
                  new AppEstimate(
                      "time slices", app -> app, List.of("machine.gpus[0].sharing=time-slices"))))
          .toList();

  private MgbDarknet() {}

  static Figure figure6() {
    return figure("mgb-fig6", MgbDarknet::tasks);
  }

  static Figure mixes() {
    return figure("mgb-darknet", MgbDarknet::mix);
  }

  private static Figure figure(String name, Function<HostStudy, HostFigure.Made> plan) {
    return HostFigure.of(name, tools -> Estimates.over(tools, ESTIMATES, plan));
  }

  private static HostFigure.Made tasks(HostStudy study) {
    List<HostRow> rows = new ArrayList<>();
    StringBuilder lines = new StringBuilder();
    for (String task : TASKS) {
      String jobs = jobs(List.of(task), TOGETHER);
      HostOutcome shared = study.run(CONFIG, SCHEDGPU, jobs);
      HostOutcome placed = study.run(CONFIG, MGB, jobs);
      lines.append(MgbRuns.line("4xH200", task, List.of(shared, placed)));
      rows.add(
          new HostRow(
              task + ": throughput of MGB over schedGPU",
              PaperNumbers.number("mgb.fig6." + task),
              shared.makespanSeconds() / placed.makespanSeconds()));
    }
    return new HostFigure.Made(
        rows, folder -> AtomicFile.write(folder.file(SweepFolder.LINES), lines.toString()));
  }

  private static HostFigure.Made mix(HostStudy study) {
    List<HostOutcome> outcomes = new ArrayList<>();
    double[] faster = new double[DRAWS];
    for (int draw = 0; draw < DRAWS; draw++) {
      Random random = new Random(draw);
      List<String> drawn =
          IntStream.range(0, MIX).mapToObj(i -> TASKS.get(random.nextInt(TASKS.size()))).toList();
      HostOutcome single = study.run(CONFIG, SA, jobs(drawn, 1));
      HostOutcome placed = study.run(CONFIG, MGB, jobs(drawn, 1));
      faster[draw] = single.makespanSeconds() / placed.makespanSeconds();
      if (draw == 0) {
        outcomes.addAll(List.of(single, placed));
      }
    }
    String what = "128 jobs, 32 workers: MGB over single assignment";
    double paper = PaperNumbers.number("mgb.darknet.mix");
    double[] sorted = Arrays.stream(faster).sorted().toArray();
    return study.made(
        CONFIG,
        outcomes,
        List.of(
            new HostRow(
                what + ", mean of 10 mixes drawn",
                paper,
                DoubleStream.of(faster).average().orElseThrow()),
            HostRow.only(what + ", least of them", sorted[0]),
            HostRow.only(what + ", most of them", sorted[DRAWS - 1])));
  }

  private static String jobs(List<String> tasks, int count) {
    return tasks.stream()
        .map(task -> "{\"application\":\"darknet-" + task + "\",\"count\":" + count + "}")
        .collect(Collectors.joining(",", "jobs=[", "]"));
  }

  /** Kernels on a slower device: fewer start per second, so launch overhead weighs less. */
  private static AppEstimate kernels(double times) {
    return new AppEstimate(
        Formats.text("kernels take %.1f times as long", times),
        app ->
            withKernel(
                app,
                kernel -> {
                  int warps = WARPS.get(kernel.name().substring(kernel.name().indexOf('-') + 1));
                  int begun = (int) Math.round(kernel.threadBlocks() / times);
                  long nanos = Math.round(kernel.aloneNanos() * times);
                  return new HostKernel(kernel.name(), nanos, Math.max(warps, begun), 1);
                }),
        List.of());
  }

  private static HostKernel twiceTheShare(HostKernel kernel) {
    return new HostKernel(kernel.name(), kernel.aloneNanos(), 2 * kernel.threadBlocks(), 1);
  }

  private static Application withKernel(Application app, UnaryOperator<HostKernel> change) {
    return AppEstimate.withLaunches(app, launch -> with(launch, change));
  }

  /** The CPU launches asynchronously: its think time shrinks by the added kernel time. */
  private static Phase.Launch with(Phase.Launch launch, UnaryOperator<HostKernel> change) {
    HostKernel kernel = change.apply(launch.kernel());
    long longer = kernel.aloneNanos() - launch.kernel().aloneNanos();
    long think = Math.max(0, launch.thinkNanos() - longer);
    return new Phase.Launch(kernel, launch.launches(), think);
  }
}
