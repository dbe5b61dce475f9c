package org.polyphony.figure.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.polyphony.figure.ErrorStatistics;
import org.polyphony.figure.Figure;
import org.polyphony.figure.FigureContext;
import org.polyphony.input.InvalidInputException;
import org.polyphony.workload.host.MgbWorkloads;
import org.polyphony.workload.host.PrototypeFiles;

/**
 * What the authors of MGB measured of each mix, in their repository, beside what comes out here,
 * and their longer lists of jobs. The repository is not part of Polyphony: the user names a copy.
 */
final class MgbPrototype {
  static final String NAME = "mgb-prototype";
  private static final String P100 = "2xP100";
  private static final String V100 = "4xV100";
  private static final double PERCENT = 100;
  private static final int WORKERS = 16;
  private static final int MORE_WORKERS = 32;

  /** The lists of 64 and 128 jobs, as many large ones as small ones. */
  private static final List<String> LISTS =
      List.of("ppopp21-volta/v100_50_64jobs_0", "ppopp21-volta/v100_50_128jobs_0");

  /** Workers of cg's best runs without a crash, W1 to W8, as the prototype's scripts have them. */
  private static final Map<String, List<Integer>> POOLS =
      Map.of(P100, List.of(3, 3, 2, 5, 3, 2, 2, 3), V100, List.of(12, 6, 4, 12, 6, 4, 6, 6));

  private final MgbRuns runs;
  private final PrototypeFiles files;
  private final List<HostRow> rows = new ArrayList<>();

  private MgbPrototype(MgbRuns runs, PrototypeFiles files) {
    this.runs = runs;
    this.files = files;
  }

  static Figure figure() {
    return new Figure(NAME, List.of(), true, MgbPrototype::reproduce);
  }

  private static void reproduce(Figure figure, FigureContext context) {
    PrototypeFiles files =
        new PrototypeFiles(
            context
                .inputs()
                .measured()
                .orElseThrow(
                    () ->
                        new InvalidInputException(
                            "--measured: found nothing, allowed: with "
                                + NAME
                                + " a folder, a copy of github.com/rudyjantz/GPU-Sched")));
    MgbPrototype prototype = new MgbPrototype(new MgbRuns(context.hostTools()), files);
    HostFigure.show(figure, context, prototype::made);
  }

  private HostFigure.Made made() {
    ofMachine(P100, "2020-08-13-3pm-throughput.in", "2020-08-13-4pm-gpu_slowdown.in");
    ofMachine(V100, "2020-08-13-v100_throughput.in", "2020-08-13-v100_gpu_slowdown.in");
    ofJobs("32 jobs, mean of W5 to W8", MgbWorkloads.MIXES.subList(4, 8));
    for (String name : LISTS) {
      List<String> commands = files.list(name);
      String mix = commands.size() + " jobs";
      runs.add(mix, commands);
      ofJobs(mix, List.of(mix));
    }
    return new HostFigure.Made(rows, List.of(), List.of("authors", "here"), folder -> {});
  }

  private void ofMachine(String machine, String throughput, String slowdown) {
    speeds(machine, ofMixes(throughput));
    slowdowns(machine, ofMixes(slowdown));
  }

  private void speeds(String machine, List<PrototypeFiles.Measured> speeds) {
    compare(
        machine,
        "MGB over sa",
        speeds,
        m -> m.third(),
        mix -> overSa(machine, mgb(machine, mix), mix));
    compare(
        machine,
        "cg over sa",
        speeds,
        m -> m.second(),
        mix -> overSa(machine, runs.bestCg(machine, mix), mix));
    compare(
        machine,
        "cg over sa, pools of the prototype, crashes left out",
        speeds,
        m -> m.second(),
        mix -> overSa(machine, runs.cg(machine, mix, pool(machine, mix)), mix));
    rows.add(
        HostRow.only(
            machine + ": jobs that crash in these pools, %",
            PERCENT * meanOfMixes(mix -> runs.cg(machine, mix, pool(machine, mix)).crashed())));
  }

  private void slowdowns(String machine, List<PrototypeFiles.Measured> slowdowns) {
    compare(
        machine,
        "kernels under MGB over sa",
        slowdowns,
        m -> m.second(),
        mix -> 1 + mgb(machine, mix).slowdownOnDevice());
    compare(
        machine,
        "the same with waiting for a place",
        slowdowns,
        m -> m.second(),
        mix -> 1 + mgb(machine, mix).kernelSlowdown());
    compare(
        machine,
        "copies under MGB over sa",
        slowdowns,
        m -> m.third(),
        mix -> mgb(machine, mix).copyNanos() / runs.sa(machine, mix).copyNanos());
  }

