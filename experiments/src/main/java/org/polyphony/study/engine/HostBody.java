package org.polyphony.study.engine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.polyphony.config.HostExperiment;
import org.polyphony.config.HostExperimentLoader;
import org.polyphony.config.SchedulerConfig;
import org.polyphony.config.StudyConfig;
import org.polyphony.config.StudyFile;
import org.polyphony.results.CsvTable;
import org.polyphony.results.run.Provenance;
import org.polyphony.results.store.Json;
import org.polyphony.results.table.LongTable;
import org.polyphony.results.table.Markdown;
import org.polyphony.results.table.Misread;
import org.polyphony.results.table.Row;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.run.host.HostResultFiles;
import org.polyphony.run.host.HostResults;
import org.polyphony.run.host.HostRuns;
import org.polyphony.run.host.HostTools;
import org.polyphony.study.StudyContext;

/**
 * A study of host experiments. With alternative inputs it is repeated for each of them, and the
 * value of a claim has the range of its values as interval.
 */
final class HostBody implements StudyBody {
  private static final String EXPERIMENTS = "runs.host.experiments";
  private static final String ESTIMATES = "runs.host.estimates";

  private final StudyFile file;
  private final StudyConfig.Hosts config;
  private final List<Path> experiments; // files, in the order of the experiments
  private final List<Map<String, Object>> points; // values of the axes by path
  private final List<Map<String, Object>> estimates; // alternative values by path
  private Loaded last; // several variants share one

  /** What a run is of; {@code experiment} is the number of its experiment. */
  private record Setting(
      int experiment, StudyConfig.HostVariant variant, Map<String, Object> point) {}

  /** An experiment, which takes longer to load than to run. */
  private record Loaded(Path path, List<String> sets, HostExperiment experiment) {}

  /** A run. */
  private record Ran(Setting of, HostOutcome outcome) {}

  HostBody(StudyFile file) {
    this.file = file;
    this.config = file.config().runs().host();
    this.points = points();
    this.estimates = config.estimates().isEmpty() ? List.of() : estimates();
    this.experiments = new ArrayList<>();
    for (int i = 0; i < config.experiments().size(); i++) {
      experiments.add(file.hostExperiment(EXPERIMENTS + "[" + i + "].config"));
    }
    settings().forEach(of -> requireScheduler(of, Map.of()));
    estimates.forEach(values -> requireScheduler(settings().get(0), values));
  }

  /** Loads the experiment of a run, so that a wrong value is found before any run. */
  private void requireScheduler(Setting of, Map<String, Object> estimate) {
    List<String> schedulers =
        load(of, estimate).schedulers().stream().map(SchedulerConfig::id).toList();
    String path = "runs.host.variants[" + config.variants().indexOf(of.variant) + "].scheduler";
    file.requireOneOf(path, of.variant.scheduler(), schedulers);
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

  /** Reads alternative values: a column each, but for the first one, which names the row. */
  private List<Map<String, Object>> estimates() {
    StudyFiles.require(file, ESTIMATES, config.estimates(), "CSV file");
    CsvTable table = CsvTable.read(file.folder().resolve(config.estimates()));
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int row = 0; row < table.rows(); row++) {
      Map<String, Object> values = new LinkedHashMap<>();
      for (String path : table.columns().stream().skip(1).toList()) {
        String text = table.text(row, path);
        if (!text.isEmpty()) {
          values.put(path, text.endsWith(".json") ? file.folder().resolve(text).toString() : text);
        }
      }
      rows.add(values);
    }
    return rows;
  }

  private List<Setting> settings() {
    List<Setting> settings = new ArrayList<>();
    for (int i = 0; i < config.experiments().size(); i++) {
      for (StudyConfig.HostVariant variant : config.variants()) {
        for (Map<String, Object> point : points) {
          settings.add(new Setting(i, variant, point));
        }
      }
    }
    return settings;
  }

  /** Loads an experiment with an estimate and the changes of a run, which come last. */
  private HostExperiment load(Setting of, Map<String, Object> estimate) {
    List<String> sets =
        Stream.of(
                config.set(),
                estimate,
                config.experiments().get(of.experiment).set(),
                of.variant.set(),
                of.point)
            .flatMap(values -> values.entrySet().stream())
            .map(each -> each.getKey() + "=" + text(each.getValue()))
            .toList();
    Path path = experiments.get(of.experiment);
    if (last == null || !last.path.equals(path) || !last.sets.equals(sets)) {
      last = new Loaded(path, sets, HostExperimentLoader.load(path, sets));
    }
    return last.experiment;
  }

