package org.polyphony.plot;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.StatUtils;
import org.polyphony.input.Violation;
import org.polyphony.results.CsvTable;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.HostRecord;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;

/**
 * The tables that charts draw: the CSV files of a folder by their names, and what is derived of its
 * runs. A folder that does not hold what a table is of has a table without rows.
 */
final class Tables {
  private static final double THOUSAND = 1e3;
  private static final double MILLION = 1e6;
  private static final String SMK = "smk-fixed";
  private static final String SPATIAL = "spatial-even";
  private static final String DECISIONS = "/partitioning/decisions";
  private static final List<String> OUTCOMES =
      List.of("spatial", "smkEven", "smkOtherByOne", "smkOther");
  private static final int MOST_STALL_BARS = 40;
  private static final int LEAST_PAIRS = 3; // of a scatter: of fewer the bars say more
  private static final int CLASSES = 10; // of utilisation above 0
  private static final double ROUNDING = 1e-6;
  private static final double STRIP = 0.8; // of the height of the row of a core

  private static final Map<String, Function<Results, List<Row>>> DERIVED =
      Map.ofEntries(
          Map.entry("runs", results -> results.sweptRuns().stream().map(Row::of).toList()),
          Map.entry("axes", SweptAxis::rows),
          Map.entry("loads", SweptAxis::loads),
          Map.entry("sm-history", SmHistory::rows),
          Map.entry("activities", JobActivities::rows),
          Map.entry("requests", Requests::rows),
          Map.entry("latencies", Requests::distributions),
          Map.entry("scatter", Tables::scatter),
          Map.entry("shares", Tables::shares),
          Map.entry("stalls", Tables::stalls),
          Map.entry("decisions", Tables::decisions),
          Map.entry("causes", Tables::causes),
          Map.entry("windows", Tables::windows),
          Map.entry("epochs", Tables::epochs),
          Map.entry("curves", Tables::curves),
          Map.entry("schedulers", Tables::schedulers),
          Map.entry("utilisation", Tables::utilisation),
          Map.entry("gpu-classes", Tables::gpuClasses),
          Map.entry("cores", Tables::cores));

  private Tables() {}

  /** Returns the rows of a table; an unknown name is an error of the entry. */
  static List<Row> rows(String name, Results results) {
    Function<Results, List<Row>> derived = DERIVED.get(name);
    if (derived != null) {
      return derived.apply(results);
    }
    ResultFile file = ResultFile.of(name).orElseThrow(() -> new IllegalStateException(name));
    return results.table(file).map(Tables::rows).orElse(List.of());
  }

  private static List<Row> rows(CsvTable table) {
    return IntStream.range(0, table.rows()).mapToObj(row -> Row.of(table, row)).toList();
  }

