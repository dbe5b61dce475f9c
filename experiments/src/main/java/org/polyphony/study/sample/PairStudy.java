package org.polyphony.study.sample;

import static org.polyphony.results.table.Formats.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.polyphony.config.GpuConfigs;
import org.polyphony.results.ResultFile;
import org.polyphony.results.run.ResultsVersion;
import org.polyphony.results.statistics.GeometricMean;
import org.polyphony.results.statistics.MeanInterval;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.ResultLines;
import org.polyphony.results.table.GroupMean;
import org.polyphony.results.table.Table;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;
import org.polyphony.study.pairs.BenchmarkSource;
import org.polyphony.study.pairs.Category;
import org.polyphony.study.pairs.FinishedRuns;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairRepeat;
import org.polyphony.study.pairs.PairRuns;
import org.polyphony.study.pairs.PairSample;
import org.polyphony.study.pairs.Variant;
import org.polyphony.workload.kernel.BundledModels;

/** A sample of all benchmark pairs under some variants: runs and statistics. */
public final class PairStudy {
  public static final String GPU = "gtx980";

  /** Name of a file of finished runs, in the folder of a study or of its results. */
  public static final String RUNS = "runs.jsonl";

  /** Mean of each pair over its seeds. */
  public static final Table<Row> TABLE =
      new Table<Row>("pairs.csv")
          .text("pair", r -> r.pair.label())
          .text("category", r -> r.pair.category().label())
          .text("variant", r -> r.shown.label())
          .text("stp", r -> r.mean(Metric.STP).mean())
          .text("antt", r -> r.mean(Metric.ANTT).mean())
          .text("seeds", r -> r.study.repeats(r.pair).size())
          .text("stpLow", r -> r.mean(Metric.STP).low())
          .text("stpHigh", r -> r.mean(Metric.STP).high())
          .text("anttLow", r -> r.mean(Metric.ANTT).low())
          .text("anttHigh", r -> r.mean(Metric.ANTT).high());

  private final String figure;
  private final FigureContext context;
  private final String gpu;
  private final PairSample sample;
  private PairRuns.Results results = new PairRuns.Results(0, Map.of(), List.of());
  private List<Variant> ran = List.of();
  private Optional<Path> shipped = Optional.empty(); // finished runs, of another file

  /** Creates a study without runs. */
  public PairStudy(String figure, FigureContext context) {
    this(figure, context, context.gpuOr(GPU), PairSample.of(BundledModels.names()));
  }

  /**
   * Creates a study with its own device.
   *
   * @param sample the pairs of bundled models, unless the user names benchmarks
   */
  public PairStudy(String figure, FigureContext context, String gpu, PairSample sample) {
    this.figure = figure;
    this.context = context;
    this.gpu = gpu;
    List<String> wanted = context.inputs().benchmarks();
    this.sample = wanted.isEmpty() ? sample : PairSample.of(wanted);
  }

  /** A metric of a run. */
  public enum Metric {
    /** System throughput. */
    STP("stp", true, 0.05),
    /** Average normalized turnaround time. */
    ANTT("antt", false, 0.1);

    private final String key;
    private final boolean isMoreBetter;
    private final double near;

    Metric(String key, boolean isMoreBetter, double near) {
      this.key = key;
      this.isMoreBetter = isMoreBetter;
      this.near = near;
    }

    /** Returns the tolerance for agreement with the paper's average; our choice. */
    public double near() {
      return near;
    }

    public boolean isMoreBetter() {
      return isMoreBetter;
    }

    public double of(JsonNode summary) {
      return summary.path(key).asDouble(Double.NaN);
    }

    public ToDoubleFunction<PairRepeat> of(Variant variant) {
      return repeat -> of(repeat.summary(variant));
    }
  }

  /** A variant and how a figure calls it. */
  public record Shown(String label, Variant variant) {}

  /** A pair under a variant. */
  public record Row(PairStudy study, Pair pair, Shown shown) {
    MeanInterval mean(Metric metric) {
      return study.mean(pair, metric.of(shown.variant()));
    }

    /** Returns a run in the format of a sweep. */
    String line(PairRepeat repeat) {
      String seed = repeat.seed() == 1 ? "" : " seed " + repeat.seed();
      ObjectNode line = Json.object().put("run", pair.label() + " " + shown.label() + seed);
      ObjectNode summary = (ObjectNode) repeat.summary(shown.variant()).deepCopy();
      summary.remove("host"); // the only part that does not depend on the config alone
      summary.put("policy", shown.label()); // the label in charts
      line.setAll(summary);
      return Json.line(line) + "\n";
    }
  }

