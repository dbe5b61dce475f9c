package org.polyphony.study.maestro;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;
import org.polyphony.plot.MeanInterval;
import org.polyphony.run.ResultsVersion;
import org.polyphony.store.ResultLines;
import org.polyphony.store.RunCache;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;
import org.polyphony.study.pairs.BenchmarkSource;
import org.polyphony.study.pairs.Category;
import org.polyphony.study.pairs.Conditions;
import org.polyphony.study.pairs.FinishedRuns;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairRepeat;
import org.polyphony.study.pairs.PairResults;
import org.polyphony.study.pairs.PairRuns;
import org.polyphony.study.pairs.PairSample;
import org.polyphony.study.pairs.StratifiedMean;
import org.polyphony.study.pairs.Variant;
import org.polyphony.workload.kernel.BundledModels;

/** A sample of all pairs of benchmarks under some variants: the runs and what they say. */
final class PairStudy {
  static final String GPU = "gtx980";

  private final String figure;
  private final FigureContext context;
  private final Conditions conditions;
  private final PairSample sample;
  private PairResults results = new PairResults(Map.of(), List.of());
  private List<Variant> ran = List.of();

  /**
   * Makes a study in which nothing has run yet.
   *
   * @param figure what it is for, for the progress
   * @param context what the figure works with
   */
  PairStudy(String figure, FigureContext context) {
    this(figure, context, context.conditions(GPU));
  }

  /** Makes a study under conditions of its own. */
  PairStudy(String figure, FigureContext context, Conditions conditions) {
    this.figure = figure;
    this.context = context;
    this.conditions = conditions;
    List<String> wanted = context.inputs().benchmarks();
    sample = PairSample.of(wanted.isEmpty() ? BundledModels.names() : wanted);
  }

  /** A value of a run. */
  enum Metric {
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

    /** Returns how far an average may be from the paper's to count as the same: our choice. */
    double near() {
      return near;
    }

    boolean isMoreBetter() {
      return isMoreBetter;
    }

    /** Returns what it is as a change over non-shared execution, as an axis names it. */
    String change() {
      return name() + " over non-shared (%)";
    }

    double of(JsonNode summary) {
      return summary.path(key).asDouble(Double.NaN);
    }

    ToDoubleFunction<PairRepeat> of(Variant variant) {
      return repeat -> of(repeat.summary(variant));
    }
  }

  /**
   * Runs the pairs of a figure and makes it, unless a stop was requested or none has ended.
   *
   * @param report makes it of these
   * @throws org.polyphony.simulation.SimulationFailure at the end, when one could not go on
   */
  static void reproduce(
      Figure figure, FigureContext context, BiConsumer<PairStudy, List<Pair>> report) {
    PairStudy study = new PairStudy(figure.name(), context);
    study.run(figure.variants());
    if (context.stop().isRequested()) {
      return;
    }
    List<Pair> pairs = study.pairs(figure.variants());
    if (!pairs.isEmpty()) {
      report.accept(study, pairs);
    }
    PairFigure.failIfAny(study.failures());
  }

  /** Runs the sample under every variant; a stop leaves some out. */
  void run(List<Variant> variants) {
    run(variants, context.effort().pairs());
  }

  /** The same with the first pairs of the sample, so many. */
  void run(List<Variant> variants, int pairs) {
    Optional<ResultLines> file =
        context
            .inputs()
            .results()
            .map(path -> ResultLines.read(path, ResultsVersion.CURRENT, context.progress()::say));
    ran = List.copyOf(variants);
    results =
        runs(figure, context, conditions, BenchmarkSource.BUNDLED, file)
            .run(sample.first(pairs), variants, context.progress(), context.stop());
  }

