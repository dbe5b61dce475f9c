package org.polyphony.study.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.polyphony.config.BundledFiles;
import org.polyphony.config.Claim;
import org.polyphony.config.HostExperimentLoader;
import org.polyphony.config.SchedulerConfig;
import org.polyphony.config.StudyConfig;
import org.polyphony.config.StudyFile;
import org.polyphony.host.Utilisation;
import org.polyphony.results.store.Json;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.run.host.HostTools;
import org.polyphony.study.StudyContext;
import org.polyphony.study.host.AppEstimate;
import org.polyphony.study.host.Estimates;
import org.polyphony.study.host.HostFigure;
import org.polyphony.study.host.HostRow;
import org.polyphony.study.host.HostStudy;
import org.polyphony.study.schedgpu.SchedGpuEstimates;
import org.polyphony.study.schedgpu.ShortBenchmark;
import org.polyphony.study.table.Columns;
import org.polyphony.study.table.Columns.Column;
import org.polyphony.study.table.LongTable;
import org.polyphony.study.table.Misread;
import org.polyphony.study.table.Row;

/**
 * A study of host experiments. Each claim is a row beside the published number; with alternative
 * inputs, the study is repeated for each of them and a row has the range of its values.
 */
final class HostBody implements StudyBody {
  private static final Map<String, List<AppEstimate>> ESTIMATES =
      Map.of("", List.of(), "schedgpu", SchedGpuEstimates.ALL, "short", ShortBenchmark.ESTIMATES);

  private static final List<Result> RESULTS =
      List.of(
          new Result("makespan_s", HostOutcome::makespanSeconds),
          new Result("turnaround_s", HostOutcome::meanTurnaroundSeconds),
          new Result("wait_s", HostOutcome::meanWaitSeconds),
          new Result("cpu", outcome -> outcome.mean(Utilisation.CPU)),
          new Result("gpu", outcome -> outcome.mean(Utilisation.GPU)),
          new Result("memory", outcome -> outcome.mean(Utilisation.MEMORY)));

  private final StudyFile file;
  private final StudyConfig.Hosts config;
  private final List<Map<String, Object>> points; // values of the axes by path

  /** A column of results. */
  private record Result(String column, ToDoubleFunction<HostOutcome> value) {}

  /** What a run is of. */
  private record Setting(
      StudyConfig.HostExperimentName experiment,
      StudyConfig.HostVariant variant,
      Map<String, Object> point) {}

  /** A run and its row. */
  private record Ran(StudyConfig.HostExperimentName experiment, HostOutcome outcome, Row row) {}

  HostBody(StudyFile file) {
    this.file = file;
    this.config = file.config().runs().host();
    for (int i = 0; i < config.experiments().size(); i++) {
      file.requireOneOf(
          "runs.host.experiments[" + i + "].config",
          config.experiments().get(i).config(),
          BundledFiles.HOSTS.names());
    }
    file.requireOneOf(
        "runs.host.estimates", config.estimates(), ESTIMATES.keySet().stream().sorted().toList());
    this.points = points();
    for (StudyConfig.HostExperimentName experiment : config.experiments()) {
      requireSchedulers(experiment.config());
    }
  }

  /** Loads an experiment at each point, so that a wrong value is found before any run. */
  private void requireSchedulers(String experiment) {
    for (int i = 0; i < config.variants().size(); i++) {
      StudyConfig.HostVariant variant = config.variants().get(i);
      for (Map<String, Object> point : points) {
        List<String> schedulers =
            HostExperimentLoader.load(
                    BundledFiles.HOSTS.file(experiment), List.of(sets(variant, point)))
                .schedulers()
                .stream()
                .map(SchedulerConfig::id)
                .toList();
        file.requireOneOf(
            "runs.host.variants[" + i + "].scheduler", variant.scheduler(), schedulers);
      }
    }
  }

  private List<Map<String, Object>> points() {
    List<Map<String, Object>> points = List.of(Map.of());
    for (Map.Entry<String, Object> axis : config.axes().entrySet()) {
      if (!(axis.getValue() instanceof List<?> values)) {
        throw file.wrong(
            "runs.host.axes." + axis.getKey(), String.valueOf(axis.getValue()), "an array");
      }
      points =
          points.stream()
              .flatMap(point -> values.stream().map(value -> with(axis.getKey(), value, point)))
              .toList();
    }
    return points;
  }

  private static Map<String, Object> with(String path, Object value, Map<String, Object> point) {
    Map<String, Object> further = new LinkedHashMap<>(point);
    further.put(path, value);
    return further;
  }