  /** STP of each set of workloads under one setting, x, and under another, y. */
  private static List<Row> scatter(Results results) {
    Sharing sharing = new Sharing(results.comparedRuns());
    List<String> settings = sharing.settings();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < settings.size(); i++) {
      for (int j = i + 1; j < settings.size(); j++) {
        List<Row> some = scatter(sharing, settings.get(i), settings.get(j));
        if (some.size() >= LEAST_PAIRS) {
          rows.addAll(some);
        }
      }
    }
    return rows;
  }

  private static List<Row> scatter(Sharing sharing, String a, String b) {
    List<Row> rows = new ArrayList<>();
    for (String workloads : sharing.workloads()) {
      double x = sharing.value(a, workloads, RunRecord::stp);
      double y = sharing.value(b, workloads, RunRecord::stp);
      if (Double.isFinite(x) && Double.isFinite(y)) {
        String settings = a + "-" + b;
        String category = sharing.category(workloads);
        rows.add(
            Row.of(Map.of("settings", settings, "a", a, "b", b, "workloads", workloads))
                .with(Map.of("category", category, "x", x, "y", y)));
      }
    }
    return rows;
  }

  /** STP of SMK at each share of threads of the first workload over that of spatial sharing. */
  private static List<Row> shares(Results results) {
    Map<String, List<Double>> spatial = new LinkedHashMap<>();
    Map<String, Map<Double, List<Double>>> curves = new LinkedHashMap<>();
    for (RunRecord run : results.sharedRuns()) {
      if (run.policy().equals(SMK) && Double.isFinite(run.firstThreadShare())) {
        curves
            .computeIfAbsent(run.workloads(), w -> new TreeMap<>())
            .computeIfAbsent(100 * run.firstThreadShare(), s -> new ArrayList<>())
            .add(run.stp());
      } else if (run.policy().equals(SPATIAL)) {
        spatial.computeIfAbsent(run.workloads(), w -> new ArrayList<>()).add(run.stp());
      }
    }
    List<Row> rows = new ArrayList<>();
    curves.forEach(
        (workloads, curve) -> {
          String first = workloads.substring(0, workloads.indexOf('/'));
          if (curve.size() > 1 && spatial.containsKey(workloads)) {
            double base = geometric(spatial.get(workloads));
            curve.forEach(
                (share, stp) ->
                    rows.add(
                        Row.of(Map.of("workloads", workloads, "first", first))
                            .with(Map.of("share", share, "ratio", geometric(stp) / base))));
          }
        });
    return rows;
  }

  private static double geometric(List<Double> values) {
    return StatUtils.geometricMean(values.stream().mapToDouble(v -> v).toArray());
  }

  /** What the issue slots of each run went to; of many runs, those of each category. */
  private static List<Row> stalls(Results results) {
    List<RunRecord> runs =
        (results.runs().isEmpty() ? results.singleRuns() : List.of(results))
            .stream()
                .flatMap(single -> single.runs().stream())
                .filter(run -> Double.isFinite(run.number("/device/issueUtilization"))) // begun
                .toList();
    boolean hasSettings = runs.stream().map(RunRecord::setting).distinct().count() > 1;
    Function<RunRecord, String> setting = run -> hasSettings ? " " + run.setting() : "";
    Function<RunRecord, String> ofRun = run -> run.workloads() + setting.apply(run);
    boolean areMany = runs.stream().map(ofRun).distinct().count() > MOST_STALL_BARS;
    List<Row> rows = new ArrayList<>();
    for (RunRecord run : runs) {
      String label = areMany ? run.category() + setting.apply(run) : ofRun.apply(run);
      double issued = run.number("/device/issueUtilization");
      JsonNode stalls = run.summary().at("/device/stalls");
      double stalled = stalls.valueStream().mapToDouble(JsonNode::asDouble).sum();
      rows.add(Row.of(Map.of("label", label, "cause", "issued", "share", issued)));
      for (Map.Entry<String, JsonNode> cause : stalls.properties()) {
        double share = stalled == 0 ? 0 : cause.getValue().asDouble() / stalled * (1 - issued);
        String words = DisplayNames.words(cause.getKey());
        rows.add(Row.of(Map.of("label", label, "cause", words, "share", share)));
      }
    }
    return rows;
  }

  /** The shares of the decisions of each run, and the SM cycles that preemption took. */
  static List<Row> decisions(Results results) {
    List<RunRecord> runs =
        results.sharedRuns().stream()
            .filter(run -> !run.summary().at(DECISIONS).isEmpty())
            .toList();
    Set<String> found = new LinkedHashSet<>();
    runs.forEach(run -> run.summary().at(DECISIONS).fieldNames().forEachRemaining(found::add));
    Set<String> outcomes = new LinkedHashSet<>(OUTCOMES);
    outcomes.retainAll(found);
    outcomes.addAll(found);
    List<Row> rows = new ArrayList<>();
    for (RunRecord run : runs) {
      double overhead = run.summary().at("/partitioning/overhead").asDouble();
      for (String outcome : outcomes) {
        String words = DisplayNames.words(outcome).replace("smk", "SMK");
        double share = ownShare(run.summary().at(DECISIONS), outcome, outcomes);
        rows.add(Row.of(run).with(Map.of("outcome", words, "share", share, "overhead", overhead)));
      }
    }
    return rows;
  }

  /** Returns a share without that of outcomes which are part of it: their names begin with its. */
  private static double ownShare(JsonNode decisions, String outcome, Set<String> outcomes) {
    double share = decisions.path(outcome).asDouble();
    for (String other : outcomes) {
      boolean isPart = other.startsWith(outcome) && !other.equals(outcome);
      share -= isPart ? decisions.path(other).asDouble() : 0;
    }
    return share;
  }

  /** The rows of {@code explanation.csv} but those of whole slowdowns. */
  private static List<Row> causes(Results results) {
    return rows(ResultFile.EXPLANATION.file(), results).stream()
        .filter(row -> !row.text(ResultColumn.CAUSE.heading()).equals("slowdown"))
        .toList();
  }

  /** The rows of {@code ipc.csv} of SM 0 and the workloads of each run, with the run's folder. */
  private static List<Row> windows(Results results) {
    List<Row> rows = new ArrayList<>();
    for (Results run : results.singleRuns()) {
      List<String> names = run.runs().stream().flatMap(r -> r.names().stream()).toList();
      Map<String, String> folder = Map.of("run", run.folder().getFileName().toString());
      run.table(ResultFile.IPC).map(Tables::rows).orElse(List.of()).stream()
          .filter(row -> row.text(ResultColumn.SM.heading()).equals("0"))
          .filter(row -> names.contains(row.text(ResultColumn.BENCHMARK.heading())))
          .forEach(row -> rows.add(row.with(folder)));
    }
    return rows;
  }

  /** The rows of {@code epochs.csv} of each shared run, with the STP of the epoch. */
  private static List<Row> epochs(Results results) {
    List<Row> rows = new ArrayList<>();
    for (Results run : results.singleRuns()) {
      if (!run.sharedRuns().isEmpty()) {
        run.table(ResultFile.EPOCHS)
            .ifPresent(epochs -> rows.addAll(epochs(run, run.sharedRuns().get(0), epochs)));
      }
    }
    return rows;
  }

  private static List<Row> epochs(Results results, RunRecord run, CsvTable epochs) {
    double end = epochs.number(epochs.rows() - 1, ResultColumn.END_CYCLE);
    boolean isLong = end >= MILLION;
    int count = run.names().size();
    // an oracle wants no thread blocks; nor does an epoch after whose end nothing is left to launch
    boolean areWanted = epochs.numbers(ResultColumn.QUOTA).anyMatch(quota -> quota > 0);
    List<Row> rows = new ArrayList<>();
    for (int row = 0; row + count <= epochs.rows(); row += count) {
      double time = epochs.number(row, ResultColumn.END_CYCLE) / (isLong ? MILLION : THOUSAND);
      for (int i = 0; i < count; i++) {
        double stp = i == 0 ? run.stp(epochs, row) : Double.NaN;
        double quota = areWanted ? epochs.number(row + i, ResultColumn.QUOTA) : Double.NaN;
        rows.add(
            Row.of(run)
                .with(Map.of("run", results.folder().getFileName().toString()))
                .with(Map.of("unit", isLong ? "million" : "thousand", "time", time))
                .with(Map.of("epoch", "each epoch, including later rounds", "stp", stp))
                .with(Map.of("benchmark", run.names().get(i), "quota", quota))
                .with(Map.of("summary", run.stpWords(), "summaryStp", run.stp())));
      }
    }
    return rows;
  }

  /** The rows of {@code table3.csv}, COM before MEM, with the last speedup of each benchmark. */
  private static List<Row> curves(Results results) {
    List<Row> rows = rows(ResultFile.SPEEDUPS.file(), results);
    Map<String, String> last = new LinkedHashMap<>();
    for (Row row : rows) {
      String speedup = String.format(Locale.ROOT, "%.1fx", row.number("speedup"));
      last.put(row.text("benchmark"), speedup);
    }
    return Stream.of("COM", "MEM")
        .flatMap(type -> rows.stream().filter(row -> row.text("type").equals(type)))
        .filter(row -> Double.isFinite(row.number("speedup")))
        .map(row -> row.with(Map.of("last", last.get(row.text("benchmark")))))
        .toList();
  }

  /** Throughput and turnaround under each scheduler over those under one of them. */
  private static List<Row> schedulers(Results results) {
    Map<String, Map<String, HostRecord>> settings = new LinkedHashMap<>();
    for (HostRecord run : results.hostRuns()) {
      settings
          .computeIfAbsent(run.setting(), setting -> new LinkedHashMap<>())
          .put(run.scheduler(), run);
    }
    int count = settings.values().stream().mapToInt(Map::size).sum();
    if (count < 2 * settings.size()) {
      return List.of();
    }
    String given = results.view().names().of(results.view().normalizedTo());
    List<Row> rows = new ArrayList<>();
    settings.forEach(
        (setting, runs) -> {
          HostRecord base = runs.getOrDefault(given, runs.values().iterator().next());
          runs.forEach(
              (scheduler, run) -> {
                double throughput = run.jobsPerSecond() / base.jobsPerSecond();
                double speedup = base.turnaroundSeconds() / run.turnaroundSeconds();
                rows.add(
                    Row.of(Map.of("setting", setting, "scheduler", scheduler))
                        .with(Map.of("throughput", throughput, "speedup", speedup))
                        .with(Map.of("over", base.scheduler())));
              });
        });
    return rows;
  }

  /** How busy cores, GPUs and their memory are, in the middle of each window. */
  private static List<Row> utilisation(Results results) {
    List<Row> rows = new ArrayList<>();
    Map<String, String> kinds = new LinkedHashMap<>();
    kinds.put(ResultColumn.CPU.heading(), "CPU");
    kinds.put(ResultColumn.GPU.heading(), "GPU");
    kinds.put(ResultColumn.GPU_MEMORY.heading(), "GPU memory");
    for (Row row : rows(ResultFile.UTILISATION.file(), results)) {
      double middle = (row.number("start_s") + row.number("end_s")) / 2;
      kinds.forEach(
          (column, kind) ->
              rows.add(
                  row.with(Map.of("kind", kind, "time", middle, "share", share(row, column)))));
    }
    return rows;
  }

  /** Returns a share of a device or of time, which a file of another program may exceed. */
  private static double share(Row row, String column) {
    double share = row.number(column);
    if (share < -ROUNDING || share > 1 + ROUNDING) {
      throw new Violation(column, String.valueOf(share), "a share from 0 to 1")
          .errorAt(ResultFile.UTILISATION.file());
    }
    return share;
  }

  /** The share of the time of each run in which GPUs were used so much, in eleven classes. */
  private static List<Row> gpuClasses(Results results) {
    Map<String, double[]> runs = new LinkedHashMap<>();
    for (Row row : rows(ResultFile.UTILISATION.file(), results)) {
      int of =
          (int)
              Math.ceil(
                  CLASSES * share(row, ResultColumn.GPU.heading())
                      - 1e-9); // 0, above 0 to 10%, and so on
      runs.computeIfAbsent(row.text("run"), run -> new double[CLASSES + 1])[of] +=
          row.number("end_s") - row.number("start_s");
    }
    List<Row> rows = new ArrayList<>();
    runs.forEach(
        (run, seconds) -> {
          for (int c = 0; c <= CLASSES; c++) {
            String label = c == 0 ? "0" : (c - 1) * 10 + 1 + "-" + c * 10;
            double share = seconds[c] / StatUtils.sum(seconds);
            rows.add(Row.of(Map.of("run", run, "label", label, "share", share)));
          }
        });
    return rows;
  }

  /** How busy each core is in each window: a height within the row of the core. */
  private static List<Row> cores(Results results) {
    List<Row> windows = rows(ResultFile.UTILISATION.file(), results);
    String heading = ResultColumn.CORE.heading();
    List<Row> rows = new ArrayList<>();
    for (int core = 0;
        !windows.isEmpty() && windows.get(0).find(heading + core).isPresent();
        core++) {
      for (Row row : windows) {
        double height = core + STRIP * (share(row, heading + core) - 0.5);
        rows.add(row.with(Map.of("core", "core " + core, "height", height)));
      }
    }
    return rows;
  }
}
