package org.polyphony.study.maestro;

import static org.polyphony.results.table.Formats.percent;
import static org.polyphony.results.table.Formats.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.polyphony.results.table.GroupMean;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.PaperNumbers;
import org.polyphony.study.Verdict;
import org.polyphony.study.pairs.Category;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairRepeat;
import org.polyphony.study.pairs.Variant;
import org.polyphony.study.sample.PairStudy;
import org.polyphony.study.sample.PairStudy.Metric;

/**
 * GPU Maestro's decisions, and the cost of repartitioning as the STP gain of free preemption. A
 * pair without a decision has no shares, so the shares of the other pairs add up to 100%. Source:
 * GPU Maestro Figure 13.
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
   * A share stated by the paper, averaged over the pairs that have it.
   *
   * @param near tolerance for agreement; our choice
   * @param value not a number for a repeat that has no such share
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
          words, "decisions: " + words, outcome, 0.1, repeat -> ofAllDecisions(repeat, outcome));
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
    study.write(pairs, List.of(new PairStudy.Shown("maestro", Variant.MAESTRO)));
    List<GroupMean> means = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    for (Share share : SHARES) {
      List<Pair> some = pairs.stream().filter(pair -> has(pair, share.value)).toList();
      for (Category category : Category.values()) {
        double mean = mean(pairs, share.value, List.of(category));
        means.add(bar(share, some, category.label(), mean, Double.NaN));
      }
      double mean = mean(pairs, share.value);
      means.add(bar(share, some, GroupMean.ALL, mean, 100 * share.paper()));
      if (!some.isEmpty()) {
        findings.add(finding(share, mean));
      }
    }
    GroupMean.TABLE.write(context.folder(), means.stream());
    figure.report(context, study.extent(pairs) + undecided(), findings, more());
  }

  private static Finding finding(Share share, double mean) {
    return new Finding(
        text("%s (within %.0f points)", share.statement, 100 * share.near),
        percent(SHARE, share.paper()),
        percent(SHARE, mean),
        Verdict.of(Math.abs(mean - share.paper()) <= share.near));
  }

  private boolean has(Pair pair, ToDoubleFunction<PairRepeat> value) {
    return study.values(pair, value).length > 0;
  }

  /** Names the pairs whose decisions have no shares. */
  private String undecided() {
    List<String> none =
        pairs.stream()
            .filter(pair -> !has(pair, repeat -> ofAllDecisions(repeat, "spatial")))
            .map(Pair::label)
            .toList();
    return none.isEmpty()
        ? ""
        : text(
            "; shares without %d that took no decision: %s", none.size(), String.join(", ", none));
  }

  private GroupMean bar(Share share, List<Pair> some, String group, double mean, double paper) {
    return new GroupMean(
        share.axis,
        group,
        share.series,
        100 * mean,
        Double.NaN,
        Double.NaN,
        paper,
        study.runs(some));
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
        percent(SHARE, mean(pairs, Figure13::preemption)),
        study.sampling(pairs));
  }

  /**
   * Returns whether the kernels of every benchmark in a run last at least an epoch alone, on
   * average: GPU Maestro decides once per epoch, which for shorter kernels spans several launches.
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

  private static double preemption(PairRepeat repeat) {
    return partitioning(repeat).path("overhead").asDouble();
  }

  private static double ofAllDecisions(PairRepeat repeat, String outcome) {
    JsonNode decisions = partitioning(repeat).path("decisions");
    return decisions.isEmpty() ? Double.NaN : decisions.path(outcome).asDouble();
  }

  private static JsonNode partitioning(PairRepeat repeat) {
    return repeat.summary(Variant.MAESTRO).path("partitioning");
  }

  private double mean(List<Pair> some, ToDoubleFunction<PairRepeat> value) {
    return mean(some, value, List.of(Category.values()));
  }

  /** Returns the mean over those pairs of some categories that have a value. */
  private double mean(
      List<Pair> some, ToDoubleFunction<PairRepeat> value, List<Category> categories) {
    return some.stream()
        .filter(pair -> categories.contains(pair.category()))
        .mapToDouble(pair -> study.mean(pair, value).mean())
        .filter(Double::isFinite)
        .average()
        .orElse(Double.NaN);
  }
}