  private int pool(String machine, String mix) {
    return POOLS.get(machine).get(MgbWorkloads.MIXES.indexOf(mix));
  }

  private MgbRun mgb(String machine, String mix) {
    return runs.alg3(machine, mix);
  }

  private double overSa(String machine, MgbRun run, String mix) {
    return run.jobsPerSecond() / runs.sa(machine, mix).jobsPerSecond();
  }

  private List<PrototypeFiles.Measured> ofMixes(String file) {
    List<PrototypeFiles.Measured> measured = files.results(file);
    if (measured.size() != MgbWorkloads.MIXES.size()) {
      throw new InvalidInputException(
          file + ": found " + measured.size() + " mixes, allowed: " + MgbWorkloads.MIXES.size());
    }
    return measured;
  }

  /** Adds a row for each mix, and how well they agree. */
  private void compare(
      String machine,
      String what,
      List<PrototypeFiles.Measured> measured,
      ToDoubleFunction<PrototypeFiles.Measured> theirs,
      ToDoubleFunction<String> ours) {
    List<ErrorStatistics.Pair> pairs = new ArrayList<>();
    for (int i = 0; i < measured.size(); i++) {
      String mix = MgbWorkloads.MIXES.get(i);
      double their = theirs.applyAsDouble(measured.get(i));
      double our = ours.applyAsDouble(mix);
      pairs.add(new ErrorStatistics.Pair(mix, our, their));
      rows.add(new HostRow(machine + " " + mix + ": " + what, their, our));
    }
    String all = machine + ": " + what + ", ";
    rows.add(
        new HostRow(all + "mean", meanOf(pairs, p -> p.theirs()), meanOf(pairs, p -> p.ours())));
    double correlation = correlation(pairs);
    if (!Double.isNaN(correlation)) {
      rows.add(HostRow.only(all + "correlation r", correlation));
    }
    rows.add(
        HostRow.only(all + "mean error, %", PERCENT * ErrorStatistics.meanAbsoluteError(pairs)));
  }

  private static double meanOf(
      List<ErrorStatistics.Pair> pairs, ToDoubleFunction<ErrorStatistics.Pair> value) {
    return pairs.stream().mapToDouble(value).average().orElse(Double.NaN);
  }

  /** Returns Pearson's correlation; not a number where all of one side are equal. */
  private static double correlation(List<ErrorStatistics.Pair> pairs) {
    return new PearsonsCorrelation()
        .correlation(
            pairs.stream().mapToDouble(ErrorStatistics.Pair::ours).toArray(),
            pairs.stream().mapToDouble(ErrorStatistics.Pair::theirs).toArray());
  }

  /** What the paper says of longer lists: improvements as in Figure 4, with 32 workers. */
  private void ofJobs(String what, List<String> mixes) {
    String cg = V100 + " " + what + ": cg over sa";
    rows.add(HostRow.only(cg, mean(mixes, mix -> overSa(V100, runs.bestCg(V100, mix), mix))));
    for (int workers : new int[] {WORKERS, MORE_WORKERS}) {
      String at = V100 + " " + what + ", " + workers + " workers: ";
      rows.add(
          HostRow.only(
              at + "MGB over sa",
              mean(mixes, mix -> overSa(V100, runs.alg3(V100, mix, workers), mix))));
      rows.add(
          HostRow.only(
              at + "Algorithm 3 over 2",
              mean(
                  mixes,
                  mix ->
                      runs.alg3(V100, mix, workers).jobsPerSecond()
                          / runs.alg2(V100, mix, workers).jobsPerSecond())));
      rows.add(
          HostRow.only(
              at + "jobs that crash under cg, %",
              PERCENT * mean(mixes, mix -> runs.cg(V100, mix, workers).crashed())));
    }
  }

  private static double meanOfMixes(ToDoubleFunction<String> ofMix) {
    return mean(MgbWorkloads.MIXES, ofMix);
  }

  private static double mean(List<String> mixes, ToDoubleFunction<String> ofMix) {
    return mixes.stream().mapToDouble(ofMix).average().orElseThrow();
  }
}
