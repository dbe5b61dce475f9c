package org.polyphony.study.maestro;

import static org.polyphony.results.table.Formats.percent;
import static org.polyphony.results.table.Formats.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.polyphony.results.statistics.GeometricMean;
import org.polyphony.results.table.GroupMean;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.PaperNumbers;
import org.polyphony.study.Verdict;
import org.polyphony.study.maestro.PairStudy.Metric;
import org.polyphony.study.pairs.Category;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.Variant;

/**
 * STP improvement and ANTT increase over non-shared execution for pairs of benchmarks, by category
 * and variant, with the averages and orderings that the paper's text states. Source: GPU Maestro
 * Figures 11, 12, 14.
 */
record PairFigure(String name, List<Shown> shown) {
  static final PairFigure FIGURE_11 =
      of("fig11", Variant::policy, Variant.SPATIAL_EVEN, Variant.SMK_EVEN, Variant.MAESTRO);
  static final PairFigure FIGURE_12 =
      of(
          "fig12",
          Variant::kernelScheduler,
          Variant.MAESTRO_NONE,
          Variant.MAESTRO,
          Variant.MAESTRO_IPR,
          Variant.MAESTRO_FAIR);
  static final PairFigure FIGURE_14 =
      of(
          "fig14",
          Variant::policy,
          Variant.SPATIAL_SMART,
          Variant.SMK_PW,
          Variant.WARPED_SLICER,
          Variant.MAESTRO);
  static final String AVERAGE = "over non-shared execution";
  private static final String CHANGE = "%+.1f%%";

  private static PairFigure of(String name, Function<Variant, String> label, Variant... variants) {
    return new PairFigure(
        name, Stream.of(variants).map(v -> new Shown(label.apply(v), v)).toList());
  }

  /** A variant and how a figure calls it. */
  record Shown(String label, Variant variant) {}

  /** An ordering of two variants that the paper states. */
  record Claim(String pairs, Shown one, boolean isClose, Shown other, Metric metric) {
    private static final String ALL = "all";
    private static final double CLOSE = 0.05; // of the ratio

    String statement() {
      String relation = isClose ? "close to" : "better than";
      return text("%s: %s %s %s by %s", pairs, one.label, relation, other.label, metric);
    }

    boolean isAboutAll() {
      return pairs.equals(ALL);
    }

    /** Tests the claim on the pairs that have run under both variants; empty without any. */
    Optional<Finding> test(PairStudy study, String paper) {
      List<Pair> some =
          study.pairs(List.of(one.variant, other.variant)).stream()
              .filter(pair -> isAboutAll() || pairs.equals(pair.category().label()))
              .toList();
      if (some.isEmpty()) {
        return Optional.empty();
      }
      GeometricMean ratio =
          study.overall(
              some,
              repeat ->
                  metric.of(one.variant).applyAsDouble(repeat)
                      / metric.of(other.variant).applyAsDouble(repeat));
      String measured = text("%.3f (%.3f to %.3f)", ratio.mean(), ratio.low(), ratio.high());
      return Optional.of(new Finding(statement(), paper, measured, verdict(ratio)));
    }

    private Verdict verdict(GeometricMean ratio) {
      if (isClose) {
        return Verdict.of(Math.abs(ratio.mean() - 1) <= CLOSE);
      }
      boolean isSure = ratio.low() > 1 || ratio.high() < 1;
      return Verdict.of(metric.isMoreBetter() ? ratio.mean() > 1 : ratio.mean() < 1, isSure);
    }
  }

  Figure figure() {
    List<Variant> variants = shown.stream().map(Shown::variant).toList();
    return new Figure(name, variants, PairStudy.of(this::make));
  }

  /** Returns the variants that the paper measured. */
  List<Shown> published() {
    return shown.stream().filter(each -> PaperNumbers.has(key(each))).toList();
  }

  private String key(Shown of) {
    return "maestro." + name + "." + of.label;
  }

  /** Returns what the paper says of two variants each. */
  List<Claim> claims() {
    List<Claim> claims = new ArrayList<>();
    for (JsonNode claim : PaperNumbers.value("maestro." + name + ".orderings")) {
      claims.add(
          new Claim(
              claim.get("pairs").asText(),
              shown(claim.get("one").asText()),
              claim.get("is").asText().equals("close"),
              shown(claim.get("other").asText()),
              Metric.valueOf(claim.get("by").asText())));
    }
    return claims;
  }

  private Shown shown(String label) {
    return shown.stream().filter(each -> each.label.equals(label)).findFirst().orElseThrow();
  }

  /** Returns the paper's average; NaN if it states none. */
  private double paper(Shown of, Metric metric) {
    return PaperNumbers.has(key(of))
        ? PaperNumbers.numbers(key(of)).get(metric.ordinal())
        : Double.NaN;
  }

  private void make(Figure figure, FigureContext context, PairStudy study, List<Pair> pairs) {
    study.write(pairs, shown);
    GroupMean.TABLE.write(context.folder(), means(study, pairs));
    figure.report(context, study.extent(pairs), findings(study, pairs), study.sampling(pairs));
  }

  private List<Finding> findings(PairStudy study, List<Pair> pairs) {
    List<Finding> findings = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      for (Shown each : published()) {
        findings.add(average(each, metric, study.overall(pairs, metric.of(each.variant))));
      }
    }
    for (Claim claim : claims()) {
      String paper =
          claim.isAboutAll()
              ? text(
                  "%.3f",
                  (1 + paper(claim.one, claim.metric)) / (1 + paper(claim.other, claim.metric)))
              : "";
      claim.test(study, paper).ifPresent(findings::add);
    }
    return findings;
  }

  /** An average holds when it is near the paper's; that is sure when all its interval is. */
  private Finding average(Shown of, Metric metric, GeometricMean mean) {
    double paper = paper(of, metric);
    double least = 1 + paper - metric.near();
    double most = 1 + paper + metric.near();
    boolean isInside = least <= mean.low() && mean.high() <= most;
    boolean isOutside = mean.high() < least || most < mean.low();
    return new Finding(
        text("%s of %s %s (within %.0f points)", metric, of.label, AVERAGE, 100 * metric.near()),
        percent(CHANGE, paper),
        text(
            "%s (%s to %s)",
            percent(CHANGE, mean.mean() - 1),
            percent(CHANGE, mean.low() - 1),
            percent(CHANGE, mean.high() - 1)),
        Verdict.of(least <= mean.mean() && mean.mean() <= most, isInside || isOutside));
  }

  private Stream<GroupMean> means(PairStudy study, List<Pair> pairs) {
    List<GroupMean> means = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      for (Shown each : shown) {
        Map<Category, GeometricMean> categories = study.byCategory(pairs, metric.of(each.variant));
        categories.forEach(
            (category, mean) ->
                means.add(study.bar(pairs, metric, category.label(), each, mean, Double.NaN)));
        GeometricMean all = study.overall(pairs, metric.of(each.variant));
        double paper = 100 * paper(each, metric);
        means.add(study.bar(pairs, metric, GroupMean.ALL, each, all, paper));
      }
    }
    return means.stream();
  }
}