  private static String text(Object value) {
    return value instanceof String text ? text : Json.line(Json.tree(value));
  }

  @Override
  public String plan(StudyContext context) {
    return words() + ", a few seconds";
  }

  private int runs() {
    return settings().size() * (1 + estimates.size());
  }

  private String words() {
    return runs() == 1 ? "1 run of a host experiment" : runs() + " runs of host experiments";
  }

  @Override
  public void make(StudyContext context) {
    Work work = new Work(context);
    try {
      List<Ran> runs = work.all(Map.of());
      List<LongTable> others =
          estimates.stream().map(estimate -> table(work.all(estimate))).toList();
      StudyReport report = StudyReport.of(file, table(runs), others);
      writeKept(runs, report.table(), context);
      new StudyPage(file, context).report(report, words(), note());
    } catch (CancellationException e) {
      work.interrupted();
    }
  }

  /** The runs of the study with each estimate, one after another. */
  private final class Work {
    private final StudyContext context;
    private final HostTools tools;
    private int done;

    Work(StudyContext context) {
      this.context = context;
      this.tools = context.device().hostTools().endingWith(context.stop());
      context.progress().begin(words());
    }

    List<Ran> all(Map<String, Object> estimate) {
      return settings().stream().map(of -> new Ran(of, run(of, estimate))).toList();
    }

    private HostOutcome run(Setting of, Map<String, Object> estimate) {
      HostExperiment experiment = load(of, estimate);
      SchedulerConfig scheduler =
          experiment.schedulers().stream()
              .filter(each -> each.id().equals(of.variant.scheduler()))
              .findFirst()
              .orElseThrow();
      HostOutcome outcome = new HostRuns(experiment, tools).run(scheduler);
      if (outcome.isPartial()) {
        throw new CancellationException(experiment.name());
      }
      done++;
      context.progress().update((double) done / runs(), 0, 0);
      return outcome;
    }

    void interrupted() {
      context.progress().close();
      context.out().printf("interrupted: %d of %d runs done; none is kept%n", done, runs());
      context.out().flush();
    }
  }

  private String note() {
    String missing = file.config().missing();
    String sentence = missing.isEmpty() ? "" : "What is missing: " + missing + ".";
    return Stream.of(file.config().note(), sentence)
        .filter(text -> !text.isEmpty())
        .map(text -> Markdown.text(text) + "\n")
        .collect(Collectors.joining("\n"));
  }

  private LongTable table(List<Ran> runs) {
    return planned()
        .ran(
            runs.stream()
                .flatMap(ran -> HostRows.of(identity(ran.of), ran.outcome).stream())
                .toList(),
            Map.of());
  }

  private Map<String, Object> identity(Setting of) {
    Map<String, Object> cells = new LinkedHashMap<>();
    cells.put("experiment", name(of));
    cells.put("variant", of.variant.name());
    cells.putAll(of.point);
    return cells;
  }

  private String name(Setting of) {
    return config.experiments().get(of.experiment).name();
  }

  @Override
  public LongTable planned() {
    List<String> keys = new ArrayList<>(List.of("experiment", "variant"));
    keys.addAll(config.axes().keySet());
    return LongTable.planned(
        keys,
        settings().stream().map(this::identity).map(Row::new).toList(),
        HostRows.COLUMNS,
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

  /** Writes the details of the runs that the study keeps. */
  private void writeKept(List<Ran> runs, LongTable table, StudyContext context) {
    if (config.keep().isEmpty()) {
      return;
    }
    Predicate<Row> isKept = isKept(table);
    List<Row> rows = table.runs().rows();
    List<Ran> kept =
        IntStream.range(0, runs.size())
            .filter(i -> isKept.test(rows.get(i)))
            .mapToObj(runs::get)
            .toList();
    List<HostOutcome> named = kept.stream().map(ran -> named(ran, kept)).toList();
    HostExperiment first = HostExperimentLoader.load(experiments.get(0), List.of());
    HostResultFiles.write(context.folder(), first, HostResults.of(named), Provenance.current());
  }

  /**
   * Returns a run with its experiment's name where there are several, and its variant's where the
   * experiment has several runs.
   */
  private HostOutcome named(Ran ran, List<Ran> kept) {
    if (config.experiments().size() == 1) {
      return ran.outcome;
    }
    long same = kept.stream().filter(each -> each.of.experiment == ran.of.experiment).count();
    return ran.outcome.named(same == 1 ? name(ran.of) : name(ran.of) + " " + ran.of.variant.name());
  }
}