  /** Makes a figure of the pairs that have finished under all of its variants, at least one. */
  public interface Report {
    void make(Figure figure, FigureContext context, PairStudy study, List<Pair> pairs);
  }

  /**
   * Returns a body that runs the pairs of a figure and makes it, unless the user stopped it or no
   * pair has finished; a failed run is reported as an error at the end.
   */
  public static Figure.Body of(Report report) {
    return of(PairSample.of(BundledModels.names()), report);
  }

  /** Returns such a body for another sample of pairs. */
  public static Figure.Body of(PairSample sample, Report report) {
    return (figure, context) -> {
      PairStudy study = new PairStudy(figure.name(), context, context.gpuOr(GPU), sample);
      study.run(figure.variants(), context.effort().pairs());
      if (context.stop().isRequested()) {
        return;
      }
      List<Pair> pairs = study.pairs(figure.variants());
      if (!pairs.isEmpty()) {
        report.make(figure, context, study, pairs);
      }
      study.failIfAny();
    };
  }

  /** Repeats no run of a file, if it exists; new ones go to the file of the user. */
  public void reuse(Path file) {
    shipped = Optional.of(file).filter(Files::exists);
  }

  /** Runs the first pairs of the sample under every variant, fewer after a stop. */
  public void run(List<Variant> variants, int pairs) {
    ran = List.copyOf(variants);
    Optional<ResultLines> file = finished();
    results =
        runs(figure, context, gpu, BenchmarkSource.BUNDLED, file)
            .run(sample.first(pairs), variants, context.progress(), context.stop());
    if (context.stop().isRequested()) {
      Path kept = file.map(ResultLines::file).orElse(context.tools().cache());
      context.interrupted(results.finished(), results.runs(), results.failures().size(), kept);
    }
  }

  /**
   * Returns the pair runner within a figure's limits: rounds are as long as the paper's unless the
   * scale or the user limits them.
   */
  public static PairRuns runs(
      String figure,
      FigureContext context,
      String gpu,
      BenchmarkSource benchmarks,
      Optional<ResultLines> file) {
    FigureContext.Effort effort = context.effort();
    FigureContext.Tools tools = context.tools();
    return new PairRuns(
        figure,
        tools.device(),
        new FinishedRuns(file, tools.runs(), tools.build()),
        new PairRuns.Extent(
            gpu,
            Scale.PAPER.instructionBudget(),
            effort.cycles(),
            effort.seeds(),
            effort.jobs(),
            effort.until()),
        effort.cycles() > 0 ? benchmarks.repeated() : benchmarks);
  }

  public void failIfAny() {
    failIfAny(results.failures());
  }

  public static void failIfAny(List<String> failures) {
    if (!failures.isEmpty()) {
      String retry = "finished runs are kept; the same command retries the failed ones";
      String lines = String.join(System.lineSeparator(), failures);
      throw new SimulationFailure(lines + System.lineSeparator() + retry, "", null);
    }
  }

  /** Writes the runs of some pairs and their means. */
  public void write(List<Pair> pairs, List<Shown> shown) {
    List<Row> rows =
        pairs.stream()
            .flatMap(pair -> shown.stream().map(each -> new Row(this, pair, each)))
            .toList();
    AtomicFile.write(
        context.folder().file(ResultFile.LINES.file()),
        rows.stream()
            .flatMap(row -> repeats(row.pair).stream().map(row::line))
            .collect(Collectors.joining()));
    TABLE.write(context.folder(), rows.stream());
  }

  private Optional<ResultLines> finished() {
    Optional<Path> file =
        context.inputs().results().or(() -> shipped.map(own -> context.folder().file(RUNS)));
    Optional<ResultLines> finished = file.map(path -> lines(path, context));
    finished.ifPresent(lines -> shipped.ifPresent(lines::include));
    return finished;
  }

  /** Returns the results file that the user names; empty without one. */
  public static Optional<ResultLines> named(FigureContext context) {
    return context.inputs().results().map(path -> lines(path, context));
  }

  private static ResultLines lines(Path path, FigureContext context) {
    return ResultLines.read(path, ResultsVersion.CURRENT, context.progress()::say);
  }

  /**
   * Returns the pairs that have finished under all given variants with at least one seed, in sample
   * order.
   */
  public List<Pair> pairs(List<Variant> variants) {
    return sample.first(context.effort().pairs()).stream()
        .filter(pair -> !results.complete(pair, variants).isEmpty())
        .toList();
  }

