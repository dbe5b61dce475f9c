package org.polyphony.study.maestro;

import static org.polyphony.text.Formats.finite;
import static org.polyphony.text.Formats.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.polyphony.study.AgreementPoint;
import org.polyphony.study.ErrorStatistics;
import org.polyphony.study.Scale;
import org.polyphony.study.maestro.PairStudy.Metric;
import org.polyphony.study.pairs.Category;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairSample;
import org.polyphony.study.pairs.StratifiedMean;
import org.polyphony.study.pairs.Variant;
import org.polyphony.text.Table;

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

  /**
   * Two benchmarks together, as kernel models and as real traces.
   *
   * @param pair the two
   * @param models {@code summary.json} of the models by variant
   * @param traces that of the traces
   */
  record TracePair(Pair pair, Map<Variant, JsonNode> models, Map<Variant, JsonNode> traces) {}

  /** A value of a pair under a variant. */
  private record Value(Metric metric, Variant variant) {
    double models(TracePair pair) {
      return metric.of(pair.models.get(variant));
    }

    double traces(TracePair pair) {
      return metric.of(pair.traces.get(variant));
    }
  }

  /** Two variants, compared by a metric. */
  private record Ordering(Value one, Value other) {
    String text() {
      return one.metric + ": " + one.variant.policy() + " over " + other.variant.policy();
    }

    double models(TracePair pair) {
      return one.models(pair) / other.models(pair);
    }

    double traces(TracePair pair) {
      return one.traces(pair) / other.traces(pair);
    }
  }

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
    Value value = new Value(metric, variant);
    return finite(
        "%.2f",
        ErrorStatistics.rankCorrelation(
            pairs.stream()
                .map(p -> new ErrorStatistics.Pair("", value.traces(p), value.models(p)))
                .toList()));
  }

  /**
   * Returns the section of the reproduction.
   *
   * @param command that made it
   * @param cycles in which a benchmark executes its round alone; 0 for the whole
   */
  String markdown(String command, long cycles) {
    return "## Real traces beside kernel models\n\nMade by\n\n    "
        + command
        + "\n\n"
        + conditions(cycles)
        + "\n"
        + policies()
        + "\n"
        + orderings()
        + "\nSTP and ANTT of each pair, models / traces:\n\n"
        + eachPair();
  }

  private String conditions(long cycles) {
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
        pairs.size(),
        PairReport.sizes(pairs.stream().map(TracePair::pair).toList(), sample),
        PairSample.SEED,
        gpu,
        round);
  }

  private String policies() {
    Table<Variant> table = new Table<Variant>().text("policy", Variant::policy);
    for (Metric metric : Metric.values()) {
      table =
          table
              .text(metric + ", models", v -> interval(mean(new Value(metric, v)::models)))
              .text(metric + ", traces", v -> interval(mean(new Value(metric, v)::traces)))
              .number("rank correlation", v -> rank(v, metric));
    }
    return table.markdown(variants);
  }

  private StratifiedMean mean(ToDoubleFunction<TracePair> value) {
    List<StratifiedMean.Stratum> strata = new ArrayList<>();
    for (Category category : Category.values()) {
      List<double[]> values =
          pairs.stream()
              .filter(p -> p.pair().category() == category)
              .map(p -> new double[] {value.applyAsDouble(p)})
              .toList();
      strata.add(new StratifiedMean.Stratum(values, sample.population(category)));
    }
    return StratifiedMean.of(strata);
  }

  private String orderings() {
    List<Ordering> orderings = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      for (int a = 0; a < variants.size(); a++) {
        for (int b = a + 1; b < variants.size(); b++) {
          Value other = new Value(metric, variants.get(a));
          orderings.add(new Ordering(new Value(metric, variants.get(b)), other));
        }
      }
    }
    return new Table<Ordering>()
        .text("ratio of means", Ordering::text)
        .text("models", ordering -> interval(mean(ordering::models)))
        .text("traces", ordering -> interval(mean(ordering::traces)))
        .text("same direction", ordering -> isSameDirection(ordering) ? "yes" : "no")
        .number("pairs ordered alike", o -> alike(o) + " of " + pairs.size())
        .markdown(orderings);
  }

  private boolean isSameDirection(Ordering ordering) {
    return mean(ordering::models).mean() > 1 == mean(ordering::traces).mean() > 1;
  }

  private long alike(Ordering ordering) {
    return pairs.stream().filter(p -> ordering.models(p) > 1 == ordering.traces(p) > 1).count();
  }

  private String eachPair() {
    Table<TracePair> table =
        new Table<TracePair>()
            .text("pair", p -> p.pair().label())
            .text("category", p -> p.pair().category().label());
    for (Variant variant : variants) {
      for (Metric metric : Metric.values()) {
        Value value = new Value(metric, variant);
        table =
            table.number(
                metric == Metric.STP ? variant.policy() + " STP" : metric.name(),
                p -> text("%.2f / %.2f", value.models(p), value.traces(p)));
      }
    }
    return table.markdown(pairs);
  }

  Stream<AgreementPoint> agreement() {
    return Stream.of(Metric.values())
        .flatMap(metric -> variants.stream().map(variant -> new Value(metric, variant)))
        .flatMap(value -> pairs.stream().map(p -> point(value, p)));
  }

  private static AgreementPoint point(Value value, TracePair p) {
    return new AgreementPoint(
        value.metric.name(),
        value.variant.policy(),
        p.pair().label(),
        "models",
        "traces",
        value.models(p),
        value.traces(p));
  }

  private static String interval(StratifiedMean mean) {
    return text("%.3f (%.3f to %.3f)", mean.mean(), mean.low(), mean.high());
  }
}