  /**
   * Returns what runs pairs of these benchmarks, as far as a figure's effort goes: rounds are as
   * long as the paper's, unless the scale or the user sets a time.
   *
   * @param figure what they run for
   * @param context has the effort
   * @param conditions that all have in common
   * @param benchmarks what they are
   * @param file of results, beside the cache
   */
  static PairRuns runs(
      String figure,
      FigureContext context,
      Conditions conditions,
      BenchmarkSource benchmarks,
      Optional<ResultLines> file) {
    FigureContext.Effort effort = context.effort();
    long budget = Scale.PAPER.instructionBudget();
    FigureContext.Tools tools = context.tools();
    return new PairRuns(
        figure,
        tools.device(),
        new FinishedRuns(file, new RunCache(tools.cache()), tools.build()),
        new PairRuns.Extent(
            conditions, budget, effort.cycles(), effort.seeds(), effort.jobs(), effort.until()),
        benchmarks);
  }

  List<String> failures() {
    return results.failures();
  }

  /**
   * Returns the pairs that have ended under all of these variants, with one seed or more, in the
   * order of the sample.
   */
  List<Pair> pairs(List<Variant> variants) {
    return sample.first(context.effort().pairs()).stream()
        .filter(pair -> !results.complete(pair, variants).isEmpty())
        .toList();
  }

  /**
   * Returns the repeats of a pair that have ended under all variants that ran; when there are none,
   * those that have ended under some.
   */
  List<PairRepeat> repeats(Pair pair) {
    List<PairRepeat> complete = results.complete(pair, ran);
    return complete.isEmpty() ? results.complete(pair, List.of()) : complete;
  }

  /** Returns the summary of a pair's first repeat. */
  JsonNode summary(Pair pair, Variant variant) {
    return repeats(pair).get(0).summary(variant);
  }

  double[] values(Pair pair, ToDoubleFunction<PairRepeat> value) {
    return repeats(pair).stream().mapToDouble(value).filter(Double::isFinite).toArray();
  }

  /** Returns the mean of a value over a pair's repeats. */
  MeanInterval mean(Pair pair, ToDoubleFunction<PairRepeat> value) {
    return MeanInterval.of(values(pair, value));
  }

  /** Returns the mean of a metric over a pair's repeats. */
  double value(Pair pair, Variant variant, Metric metric) {
    return mean(pair, metric.of(variant)).mean();
  }

  /**
   * Returns how many of some pairs have how many seeds, as {@code 3 seeds each} or {@code 30 with 3
   * seeds, 60 with 1}; empty when all have one.
   */
  String seeds(List<Pair> pairs) {
    SortedMap<Integer, Integer> counts = new TreeMap<>(Comparator.reverseOrder());
    pairs.forEach(pair -> counts.merge(repeats(pair).size(), 1, Integer::sum));
    if (counts.isEmpty() || counts.firstKey() == 1) {
      return "";
    }
    if (counts.size() == 1) {
      return counts.firstKey() + " seeds each";
    }
    StringJoiner words = new StringJoiner(", ");
    counts.forEach((seeds, of) -> words.add(of + " with " + seeds));
    return words.toString().replaceFirst("( with \\d+)", "$1 seeds");
  }

  /** Returns the geometric mean of a value over some pairs, for each category that has one. */
  Map<Category, StratifiedMean> byCategory(List<Pair> pairs, ToDoubleFunction<PairRepeat> value) {
    Map<Category, StratifiedMean> means = new LinkedHashMap<>();
    for (Category category : Category.values()) {
      StratifiedMean.Stratum stratum = stratum(pairs, category, value);
      if (!stratum.members().isEmpty()) {
        means.put(category, StratifiedMean.of(List.of(stratum)));
      }
    }
    return means;
  }

  /** Returns the geometric mean of a value over all pairs, estimated from some. */
  StratifiedMean overall(List<Pair> pairs, ToDoubleFunction<PairRepeat> value) {
    List<StratifiedMean.Stratum> strata = new ArrayList<>();
    for (Category category : Category.values()) {
      strata.add(stratum(pairs, category, value));
    }
    return StratifiedMean.of(strata);
  }

  private StratifiedMean.Stratum stratum(
      List<Pair> pairs, Category category, ToDoubleFunction<PairRepeat> value) {
    List<double[]> members =
        pairs.stream().filter(p -> p.category() == category).map(p -> values(p, value)).toList();
    return new StratifiedMean.Stratum(members, sample.population(category));
  }

  /** Returns the device and the order of instructions. */
  Conditions conditions() {
    return conditions;
  }

  PairSample sample() {
    return sample;
  }
}