  /**
   * Returns the repeats of a pair that have finished under all variants of the study; if there are
   * none, under some.
   */
  public List<PairRepeat> repeats(Pair pair) {
    List<PairRepeat> complete = results.complete(pair, ran);
    return complete.isEmpty() ? results.complete(pair, List.of()) : complete;
  }

  /** Returns the summary of a pair's first repeat. */
  public JsonNode summary(Pair pair, Variant variant) {
    return repeats(pair).get(0).summary(variant);
  }

  public double[] values(Pair pair, ToDoubleFunction<PairRepeat> value) {
    return repeats(pair).stream().mapToDouble(value).filter(Double::isFinite).toArray();
  }

  /** Returns the mean of a metric over a pair's repeats. */
  public MeanInterval mean(Pair pair, ToDoubleFunction<PairRepeat> value) {
    return MeanInterval.of(values(pair, value));
  }

  /** Returns the geometric mean of a metric over some pairs, by category. */
  public Map<Category, GeometricMean> byCategory(
      List<Pair> pairs, ToDoubleFunction<PairRepeat> value) {
    Map<Category, GeometricMean> means = new LinkedHashMap<>();
    for (Category category : Category.values()) {
      List<Pair> some = pairs.stream().filter(pair -> pair.category() == category).toList();
      if (!some.isEmpty()) {
        means.put(category, overall(some, value));
      }
    }
    return means;
  }

  /** Returns the geometric mean of a metric over pairs. */
  public GeometricMean overall(List<Pair> pairs, ToDoubleFunction<PairRepeat> value) {
    return PairSample.mean(pairs, pair -> values(pair, value));
  }

  /** Returns a mean as a bar of the change over non-shared execution, in percent. */
  public GroupMean bar(
      List<Pair> pairs,
      Metric metric,
      String group,
      Shown series,
      GeometricMean mean,
      double paper) {
    return new GroupMean(
        metric + " over non-shared (%)",
        group,
        series.label(),
        100 * (mean.mean() - 1),
        100 * (mean.low() - 1),
        100 * (mean.high() - 1),
        paper,
        runs(pairs));
  }

  /**
   * Describes the number of pairs and seeds, as in {@code 90 pairs (30 with 3 seeds, 60 with 1)}.
   */
  public String runs(List<Pair> pairs) {
    SortedMap<Integer, Integer> counts = new TreeMap<>(Comparator.reverseOrder());
    pairs.forEach(pair -> counts.merge(repeats(pair).size(), 1, Integer::sum));
    String all = pairs.size() + " pairs";
    if (counts.isEmpty() || counts.firstKey() == 1) {
      return all;
    }
    if (counts.size() == 1) {
      return all + " (" + counts.firstKey() + " seeds each)";
    }
    StringJoiner words = new StringJoiner(", ", all + " (", ")");
    counts.forEach((seeds, of) -> words.add(of + " with " + seeds));
    return words.toString().replaceFirst("( with \\d+)", "$1 seeds");
  }

  /** Describes the extent of the runs in a line. */
  public String extent(List<Pair> pairs) {
    long cycles = context.effort().cycles();
    return text(
        "%s on %s, rounds of %s",
        runs(pairs),
        GpuConfigs.load(gpu).name(),
        cycles > 0 ? text("%,d cycles alone", cycles) : "a billion thread instructions or all");
  }

  /** Describes the sampling of pairs and their means. */
  public String sampling(List<Pair> pairs) {
    long units = pairs.stream().flatMap(pair -> pair.names().stream()).distinct().count();
    boolean isCensus = pairs.size() == sample.first(Integer.MAX_VALUE).size();
    String drawn = isCensus ? "all pairs" : "sample seed " + PairSample.SEED;
    return text(
        "%s; %s. Averages are plain geometric means over the pairs; their 95%% intervals are about the"
            + " %d benchmarks,%nnot the pairs (docs/method.md).%n",
        sizes(pairs, sample), drawn, units);
  }

  public static String sizes(List<Pair> pairs, PairSample sample) {
    return Stream.of(Category.values())
        .map(
            category -> {
              long count = pairs.stream().filter(p -> p.category() == category).count();
              return count + " of " + sample.population(category) + " " + category.label();
            })
        .collect(Collectors.joining(", "));
  }

  public PairSample sample() {
    return sample;
  }
}
