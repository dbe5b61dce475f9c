package org.polyphony.study.maestro;

import static org.polyphony.results.table.Formats.percent;
import static org.polyphony.results.table.Formats.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.table.Table;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairRepeat;
import org.polyphony.study.pairs.Variant;
import org.polyphony.study.sample.PairStudy;
import org.polyphony.study.sample.PairStudy.Metric;

/**
 * Variation between seeds of each pair's STP under even SMK. Method: Alameldeen and Wood,
 * Variability in Architectural Simulations of Multi-threaded Workloads, HPCA 2003.
 */
final class Noise {
  static final Figure FIGURE =
      new Figure("noise", List.of(Variant.SMK_EVEN), true, PairStudy.of(Noise::make));
  static final Table<Row> TABLE =
      new Table<Row>(ResultFile.NOISE)
          .text(ResultColumn.PAIR, row -> row.pair.label())
          .text(ResultColumn.CATEGORY, row -> row.pair.category().label())
          .text(ResultColumn.GPU, Row::gpu)
          .text(ResultColumn.POLICY, row -> Variant.SMK_EVEN.policy())
          .text("seeds", row -> (int) row.stp.getN())
          .text(ResultColumn.STP, row -> row.stp.getMean())
          .text(ResultColumn.SPREAD, Row::spread)
          .text("standardDeviation", row -> row.stp.getStandardDeviation());

  /** The means that figures show, had all pairs run with one seed. */
  static final Table<SeedMeans> MEANS =
      new Table<SeedMeans>("seeds.csv")
          .text("seed", SeedMeans::seed)
          .text("pairs", of -> of.pairs.size())
          .text("stp", of -> of.mean(Metric.STP))
          .text("antt", of -> of.mean(Metric.ANTT));

  private static final String PERCENT = "%.2f%%";
  private static final double[] LIMITS = {0.01, 0.02, 0.03};
  private static final int SHOWN = 10;

  /** STP of a pair with at least two seeds, each normalized to alone runs with the same seed. */
  private record Row(Pair pair, String gpu, SummaryStatistics stp) {
    /** Returns the range of STP over its mean. */
    double spread() {
      return (stp.getMax() - stp.getMin()) / stp.getMean();
    }
  }

  /** Pairs that have run with a seed. */
  private record SeedMeans(PairStudy study, List<Pair> pairs, long seed) {
    double mean(Metric metric) {
      ToDoubleFunction<PairRepeat> value = metric.of(Variant.SMK_EVEN);
      return study
          .overall(pairs, of -> of.seed() == seed ? value.applyAsDouble(of) : Double.NaN)
          .mean();
    }
  }

  private Noise() {}

  private static void make(
      Figure figure, FigureContext context, PairStudy study, List<Pair> pairs) {
    List<Row> rows = new ArrayList<>();
    for (Pair pair : pairs) {
      SummaryStatistics stp = new SummaryStatistics();
      for (double each : study.values(pair, Metric.STP.of(Variant.SMK_EVEN))) {
        stp.addValue(each);
      }
      String gpu = study.summary(pair, Variant.SMK_EVEN).path("gpu").asText();
      rows.add(new Row(pair, gpu, stp));
    }
    rows.removeIf(row -> row.stp.getN() < 2);
    if (rows.isEmpty()) {
      return;
    }
    rows.sort(Comparator.comparingDouble(Row::spread).reversed());
    TABLE.write(context.folder(), rows.stream());
    List<SeedMeans> means = means(study, rows.stream().map(Row::pair).toList());
    MEANS.write(context.folder(), means.stream());
    Table<Row> table =
        new Table<Row>()
            .text("pair", row -> row.pair.label())
            .number("seeds", row -> row.stp.getN())
            .number("mean STP", "%.3f", row -> row.stp.getMean())
            .percent("spread", PERCENT, Row::spread)
            .number("standard deviation", "%.4f", row -> row.stp.getStandardDeviation());
    Table<SeedMeans> bySeed =
        new Table<SeedMeans>()
            .text("seed", SeedMeans::seed)
            .number("mean STP", "%.3f", of -> of.mean(Metric.STP))
            .number("mean ANTT", "%.3f", of -> of.mean(Metric.ANTT));
    List<Row> most = rows.subList(0, Math.min(SHOWN, rows.size()));
    String text =
        text(
            "%s, under `%s`. The spread is the largest STP less the smallest, over the mean.%n%n",
            study.extent(pairs), Variant.SMK_EVEN.policy());
    figure.finish(
        context,
        text + summary(rows) + "\n\n" + bySeed.markdown(means) + "\n" + table.markdown(rows) + "\n",
        table.lines(most) + summary(rows) + "\n");
  }

  /** Returns the means with each seed that all of these pairs have. */
  private static List<SeedMeans> means(PairStudy study, List<Pair> pairs) {
    Set<Long> seeds = new TreeSet<>(seeds(study, pairs.get(0)));
    pairs.forEach(pair -> seeds.retainAll(seeds(study, pair)));
    return seeds.stream().map(seed -> new SeedMeans(study, pairs, seed)).toList();
  }

  private static List<Long> seeds(PairStudy study, Pair pair) {
    return study.repeats(pair).stream().map(PairRepeat::seed).toList();
  }

  private static String summary(List<Row> rows) {
    double[] spreads = rows.stream().mapToDouble(Row::spread).toArray();
    StringBuilder words = new StringBuilder();
    words.append(
        text(
            "Median spread of %d pairs: %s.",
            spreads.length, percent(PERCENT, StatUtils.percentile(spreads, 50))));
    for (double limit : LIMITS) {
      long above = rows.stream().filter(row -> row.spread() > limit).count();
      words.append(text(" Above %.0f%%: %d.", 100 * limit, above));
    }
    return words.toString();
  }
}
