package org.polyphony.figure.host;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.polyphony.figure.Figure;
import org.polyphony.host.mgb.CoreToGpu;
import org.polyphony.host.mgb.EmulatedSms;
import org.polyphony.host.mgb.LeastWarps;
import org.polyphony.workload.host.MgbWorkloads;

/** The figures and tables of MGB's evaluation on the Rodinia mixes, with what the paper states. */
final class MgbFigures {
  private static final String P100 = "2xP100";
  private static final String V100 = "4xV100";
  private static final List<String> MACHINES = MgbWorkloads.MACHINES;
  private static final String SINGLE_ASSIGNMENT = CoreToGpu.SINGLE_ASSIGNMENT;
  private static final List<String> MIXES = MgbWorkloads.MIXES;
  private static final int DRAWS = 10;
  private static final int RATIOS = 4; // of large to small jobs: 1:1, 2:1, 3:1, 5:1

  /** Table II: percent of crashed jobs by workers and ratio. */
  private static final int[][] CRASHED_P100 = {
    {3, 0, 3, 8, 0}, {4, 14, 6, 6, 9}, {5, 13, 13, 20, 22}, {6, 16, 17, 16, 16}
  };

  private static final int[][] CRASHED_V100 = {
    {6, 0, 6, 17, 0}, {8, 13, 19, 25, 13}, {10, 15, 25, 20, 25}, {12, 33, 29, 38, 50}
  };

  /** Table III, W1 to W8. */
  private static final double[] TURNAROUND_P100 = {4.9, 2.3, 4.9, 4.3, 4.6, 3.2, 3.6, 2.0};

  private static final double[] TURNAROUND_V100 = {2.4, 2.0, 3.5, 2.6, 3.8, 2.9, 2.9, 2.6};

  /** Table IV, in percent, W1 to W8. */
  private static final double[] SLOWDOWN_ALG2 = {-0.3, 1.0, 0.3, 4.1, 2.9, 5.1, 1.1, 0.6};

  private static final double[] SLOWDOWN_ALG3 = {-0.7, 0.8, 7.0, 3.1, 2.2, 4.1, 0.4, 2.9};

  private MgbFigures() {}

  /** Returns all of them. */
  static List<Figure> all() {
    return List.of(
        figure(
            "fig4",
            "throughput of Algorithm 3 over Algorithm 2 on 4xV100",
            MgbFigures::figure4,
            new Drawn(List.of(V100), List.of(EmulatedSms.NAME, LeastWarps.NAME)),
            "The 16 workers start all of W1 to W4 at once, so that waiting for compute costs little."),
        figure(
            "fig5",
            "throughput of MGB and of core-to-GPU over single assignment",
            MgbFigures::figure5,
            new Drawn(MACHINES, List.of(SINGLE_ASSIGNMENT, CoreToGpu.NAME, LeastWarps.NAME)),
            "cg is the best pool without a crash. On 2xP100 each of the mixes crashes with any pool"
                + " above two workers, so that cg is single assignment there: whether large jobs meet"
                + " is chance (DEVIATIONS 50)."),
        figure(
            "table2",
            "jobs that crash under core-to-GPU, by workers and large:small jobs",
            MgbFigures::table2,
            Drawn.NOTHING,
            "One job more or less of 16 is 6 points; which jobs meet is chance (DEVIATIONS 50)."),
        figure(
            "table3",
            "turnaround of single assignment over MGB",
            MgbFigures::table3,
            new Drawn(MACHINES, List.of(SINGLE_ASSIGNMENT, LeastWarps.NAME)),
            "The mean of the jobs' speed-ups orders the mixes much as the paper does. It hangs on the"
                + " shortest jobs, which wait in the queue of single assignment for a hundred times as"
                + " long as they take; what a process takes to start and to read its files is not"
                + " modelled (DEVIATIONS 49)."),
        figure(
            "table4",
            "slowdown of kernels under Algorithms 2 and 3 on 4xV100",
            MgbFigures::table4,
            Drawn.NOTHING,
            "Kernels share a device by warps, so none slow down under Algorithm 2 (DEVIATIONS 51)."));
  }

  /**
   * What is drawn of a figure: the mixes on each machine, a bar for each scheduler.
   *
   * @param machines of the evaluation
   * @param schedulers by name, the first is what others are compared with
   */
  private record Drawn(List<String> machines, List<String> schedulers) {
    static final Drawn NOTHING = new Drawn(List.of(), List.of());
  }

