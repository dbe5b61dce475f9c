package org.polyphony.study.host;

import static org.polyphony.text.Formats.text;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.polyphony.input.InvalidInputException;
import org.polyphony.study.ErrorStatistics;
import org.polyphony.study.ErrorStatistics.Pair;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.workload.host.MgbWorkloads;
import org.polyphony.workload.host.PrototypeFiles;
import org.polyphony.workload.host.PrototypeFiles.Measured;

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
    String missing =
        text(
            "--measured: found nothing, allowed: with %s a folder, a copy of"
                + " github.com/rudyjantz/GPU-Sched",
            NAME);
    Path copy = context.inputs().measured().orElseThrow(() -> new InvalidInputException(missing));
    MgbRuns runs = new MgbRuns(context.hostTools());
    HostFigure.show(figure, context, new MgbPrototype(runs, new PrototypeFiles(copy))::made);
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

  private void speeds(String machine, List<Measured> speeds) {
    String cg = "cg over sa";
    String pools = cg + ", pools of the prototype, crashes left out";
    ToDoubleFunction<String> mgb = mix -> overSa(machine, mgb(machine, mix), mix);
    ToDoubleFunction<String> best = mix -> overSa(machine, runs.bestCg(machine, mix), mix);
    ToDoubleFunction<String> pooled = mix -> overSa(machine, pooled(machine, mix), mix);
    compare(machine, "MGB over sa", speeds, Measured::third, mgb);
    compare(machine, cg, speeds, Measured::second, best);
    compare(machine, pools, speeds, Measured::second, pooled);
    double crashed = PERCENT * meanOfMixes(mix -> pooled(machine, mix).crashed());
    rows.add(HostRow.only(machine + ": jobs that crash in these pools, %", crashed));
  }

  private void slowdowns(String machine, List<Measured> slowdowns) {
    ToDoubleFunction<String> onDevice = mix -> 1 + mgb(machine, mix).slowdownOnDevice();
    ToDoubleFunction<String> inAll = mix -> 1 + mgb(machine, mix).kernelSlowdown();
    ToDoubleFunction<String> copies =
        mix -> mgb(machine, mix).copyNanos() / runs.sa(machine, mix).copyNanos();
    compare(machine, "kernels under MGB over sa", slowdowns, Measured::second, onDevice);
    compare(machine, "the same with waiting for a place", slowdowns, Measured::second, inAll);
    compare(machine, "copies under MGB over sa", slowdowns, Measured::third, copies);
  }

  private MgbRun pooled(String machine, String mix) {
    return runs.cg(machine, mix, POOLS.get(machine).get(MgbWorkloads.MIXES.indexOf(mix)));
  }

  private MgbRun mgb(String machine, String mix) {
    return runs.alg3(machine, mix);
  }

  private double overSa(String machine, MgbRun run, String mix) {
    return run.jobsPerSecond() / runs.sa(machine, mix).jobsPerSecond();
  }

  private List<Measured> ofMixes(String file) {
    List<Measured> measured = files.results(file);
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
      List<Measured> measured,
      ToDoubleFunction<Measured> theirs,
      ToDoubleFunction<String> ours) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < measured.size(); i++) {
      String mix = MgbWorkloads.MIXES.get(i);
      double their = theirs.applyAsDouble(measured.get(i));
      double our = ours.applyAsDouble(mix);
      pairs.add(new Pair(mix, our, their));
      rows.add(new HostRow(machine + " " + mix + ": " + what, their, our));
    }
    String all = machine + ": " + what + ", ";
    rows.add(new HostRow(all + "mean", meanOf(pairs, Pair::theirs), meanOf(pairs, Pair::ours)));
    double correlation = correlation(pairs);
    if (!Double.isNaN(correlation)) {
      rows.add(HostRow.only(all + "correlation r", correlation));
    }
    rows.add(
        HostRow.only(all + "mean error, %", PERCENT * ErrorStatistics.meanAbsoluteError(pairs)));
  }

  private static double meanOf(List<Pair> pairs, ToDoubleFunction<Pair> value) {
    return pairs.stream().mapToDouble(value).average().orElse(Double.NaN);
  }

  /** Returns Pearson's correlation; not a number where all of one side are equal. */
  private static double correlation(List<Pair> pairs) {
    return new PearsonsCorrelation()
        .correlation(
            pairs.stream().mapToDouble(Pair::ours).toArray(),
            pairs.stream().mapToDouble(Pair::theirs).toArray());
  }

  /** What the paper says of longer lists: improvements as in Figure 4, with 32 workers. */
  private void ofJobs(String what, List<String> mixes) {
    String cg = V100 + " " + what + ": cg over sa";
    rows.add(HostRow.only(cg, mean(mixes, mix -> overSa(V100, runs.bestCg(V100, mix), mix))));
    for (int workers : new int[] {WORKERS, MORE_WORKERS}) {
      String at = V100 + " " + what + ", " + workers + " workers: ";
      Function<String, MgbRun> alg3 = mix -> runs.alg3(V100, mix, workers);
      ToDoubleFunction<String> overAlg2 =
          mix -> alg3.apply(mix).jobsPerSecond() / runs.alg2(V100, mix, workers).jobsPerSecond();
      double mgb = mean(mixes, mix -> overSa(V100, alg3.apply(mix), mix));
      double crashed = mean(mixes, mix -> runs.cg(V100, mix, workers).crashed());
      rows.add(HostRow.only(at + "MGB over sa", mgb));
      rows.add(HostRow.only(at + "Algorithm 3 over 2", mean(mixes, overAlg2)));
      rows.add(HostRow.only(at + "jobs that crash under cg, %", PERCENT * crashed));
    }
  }

  private static double meanOfMixes(ToDoubleFunction<String> ofMix) {
    return mean(MgbWorkloads.MIXES, ofMix);
  }

  private static double mean(List<String> mixes, ToDoubleFunction<String> ofMix) {
    return mixes.stream().mapToDouble(ofMix).average().orElseThrow();
  }
}
