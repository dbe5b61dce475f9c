package org.polyphony.study.mgb;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.polyphony.host.device.ProgressModel;
import org.polyphony.host.mgb.CoreToGpu;
import org.polyphony.host.mgb.EmulatedSms;
import org.polyphony.host.mgb.LeastWarps;
import org.polyphony.study.Figure;
import org.polyphony.study.PaperNumbers;
import org.polyphony.study.host.AppEstimate;
import org.polyphony.study.host.Estimates;
import org.polyphony.study.host.HostFigure;
import org.polyphony.study.host.HostRow;

/** The figures and tables of MGB's evaluation on the Rodinia mixes, with published values. */
public final class MgbFigures {
  private static final String P100 = "2xP100";
  private static final String V100 = "4xV100";
  private static final List<String> MACHINES = MgbRuns.MACHINES;
  private static final String SINGLE_ASSIGNMENT = CoreToGpu.SINGLE_ASSIGNMENT;
  private static final List<String> MIXES = MgbRuns.MIXES;
  private static final int DRAWS = 10;
  private static final String WITH_DRAWS = "fig5";
  private static final String MEAN = "mean";
  private static final String BY_WARPS = ", kernels share by warps";
  private static final List<String> RATIOS = List.of("1:1", "2:1", "3:1", "5:1"); // large to small

  private MgbFigures() {}

  /** Returns all figures, in the paper's order. */
  public static List<Figure> all() {
    return List.of(
        figure(
            "fig4", MgbFigures::figure4, List.of(V100), List.of(EmulatedSms.NAME, LeastWarps.NAME)),
        figure(
            "fig5",
            MgbFigures::figure5,
            MACHINES,
            List.of(SINGLE_ASSIGNMENT, CoreToGpu.NAME, LeastWarps.NAME)),
        figure("table2", MgbFigures::table2, List.of(), List.of()),
        figure("table3", MgbFigures::table3, MACHINES, List.of(SINGLE_ASSIGNMENT, LeastWarps.NAME)),
        figure("table4", MgbFigures::table4, List.of(), List.of()),
        MgbDarknet.figure6(),
        MgbDarknet.mixes());
  }

  /**
   * Creates a figure that draws the mixes on some machines, a bar for each scheduler.
   *
   * @param machines of the evaluation; empty to draw nothing
   * @param schedulers by name, the first is the baseline
   */
  private static Figure figure(
      String name,
      Function<MgbRuns, List<HostRow>> rows,
      List<String> machines,
      List<String> schedulers) {
    return HostFigure.of(
        "mgb-" + name,
        tools -> {
          MgbRuns runs = new MgbRuns(tools);
          HostFigure.Made stated =
              new HostFigure.Made(
                  rows.apply(runs),
                  folder -> {
                    if (!machines.isEmpty()) {
                      runs.write(folder, machines, schedulers);
                    }
                  });
          MgbRuns byWarps = new MgbRuns(tools, AppEstimate.BUNDLED, ProgressModel::byWarps);
          HostFigure.Made ranged =
              Estimates.over(
                  name.equals(WITH_DRAWS) ? stated.with(drawn(runs)) : stated,
                  MgbEstimates.ALL,
                  estimate ->
                      rows.apply(new MgbRuns(tools, estimate, ProgressModel::inLaunchOrder)));
          return ranged.with(
              rows.apply(byWarps).stream()
                  .filter(row -> row.what().contains(MEAN))
                  .map(row -> row.named(row.what() + BY_WARPS))
                  .toList());
        });
  }

  private static List<HostRow> figure4(MgbRuns runs) {
    ToDoubleFunction<String> ratio =
        mix -> runs.alg3(V100, mix).jobsPerSecond() / runs.alg2(V100, mix).jobsPerSecond();
    List<HostRow> rows = new ArrayList<>();
    for (String mix : MIXES) {
      rows.add(HostRow.only(mix, ratio.applyAsDouble(mix)));
    }
    rows.add(new HostRow("mean", PaperNumbers.number("mgb.fig4.mean"), mean(ratio)));
    return rows;
  }

  private static List<HostRow> figure5(MgbRuns runs) {
    List<HostRow> rows = new ArrayList<>();
    MACHINES.forEach(machine -> throughput(runs, machine, rows));
    for (int workers : new int[] {6, 16}) {
      rows.add(
          new HostRow(
              P100 + " W2: makespan with " + workers + " workers over 10",
              PaperNumbers.number("mgb.fig5.workers"),
              seconds(runs.alg3(P100, "W2", workers)) / seconds(runs.alg3(P100, "W2", 10))));
    }
    return rows;
  }

  private static double seconds(MgbRun run) {
    return run.outcome().makespanSeconds();
  }

  /**
   * Adds the rows of a machine; the paper states mean, minimum and maximum over sa, mean over cg.
   */
  private static void throughput(MgbRuns runs, String machine, List<HostRow> rows) {
    List<Double> paper = PaperNumbers.numbers("mgb.fig5." + machine);
    ToDoubleFunction<String> overSa = mix -> overSa(runs, machine, mix);
    ToDoubleFunction<String> overCg = mix -> overCg(runs, machine, mix);
    for (String mix : MIXES) {
      double mgb = overSa.applyAsDouble(mix);
      rows.add(HostRow.only(machine + " " + mix + ": MGB over sa", mgb));
      rows.add(HostRow.only(machine + " " + mix + ": cg over sa", mgb / overCg.applyAsDouble(mix)));
    }
    String sa = machine + ": MGB over sa, ";
    String cg = machine + ": MGB over cg, ";
    double[] each = MIXES.stream().mapToDouble(overSa).sorted().toArray();
    rows.add(new HostRow(sa + "mean", paper.get(0), mean(overSa)));
    rows.add(new HostRow(sa + "least", paper.get(1), each[0]));
    rows.add(new HostRow(sa + "most", paper.get(2), each[each.length - 1]));
    rows.add(new HostRow(cg + "mean", paper.get(3), mean(overCg)));
  }