  @Override
  public String plan(StudyContext context) {
    int inputs = 1 + ESTIMATES.get(config.estimates()).size();
    return settings().size() * inputs + " runs of a few seconds";
  }

  @Override
  public void make(StudyContext context) {
    HostFigure.make(new StudyPage(file, context)::finish, file.config(), context, this::made);
  }

  private HostFigure.Made made(HostTools tools) {
    HostFigure.Made stated = made(new HostStudy(tools));
    List<AppEstimate> estimates = ESTIMATES.get(config.estimates());
    return estimates.isEmpty()
        ? stated
        : Estimates.over(
            stated, estimates, estimate -> made(new HostStudy(tools, estimate)).rows());
  }

  private HostFigure.Made made(HostStudy study) {
    List<Ran> runs = settings().stream().map(of -> run(of, study)).toList();
    LongTable table = planned().ran(runs.stream().map(Ran::row).toList(), Map.of());
    StudyReport report = StudyReport.of(file, table);
    HostFigure.Made made =
        study.made(
            config.experiments().get(0).config(),
            kept(runs, report.table()),
            report.claims().stream().map(HostBody::row).toList());
    return new HostFigure.Made(made.rows(), made.results().andThen(report::write));
  }

  private static HostRow row(CheckedClaim checked) {
    Claim claim = checked.claim();
    double paper = claim.expected() == null ? Double.NaN : claim.expected();
    return new HostRow(claim.claim(), paper, checked.values().get(0).value());
  }

  private List<Setting> settings() {
    List<Setting> settings = new ArrayList<>();
    for (StudyConfig.HostExperimentName experiment : config.experiments()) {
      for (StudyConfig.HostVariant variant : config.variants()) {
        points.forEach(point -> settings.add(new Setting(experiment, variant, point)));
      }
    }
    return settings;
  }

  private static Ran run(Setting of, HostStudy study) {
    HostOutcome outcome =
        study.run(of.experiment.config(), of.variant.scheduler(), sets(of.variant, of.point));
    Map<String, Object> cells = identity(of);
    RESULTS.forEach(each -> cells.put(each.column, each.value.applyAsDouble(outcome)));
    return new Ran(of.experiment, outcome, new Row(cells));
  }

  private static String[] sets(StudyConfig.HostVariant variant, Map<String, Object> point) {
    Map<String, Object> all = new LinkedHashMap<>(variant.set());
    all.putAll(point);
    return all.entrySet().stream()
        .map(each -> each.getKey() + "=" + Json.line(Json.tree(each.getValue())))
        .toArray(String[]::new);
  }

  private static Map<String, Object> identity(Setting of) {
    Map<String, Object> cells = new LinkedHashMap<>();
    cells.put("experiment", of.experiment.name());
    cells.put("variant", of.variant.name());
    cells.putAll(of.point);
    return cells;
  }

  @Override
  public LongTable planned() {
    List<String> keys = new ArrayList<>(List.of("experiment", "variant"));
    keys.addAll(config.axes().keySet());
    return LongTable.planned(
        keys,
        settings().stream().map(HostBody::identity).map(Row::new).toList(),
        new Columns(RESULTS.stream().map(of -> Column.ofNumbers(of.column))),
        Map.of());
  }

  @Override
  public void check(LongTable table) {
    isKept(table);
  }

  private Predicate<Row> isKept(LongTable table) {
    return StudyReport.placed(
        file,
        () -> Misread.in("runs.host.keep", () -> Condition.all(config.keep(), table.columns())));
  }

  /**
   * Returns the runs whose details are kept. With several experiments they have the experiment's
   * name, and the variant's where it keeps several of them.
   */
  private List<HostOutcome> kept(List<Ran> runs, LongTable table) {
    Predicate<Row> isKept = isKept(table);
    List<Ran> kept =
        IntStream.range(0, config.keep().isEmpty() ? 0 : runs.size())
            .filter(i -> isKept.test(table.rows().get(i)))
            .mapToObj(runs::get)
            .toList();
    return kept.stream().map(ran -> named(ran, kept)).toList();
  }

  private HostOutcome named(Ran ran, List<Ran> kept) {
    if (config.experiments().size() == 1) {
      return ran.outcome;
    }
    long same = kept.stream().filter(each -> each.experiment.equals(ran.experiment)).count();
    String name = ran.experiment.name();
    return ran.outcome.named(same == 1 ? name : name + " " + ran.row.text("variant"));
  }
}
