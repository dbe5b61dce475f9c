package org.polyphony.study.probe;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.polyphony.config.StudyFile;
import org.polyphony.config.SweepFile;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.store.Json;
import org.polyphony.results.table.Columns;
import org.polyphony.results.table.Formats;
import org.polyphony.results.table.LongTable;
import org.polyphony.results.table.Row;
import org.polyphony.run.Experiments;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.study.Point;
import org.polyphony.study.Probe;
import org.polyphony.study.StudyContext;
import org.polyphony.study.probe.LaunchHistory.OfKernel;
import org.polyphony.study.probe.LaunchHistory.Request;

/**
 * The points of a sweep as kernels that are launched again and again, alone or beside each other:
 * how long a launch takes, how fast kernels are relative to alone, and the latency of requests. A
 * sweep measures whole rounds; these runs may end before a launch does.
 */
final class LaunchRates {
  static final Probe<Parameters> PROBE =
      new Probe<>(
          "launch-rates",
          "kernels launched back to back: time of a launch, progress over solo runs, latency",
          Parameters.class,
          (folder, parameters) -> planned(sweep(folder, parameters, "")),
          LaunchRates::run);

  private static final double MICROS = 1e6; // in a second
  private static final double HALF = 50; // percent
  private static final double MOST = 95;

  private final LaunchRuns runs;
  private final double clock; // cycles in a microsecond
  private final LaunchRuns.Needed needed;
  private final SweepFile.Run point;
  private final List<String> names;

  /** What is run, and for how long. */
  public record Parameters(
      @Key("base, axes and variants, as in a sweep") Map<String, Object> sweep,
      @Key(
              value =
                  "most cycles of kernels that are steady or on SMs of their own (spatial-fixed);"
                      + " --cycles overrides it; 0: until each has finished a launch",
              unit = "core cycles",
              max = Key.LONGEST,
              absent = "0")
          long cycles,
      @Key(
              value = "whether progress is that in the second half of the cycles, not of launches",
              absent = "false")
          boolean steady,
      @Key(value = "launches of a kernel alone", min = 1, max = 1000, absent = "2") int launches)
      implements Keys.Related {
    @Override
    public void check(Violation.Checks checks) {
      checks.require(!steady || cycles > 0, "cycles", cycles, "1 or more if steady");
    }
  }

  private LaunchRates(LaunchRuns runs, SweepFile.Run point, Experiment experiment) {
    this.runs = runs;
    this.point = point;
    this.clock = experiment.spec().gpu().coreKhz() / 1000.0;
    this.names = experiment.inputs().stream().map(Experiment.Input::name).toList();
    this.needed = runs.needed(experiment);
  }

  private static SweepFile sweep(Path folder, Parameters of, String gpu) {
    ObjectNode root = (ObjectNode) Json.tree(of.sweep);
    if (!gpu.isEmpty() && root.path("base") instanceof ObjectNode base) {
      base.put("gpu", gpu);
    }
    String origin = folder.resolve(StudyFile.NAME) + ": runs.probe.parameters.sweep";
    return SweepFile.of(origin, root, folder, WorkloadLibrary.names());
  }

  private static LongTable planned(SweepFile sweep) {
    List<String> numbers =
        List.of(
            "stp",
            "antt",
            "dramUse",
            "l2HitRate",
            "issueUse",
            LongTable.NUMBER,
            "workload.progress",
            "workload.launchCycles",
            "workload.laterLaunchMicros",
            "workload.instructionsPerSecond",
            "workload.p50Micros",
            "workload.p95Micros",
            "workload.onDeviceMicros",
            "workload.aloneToFirstBlockMicros");
    return LongTable.planned(
        List.copyOf(sweep.axes().keySet()),
        sweep.runs().stream().map(run -> new Row(Point.columns(run))).toList(),
        Columns.of(List.of(LongTable.WORKLOAD), numbers),
        Map.of("cycles", "", "limit", ""));
  }