  private static Figure figure(
      String name, String about, Function<MgbRuns, List<HostRow>> rows, Drawn drawn, String note) {
    String number = name.replaceAll("\\D", "");
    String source =
        name.startsWith("fig")
            ? "MGB Figure " + number
            : "MGB Table " + List.of("I", "II", "III", "IV").get(Integer.parseInt(number) - 1);
    List<String> charts = drawn.machines().isEmpty() ? List.of() : List.of("schedulers");
    return new HostFigure(
        "mgb-" + name, about, source, charts, tools -> made(new MgbRuns(tools), rows, drawn, note));
  }

  private static HostFigure.Made made(
      MgbRuns runs, Function<MgbRuns, List<HostRow>> rows, Drawn drawn, String note) {
    return new HostFigure.Made(
        rows.apply(runs),
        note,
        HostFigure.Made.PAPER,
        folder -> {
          if (!drawn.machines().isEmpty()) {
            runs.write(folder, drawn.machines(), drawn.schedulers());
          }
        });
  }

  private static List<HostRow> figure4(MgbRuns runs) {
    ToDoubleFunction<String> ratio =
        mix -> runs.alg3(V100, mix).jobsPerSecond() / runs.alg2(V100, mix).jobsPerSecond();
    List<HostRow> rows = new ArrayList<>();
    for (String mix : MIXES) {
      rows.add(HostRow.only(mix, ratio.applyAsDouble(mix)));
    }
    rows.add(new HostRow("mean", 1.21, mean(ratio)));
    return rows;
  }

  private static List<HostRow> figure5(MgbRuns runs) {
    List<HostRow> rows = new ArrayList<>();
    throughput(runs, P100, new double[] {2.2, 1.8, 2.5, 1.64}, rows);
    throughput(runs, V100, new double[] {2.0, 1.4, 2.5, 1.41}, rows);
    for (int workers : new int[] {6, 16}) {
      rows.add(
          new HostRow(
              P100 + " W2: makespan with " + workers + " workers over 10",
              1.1, // "10 workers are about 10% faster": section V-A
              seconds(runs.alg3(P100, "W2", workers)) / seconds(runs.alg3(P100, "W2", 10))));
    }
    return rows;
  }

  private static double seconds(MgbRuns.Run run) {
    return run.outcome().makespanSeconds();
  }

  /** Adds the rows of a machine; paper: mean, least and most over sa, mean over cg. */
  private static void throughput(MgbRuns runs, String machine, double[] paper, List<HostRow> rows) {
    ToDoubleFunction<String> overSa =
        mix -> runs.alg3(machine, mix).jobsPerSecond() / runs.sa(machine, mix).jobsPerSecond();
    ToDoubleFunction<String> overCg =
        mix -> runs.alg3(machine, mix).jobsPerSecond() / runs.bestCg(machine, mix).jobsPerSecond();
    for (String mix : MIXES) {
      double mgb = overSa.applyAsDouble(mix);
      rows.add(HostRow.only(machine + " " + mix + ": MGB over sa", mgb));
      rows.add(HostRow.only(machine + " " + mix + ": cg over sa", mgb / overCg.applyAsDouble(mix)));
    }
    String label = machine + ": MGB over sa, ";
    double[] each = MIXES.stream().mapToDouble(overSa).sorted().toArray();
    rows.add(new HostRow(label + "mean", paper[0], mean(overSa)));
    rows.add(new HostRow(label + "least", paper[1], each[0]));
    rows.add(new HostRow(label + "most", paper[2], each[each.length - 1]));
    rows.add(new HostRow(machine + ": MGB over cg, mean", paper[3], mean(overCg)));
    String drawn = ", mean of " + DRAWS + " mixes drawn of each kind";
    rows.add(
        new HostRow(
            machine + ": MGB over sa" + drawn, paper[0], mean(mix -> meanOfDraws(mix, overSa))));
    rows.add(
        new HostRow(
            machine + ": MGB over cg" + drawn, paper[3], mean(mix -> meanOfDraws(mix, overCg))));
  }

