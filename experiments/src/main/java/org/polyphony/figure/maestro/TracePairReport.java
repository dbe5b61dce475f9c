package org.polyphony.figure.maestro;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.ToDoubleFunction;
import org.polyphony.figure.ErrorStatistics;
import org.polyphony.figure.Scale;
import org.polyphony.figure.maestro.PairStudy.Metric;
import org.polyphony.pairs.Category;
import org.polyphony.pairs.PairSample;
import org.polyphony.pairs.StratifiedMean;
import org.polyphony.pairs.Variant;

/**
 * Pairs of real traces beside pairs of kernel models, as text.
 *
 * @param gpu on which they ran
 * @param sample that the pairs are from
 * @param variants that were compared
 * @param pairs those of which all runs have ended
 */
record TracePairReport(
    String gpu, PairSample sample, List<Variant> variants, List<TracePair> pairs) {

  /** Returns the rank correlations, a line for each policy. */
  String summary() {
    if (pairs.isEmpty()) {
      return "no pair has ended\n";
    }
    StringBuilder text = new StringBuilder();
    for (Variant variant : variants) {
      text.append(
          text(
              "%-13s rank correlation of traces and models: STP %s, ANTT %s (%d pairs)\n",
              variant.policy(),
              rank(variant, Metric.STP),
              rank(variant, Metric.ANTT),
              pairs.size()));
    }
    return text.toString();
  }

  private String rank(Variant variant, Metric metric) {
    double rank =
        ErrorStatistics.rankCorrelation(pairs.stream().map(p -> p.both(variant, metric)).toList());
    return Double.isNaN(rank) ? "-" : text("%.2f", rank);
  }

  /**
   * Returns the section of the reproduction.
   *
   * @param command that made it
   * @param cycles in which a benchmark executes its round alone; 0 for the whole
   */
  String markdown(String command, long cycles) {
    StringBuilder text =
        new StringBuilder("## Real traces beside kernel models\n\nMade by\n\n    ");
    text.append(command).append("\n\n").append(conditions(cycles)).append('\n');
    appendPolicies(text);
    appendOrderings(text);
    appendPairs(text);
    return text.toString();
  }

  private String conditions(long cycles) {
    StringJoiner sizes = new StringJoiner(", ");
    for (Category category : Category.values()) {
      long count = pairs.stream().filter(p -> p.pair().category() == category).count();
      sizes.add(count + " of " + sample.population(category) + " " + category.label());
    }
    String round =
        cycles == 0
            ? text("%,d thread instructions", Scale.PAPER.instructionBudget())
            : text("what it executes alone in %,d cycles", cycles);
    return text(
        """
        %d pairs (%s; sample seed %d) of the benchmarks that have a trace, on %s. A round of a model, or of a trace begun
        again and again, is %s. Means are geometric, over all pairs, the categories weighted by
        their size; intervals are 95%% bootstrap intervals.
        """,
        pairs.size(), sizes, PairSample.SEED, gpu, round);
  }

  private void appendPolicies(StringBuilder text) {
    text.append("| policy | STP, models | STP, traces | rank correlation | ANTT, models");
    text.append(" | ANTT, traces | rank correlation |\n|---|---|---|--:|---|---|--:|\n");
    for (Variant variant : variants) {
      text.append("| ").append(variant.policy());
      for (Metric metric : Metric.values()) {
        text.append(" | ").append(interval(mean(p -> p.ofModels(variant, metric))));
        text.append(" | ").append(interval(mean(p -> p.ofTraces(variant, metric))));
        text.append(" | ").append(rank(variant, metric));
      }
      text.append(" |\n");
    }
    text.append('\n');
  }

  private StratifiedMean mean(ToDoubleFunction<TracePair> value) {
    List<StratifiedMean.Stratum> strata = new ArrayList<>();
    for (Category category : Category.values()) {
      List<Double> values =
          pairs.stream()
              .filter(p -> p.pair().category() == category)
              .map(value::applyAsDouble)
              .toList();
      strata.add(new StratifiedMean.Stratum(values, sample.population(category)));
    }
    return StratifiedMean.of(strata);
  }

  private void appendOrderings(StringBuilder text) {
    text.append("| ratio of means | models | traces | same direction | pairs ordered alike |\n");
    text.append("|---|---|---|---|--:|\n");
    for (Metric metric : Metric.values()) {
      for (int a = 0; a < variants.size(); a++) {
        for (int b = a + 1; b < variants.size(); b++) {
          appendOrdering(text, metric, variants.get(b), variants.get(a));
        }
      }
    }
    text.append('\n');
  }

  private void appendOrdering(StringBuilder text, Metric metric, Variant one, Variant other) {
    StratifiedMean models = mean(p -> p.ofModels(one, metric) / p.ofModels(other, metric));
    StratifiedMean traces = mean(p -> p.ofTraces(one, metric) / p.ofTraces(other, metric));
    long alike =
        pairs.stream()
            .filter(
                p ->
                    (p.ofModels(one, metric) > p.ofModels(other, metric))
                        == (p.ofTraces(one, metric) > p.ofTraces(other, metric)))
            .count();
    text.append(
        text(
            "| %s: %s over %s | %s | %s | %s | %d of %d |\n",
            metric,
            one.policy(),
            other.policy(),
            interval(models),
            interval(traces),
            models.mean() > 1 == traces.mean() > 1 ? "yes" : "no",
            alike,
            pairs.size()));
  }

  private void appendPairs(StringBuilder text) {
    text.append("STP and ANTT of each pair, models / traces:\n\n| pair | category |");
    variants.forEach(v -> text.append(' ').append(v.policy()).append(" STP | ANTT |"));
    text.append("\n|---|---|").append("--:|".repeat(2 * variants.size())).append('\n');
    for (TracePair p : pairs) {
      text.append("| ").append(p.pair().label()).append(" | ").append(p.pair().category().label());
      for (Variant variant : variants) {
        for (Metric metric : Metric.values()) {
          text.append(
              text(" | %.2f / %.2f", p.ofModels(variant, metric), p.ofTraces(variant, metric)));
        }
      }
      text.append(" |\n");
    }
  }

  /** Returns the points of the chart. */
  String agreement() {
    StringBuilder text = new StringBuilder("metric,series,point,xName,yName,x,y\n");
    for (Metric metric : Metric.values()) {
      for (Variant variant : variants) {
        for (TracePair p : pairs) {
          text.append(
              text(
                  "%s,%s,%s,models,traces,%.4f,%.4f\n",
                  metric,
                  variant.policy(),
                  p.pair().label(),
                  p.ofModels(variant, metric),
                  p.ofTraces(variant, metric)));
        }
      }
    }
    return text.toString();
  }

  private static String interval(StratifiedMean mean) {
    return text("%.3f (%.3f to %.3f)", mean.mean(), mean.low(), mean.high());
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