  private static Optional<LongTable> run(
      StudyContext context, String gpu, Path folder, Parameters of) {
    SweepFile sweep = sweep(folder, of, context.gpu());
    long asked = context.effort().askedCycles().orElse(of.cycles);
    long cycles = of.steady && asked == 0 ? of.cycles : asked;
    LaunchRuns runs = new LaunchRuns(context, of.steady, cycles, of.launches);
    Experiments experiments = new Experiments(context.device().library());
    List<LaunchRates> points =
        sweep.runs().stream().map(run -> point(run, sweep, experiments, runs)).toList();
    Map<LaunchRuns.Setting, LaunchHistory> histories =
        context
            .runs()
            .forEach(
                points.stream().flatMap(point -> point.needed.all()).distinct().toList(),
                runs::run);
    List<Row> rows =
        points.stream()
            .filter(point -> point.needed.all().allMatch(histories::containsKey))
            .flatMap(point -> point.rows(histories).stream())
            .toList();
    return rows.isEmpty() || context.stop().isRequested()
        ? Optional.empty()
        : Optional.of(planned(sweep).ran(rows, facts(cycles)));
  }

  private static LaunchRates point(
      SweepFile.Run run, SweepFile sweep, Experiments experiments, LaunchRuns runs) {
    Experiments.Extras none = new Experiments.Extras(false, 0);
    return new LaunchRates(runs, run, experiments.open(sweep.experiment(run), none));
  }

  private static Map<String, String> facts(long cycles) {
    String number = Formats.text("%,d", cycles);
    String limit =
        cycles == 0
            ? "until each has finished a launch"
            : "for at most " + number + " cycles, and the rest of a launch is extrapolated";
    return Map.of("cycles", number, "limit", limit);
  }

  /** Returns a row for each kernel. */
  private List<Row> rows(Map<LaunchRuns.Setting, LaunchHistory> histories) {
    LaunchHistory together = histories.get(needed.together());
    List<LaunchHistory> alone = needed.alone().stream().map(histories::get).toList();
    List<LaunchHistory> parts = needed.parts().stream().map(histories::get).toList();
    LaunchProgress all =
        new LaunchProgress(together, alone, parts, runs.isSteady() ? (double) runs.cycles() : 0);
    double[] progress = IntStream.range(0, alone.size()).mapToDouble(all::of).toArray();
    Map<String, Object> ofRun = Point.columns(point);
    if (!alone.isEmpty()) {
      put("stp", Arrays.stream(progress).sum(), ofRun);
      put("antt", Arrays.stream(progress).map(of -> 1 / of).sum() / progress.length, ofRun);
    }
    put("dramUse", together.dramUse(), ofRun);
    put("l2HitRate", together.l2HitRate(), ofRun);
    put("issueUse", together.issueUse(), ofRun);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Map<String, Object> cells = new LinkedHashMap<>(ofRun);
      cells.put(LongTable.WORKLOAD, names.get(i));
      cells.put(LongTable.NUMBER, i + 1);
      add(together.kernels().get(i), cells);
      if (!alone.isEmpty()) {
        put("workload.progress", progress[i], cells);
        double toFirstBlock = percentile(alone.get(i).kernels().get(0), Request::toStart, HALF);
        put("workload.aloneToFirstBlockMicros", toFirstBlock / clock, cells);
      }
      rows.add(new Row(cells));
    }
    return rows;
  }

  private void add(OfKernel kernel, Map<String, Object> cells) {
    put("workload.launchCycles", kernel.hasEnded() ? kernel.firstEnd() : Double.NaN, cells);
    put("workload.laterLaunchMicros", kernel.laterLaunch() / clock, cells);
    double half = runs.cycles() / 2.0;
    double rate = kernel.issued(half, 2 * half) / half * clock * MICROS;
    put("workload.instructionsPerSecond", runs.isSteady() ? rate : Double.NaN, cells);
    put("workload.p50Micros", percentile(kernel, Request::latency, HALF) / clock, cells);
    put("workload.p95Micros", percentile(kernel, Request::latency, MOST) / clock, cells);
    put("workload.onDeviceMicros", percentile(kernel, Request::onDevice, HALF) / clock, cells);
  }

  /** Returns a percentile of the requests; not a number without any. */
  private static double percentile(
      OfKernel kernel, ToLongFunction<Request> cycles, double percent) {
    return new Percentile()
        .withEstimationType(Percentile.EstimationType.R_5)
        .evaluate(kernel.requests().stream().mapToDouble(cycles::applyAsLong).toArray(), percent);
  }

  private static void put(String column, double value, Map<String, Object> cells) {
    if (Double.isFinite(value)) {
      cells.put(column, value);
    }
  }
}