  private static double meanOfDraws(String mix, ToDoubleFunction<String> value) {
    return IntStream.range(0, DRAWS)
        .mapToDouble(seed -> value.applyAsDouble(MgbRuns.drawn(mix, seed)))
        .average()
        .orElseThrow();
  }

  private static List<HostRow> table2(MgbRuns runs) {
    List<HostRow> rows = new ArrayList<>();
    crashed(runs, P100, CRASHED_P100, rows);
    crashed(runs, V100, CRASHED_V100, rows);
    return rows;
  }

  /** A value is the mean of the mixes of 16 and of 32 jobs with a ratio. */
  private static void crashed(MgbRuns runs, String machine, int[][] paper, List<HostRow> rows) {
    double allPaper = 0;
    double all = 0;
    for (int[] line : paper) {
      for (int ratio = 0; ratio < RATIOS; ratio++) {
        double of16 = runs.cg(machine, MIXES.get(ratio), line[0]).crashed();
        double of32 = runs.cg(machine, MIXES.get(ratio + RATIOS), line[0]).crashed();
        double measured = (of16 + of32) / 2;
        String label = "%s, %d workers, %s".formatted(machine, line[0], ratioName(ratio));
        rows.add(HostRow.part(label, line[ratio + 1] / 100.0, measured));
        allPaper += line[ratio + 1] / 100.0;
        all += measured;
      }
    }
    int count = paper.length * RATIOS;
    rows.add(HostRow.part(machine + ", mean", allPaper / count, all / count));
  }

  private static String ratioName(int ratio) {
    return List.of("1:1", "2:1", "3:1", "5:1").get(ratio);
  }

  private static List<HostRow> table3(MgbRuns runs) {
    List<HostRow> rows = new ArrayList<>();
    turnaround(runs, P100, TURNAROUND_P100, 3.7, rows);
    turnaround(runs, V100, TURNAROUND_V100, 2.8, rows);
    return rows;
  }

  private static void turnaround(
      MgbRuns runs, String machine, double[] paper, double paperMean, List<HostRow> rows) {
    ToDoubleFunction<String> ofJobs =
        mix -> runs.alg3(machine, mix).turnaroundSpeedUp(runs.sa(machine, mix));
    ToDoubleFunction<String> ofMeans =
        mix -> runs.sa(machine, mix).turnaroundNanos() / runs.alg3(machine, mix).turnaroundNanos();
    for (int mix = 0; mix < paper.length; mix++) {
      String name = MIXES.get(mix);
      rows.add(new HostRow(machine + " " + name, paper[mix], ofJobs.applyAsDouble(name)));
    }
    rows.add(new HostRow(machine + ", mean", paperMean, mean(ofJobs)));
    rows.add(new HostRow(machine + ", mean of ratios of means", paperMean, mean(ofMeans)));
  }

  private static List<HostRow> table4(MgbRuns runs) {
    List<HostRow> rows = new ArrayList<>();
    slowdown(runs, "Algorithm 2", MgbRuns::alg2, SLOWDOWN_ALG2, rows);
    slowdown(runs, "Algorithm 3", MgbRuns::alg3, SLOWDOWN_ALG3, rows);
    return rows;
  }

  /** A run of a mix under a scheduler. */
  private interface Scheduled {
    MgbRuns.Run run(MgbRuns runs, String machine, String mix);
  }

  private static void slowdown(
      MgbRuns runs, String name, Scheduled scheduler, double[] paper, List<HostRow> rows) {
    ToDoubleFunction<String> value = mix -> scheduler.run(runs, V100, mix).kernelSlowdown();
    double sum = 0;
    for (int mix = 0; mix < paper.length; mix++) {
      String label = name + " " + MIXES.get(mix);
      rows.add(HostRow.part(label, paper[mix] / 100, value.applyAsDouble(MIXES.get(mix))));
      sum += paper[mix] / 100;
    }
    rows.add(HostRow.part(name + ", mean", sum / paper.length, mean(value)));
    ToDoubleFunction<String> ofJobs = mix -> scheduler.run(runs, V100, mix).jobSlowdown();
    rows.add(
        HostRow.part(name + ", mean, each job counted alike", sum / paper.length, mean(ofJobs)));
  }

  private static double mean(ToDoubleFunction<String> ofMix) {
    return MIXES.stream().mapToDouble(ofMix).average().orElseThrow();
  }
}