  /** Returns the results of other mixes of the same kinds; drawn once, not for each estimate. */
  private static List<HostRow> drawn(MgbRuns runs) {
    List<HostRow> rows = new ArrayList<>();
    for (String machine : MACHINES) {
      List<Double> paper = PaperNumbers.numbers("mgb.fig5." + machine);
      String what = ", mean of " + DRAWS + " mixes drawn of each kind";
      double overSa = mean(mix -> meanOfDraws(mix, drawn -> overSa(runs, machine, drawn)));
      double overCg = mean(mix -> meanOfDraws(mix, drawn -> overCg(runs, machine, drawn)));
      rows.add(new HostRow(machine + ": MGB over sa" + what, paper.get(0), overSa));
      rows.add(new HostRow(machine + ": MGB over cg" + what, paper.get(3), overCg));
    }
    return rows;
  }

  private static double overSa(MgbRuns runs, String machine, String mix) {
    return runs.alg3(machine, mix).jobsPerSecond() / runs.sa(machine, mix).jobsPerSecond();
  }

  private static double overCg(MgbRuns runs, String machine, String mix) {
    return runs.alg3(machine, mix).jobsPerSecond() / runs.bestCg(machine, mix).jobsPerSecond();
  }

  private static double meanOfDraws(String mix, ToDoubleFunction<String> value) {
    return IntStream.range(0, DRAWS)
        .mapToDouble(seed -> value.applyAsDouble(MgbRuns.drawn(mix, seed)))
        .average()
        .orElseThrow();
  }

  private static List<HostRow> table2(MgbRuns runs) {
    List<HostRow> rows = new ArrayList<>();
    MACHINES.forEach(machine -> crashed(runs, machine, rows));
    return rows;
  }

  /** A value is the mean of the mixes of 16 and of 32 jobs with a ratio. */
  private static void crashed(MgbRuns runs, String machine, List<HostRow> rows) {
    double allPaper = 0;
    double all = 0;
    int count = 0;
    for (double each : PaperNumbers.numbers("mgb.table2." + machine + ".workers")) {
      int workers = (int) each;
      List<Double> paper = PaperNumbers.numbers("mgb.table2." + machine + "." + workers);
      for (int ratio = 0; ratio < RATIOS.size(); ratio++) {
        double of16 = runs.cg(machine, MIXES.get(ratio), workers).crashed();
        double of32 = runs.cg(machine, MIXES.get(ratio + RATIOS.size()), workers).crashed();
        double measured = (of16 + of32) / 2;
        String label = "%s, %d workers, %s".formatted(machine, workers, RATIOS.get(ratio));
        rows.add(HostRow.part(label, paper.get(ratio) / 100, measured));
        allPaper += paper.get(ratio) / 100;
        all += measured;
        count++;
      }
    }
    rows.add(HostRow.part(machine + ", mean", allPaper / count, all / count));
  }

  private static List<HostRow> table3(MgbRuns runs) {
    List<HostRow> rows = new ArrayList<>();
    for (String machine : MACHINES) {
      ToDoubleFunction<String> ofJobs =
          mix -> runs.alg3(machine, mix).turnaroundSpeedUp(runs.sa(machine, mix));
      ToDoubleFunction<String> ofMeans =
          mix ->
              runs.sa(machine, mix).turnaroundNanos() / runs.alg3(machine, mix).turnaroundNanos();
      List<Double> paper = PaperNumbers.numbers("mgb.table3." + machine);
      double paperMean = PaperNumbers.number("mgb.table3." + machine + ".mean");
      for (int mix = 0; mix < paper.size(); mix++) {
        String name = MIXES.get(mix);
        rows.add(new HostRow(machine + " " + name, paper.get(mix), ofJobs.applyAsDouble(name)));
      }
      rows.add(new HostRow(machine + ", mean", paperMean, mean(ofJobs)));
      rows.add(new HostRow(machine + ", mean of ratios of means", paperMean, mean(ofMeans)));
    }
    return rows;
  }

  private static List<HostRow> table4(MgbRuns runs) {
    List<HostRow> rows = new ArrayList<>();
    slowdown("Algorithm 2", mix -> runs.alg2(V100, mix), rows);
    slowdown("Algorithm 3", mix -> runs.alg3(V100, mix), rows);
    return rows;
  }

  private static void slowdown(
      String name, Function<String, MgbRun> scheduled, List<HostRow> rows) {
    List<Double> paper = PaperNumbers.numbers("mgb.table4." + name);
    double sum = 0;
    for (int mix = 0; mix < paper.size(); mix++) {
      String label = name + " " + MIXES.get(mix);
      double measured = scheduled.apply(MIXES.get(mix)).slowdownOnDevice();
      rows.add(HostRow.part(label, paper.get(mix) / 100, measured));
      sum += paper.get(mix) / 100;
    }
    double mean = sum / paper.size();
    rows.add(
        HostRow.part(name + ", mean", mean, mean(mix -> scheduled.apply(mix).slowdownOnDevice())));
    rows.add(
        HostRow.part(
            name + ", mean with waiting for a place",
            Double.NaN,
            mean(mix -> scheduled.apply(mix).kernelSlowdown())));
  }

  private static double mean(ToDoubleFunction<String> ofMix) {
    return MIXES.stream().mapToDouble(ofMix).average().orElseThrow();
  }
}
