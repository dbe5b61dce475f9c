package org.polyphony.study.maestro;

import static org.polyphony.text.Formats.percent;
import static org.polyphony.text.Formats.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.PaperNumbers;
import org.polyphony.study.Verdict;
import org.polyphony.study.maestro.PairStudy.Metric;
import org.polyphony.study.pairs.Category;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairRepeat;
import org.polyphony.study.pairs.Variant;
import org.polyphony.text.GroupMean;

/**
 * GPU Maestro's decisions, and the cost of repartitioning as the STP gain of free preemption.
 * Source: GPU Maestro Figure 13.
 */
record Figure13(PairStudy study, List<Pair> pairs) {
  static final Figure FIGURE =
      new Figure(
          "fig13",
          List.of(Variant.MAESTRO, Variant.MAESTRO_IDEAL),
          PairStudy.of(
              (figure, context, study, pairs) -> new Figure13(study, pairs).make(figure, context)));
  private static final int EPOCH = 50_000; // core cycles; GPU Maestro 4.1
  private static final String SHARE = "%.1f%%";

  /**
   * A share stated by the paper, averaged over all pairs.
   *
   * @param near tolerance for agreement; our choice
   */
  private record Share(
      String axis,
      String series,
      String statement,
      String key,
      double near,
      ToDoubleFunction<PairRepeat> value) {
    static Share ofDecisions(String outcome, String words) {
      return new Share(
          "Decisions (%)",
          words,
          "decisions: " + words,
          outcome,
          0.1,
          repeat -> partitioning(repeat, "decisions/" + outcome));
    }

    double paper() {
      return PaperNumbers.number("maestro.fig13." + key);
    }
  }

  private static final List<Share> SHARES =
      List.of(
          Share.ofDecisions("spatial", "spatial"),
          Share.ofDecisions("smkEven", "SMK even"),
          Share.ofDecisions("smkOther", "SMK other"),
          Share.ofDecisions("smkOtherByOne", "of all: SMK other by one thread block"),
          new Share(
              "STP lost to preemption (%)",
              "maestro",
              "overhead: STP with free preemption over STP - 1",
              "overhead",
              0.02,
              Figure13::overhead));

  private void make(Figure figure, FigureContext context) {
    study.write(pairs, List.of(new PairFigure.Shown("maestro", Variant.MAESTRO)));
    List<GroupMean> means = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    for (Share share : SHARES) {
      for (Category category : Category.values()) {
        double mean = mean(pairs, share.value, List.of(category));
        means.add(bar(share, category.label(), mean, Double.NaN));
      }
      double mean = mean(pairs, share.value);
      means.add(bar(share, GroupMean.ALL, mean, 100 * share.paper()));
      findings.add(
          new Finding(
              text("%s (within %.0f points)", share.statement, 100 * share.near),
              percent(SHARE, share.paper()),
              percent(SHARE, mean),
              Verdict.of(Math.abs(mean - share.paper()) <= share.near)));
    }
    GroupMean.TABLE.write(context.folder(), means.stream());
    figure.report(context, study.extent(pairs), findings, more());
  }

  private GroupMean bar(Share share, String group, double mean, double paper) {
    return new GroupMean(
        share.axis,
        group,
        share.series,
        100 * mean,
        Double.NaN,
        Double.NaN,
        paper,
        study.runs(pairs));
  }

  /** Returns shares that the paper does not state, and the sampling. */
  private String more() {
    Map<Boolean, List<Pair>> byLength = new LinkedHashMap<>();
    for (Pair pair : pairs) {
      boolean isLong = outlastsAnEpoch(study.summary(pair, Variant.MAESTRO));
      byLength.computeIfAbsent(isLong, key -> new ArrayList<>()).add(pair);
    }
    List<Pair> some = byLength.getOrDefault(true, List.of());
    List<Pair> others = byLength.getOrDefault(false, List.of());
    return text(
        "Overhead of %d pairs of kernels of %,d cycles and more alone: %s, of the %d others: %s. SM"
            + " cycles lost to preemption: %s.%n%s",
        some.size(),
        EPOCH,
        percent(SHARE, mean(some, Figure13::overhead)),
        others.size(),
        percent(SHARE, mean(others, Figure13::overhead)),
        percent(SHARE, mean(pairs, repeat -> partitioning(repeat, "overhead"))),
        study.sampling(pairs));
  }

  /**
   * Returns whether the kernels of every benchmark in a run last at least an epoch alone, on
   * average. GPU Maestro decides once per epoch and restarts it at each launch, so it cannot learn
   * from shorter kernels.
   */
  static boolean outlastsAnEpoch(JsonNode summary) {
    for (JsonNode benchmark : summary.path("benchmarks")) {
      double alone =
          benchmark.path("threadInstructions").asDouble() / benchmark.path("ipcAlone").asDouble();
      if (alone / benchmark.path("launches").asLong() < EPOCH) {
        return false;
      }
    }
    return true;
  }

  private static double overhead(PairRepeat repeat) {
    double free = Metric.STP.of(Variant.MAESTRO_IDEAL).applyAsDouble(repeat);
    return free / Metric.STP.of(Variant.MAESTRO).applyAsDouble(repeat) - 1;
  }

  private static double partitioning(PairRepeat repeat, String path) {
    return repeat.summary(Variant.MAESTRO).at("/partitioning/" + path).asDouble();
  }

  private double mean(List<Pair> some, ToDoubleFunction<PairRepeat> value) {
    return mean(some, value, List.of(Category.values()));
  }

  /** Returns the mean over the pairs of some categories, weighted by category size. */
  private double mean(
      List<Pair> some, ToDoubleFunction<PairRepeat> value, List<Category> categories) {
    double sum = 0;
    double weights = 0;
    for (Category category : categories) {
      double[] values =
          some.stream()
              .filter(pair -> pair.category() == category)
              .mapToDouble(pair -> study.mean(pair, value).mean())
              .toArray();
      int size = study.sample().population(category);
      for (double each : values) {
        sum += each * size / values.length;
      }
      weights += values.length > 0 ? size : 0;
    }
    return weights == 0 ? Double.NaN : sum / weights;
  }
}
