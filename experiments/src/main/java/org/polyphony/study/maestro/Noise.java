package org.polyphony.study.maestro;

import static org.polyphony.text.Formats.percent;
import static org.polyphony.text.Formats.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.polyphony.plot.ResultColumn;
import org.polyphony.plot.ResultFile;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairSample;
import org.polyphony.study.pairs.Variant;
import org.polyphony.text.Table;

/**
 * How much STP of each pair under even SMK varies between seeds. Method: Alameldeen and Wood,
 * Variability in Architectural Simulations of Multi-threaded Workloads, HPCA 2003.
 *
 * @param pairs by spread, the largest first
 */
record Noise(List<Row> pairs) {
  static final Figure FIGURE =
      new Figure("noise", List.of(Variant.SMK_EVEN), true, Noise::reproduce);

  static final Table<Row> TABLE =
      new Table<Row>(ResultFile.NOISE)
          .text(ResultColumn.PAIR, Row::pair)
          .text(ResultColumn.CATEGORY, Row::category)
          .text(ResultColumn.GPU, Row::gpu)
          .text(ResultColumn.POLICY, Row::policy)
          .text("seeds", Row::seeds)
          .text(ResultColumn.STP, Row::stp)
          .text(ResultColumn.SPREAD, Row::spread)
          .text("standardDeviation", Row::standardDeviation);

  /**
   * STP of a pair over seeds, each normalized with alone runs of the same seed.
   *
   * @param seeds at least 2
   * @param stp mean over the seeds
   * @param spread largest STP less smallest, over the mean
   * @param standardDeviation of STP over the seeds
   */
  record Row(
      String pair,
      String category,
      String gpu,
      String policy,
      int seeds,
      double stp,
      double spread,
      double standardDeviation) {
    static Row of(Pair pair, String gpu, String policy, double[] stps) {
      SummaryStatistics all = new SummaryStatistics();
      for (double stp : stps) {
        all.addValue(stp);
      }
      return new Row(
          pair.label(),
          pair.category().label(),
          gpu,
          policy,
          stps.length,
          all.getMean(),
          (all.getMax() - all.getMin()) / all.getMean(),
          all.getStandardDeviation());
    }
  }

  private static final String PERCENT = "%.2f%%";
  private static final double[] LIMITS = {0.01, 0.02, 0.03};
  private static final int SHOWN = 10;

  private static void reproduce(Figure figure, FigureContext context) {
    PairStudy.reproduce(
        figure,
        context,
        (study, pairs) -> {
          Noise noise = of(study, pairs);
          if (!noise.pairs.isEmpty()) {
            noise.make(figure, context, PairReport.extent(context, study, pairs));
          }
        });
  }

  private static Noise of(PairStudy study, List<Pair> pairs) {
    List<Row> all = new ArrayList<>();
    for (Pair pair : pairs) {
      double[] stps = study.values(pair, PairStudy.Metric.STP.of(Variant.SMK_EVEN));
      if (stps.length > 1) {
        String gpu = study.summary(pair, Variant.SMK_EVEN).path("gpu").asText();
        all.add(Row.of(pair, gpu, Variant.SMK_EVEN.policy(), stps));
      }
    }
    all.sort(Comparator.comparingDouble(Row::spread).reversed());
    return new Noise(all);
  }

  private void make(Figure figure, FigureContext context, String extent) {
    TABLE.write(context.folder(), pairs.stream());
    String conditions =
        text(
            "%s, sample seed %d, under `%s`.%nSTP of each seed is normalized with alone runs of the"
                + " same seed. The spread is the largest STP less the smallest, over the%nmean.",
            extent, PairSample.SEED, Variant.SMK_EVEN.policy());
    String all = conditions + "\n\n" + summary() + "\n\n" + table().markdown(pairs) + "\n";
    List<Row> most = pairs.subList(0, Math.min(SHOWN, pairs.size()));
    figure.finish(context, all, table().lines(most) + summary() + "\n");
  }

  private static Table<Row> table() {
    return new Table<Row>()
        .text("pair", Row::pair)
        .text("category", Row::category)
        .number("seeds", Row::seeds)
        .number("mean STP", "%.3f", Row::stp)
        .percent("spread", PERCENT, Row::spread)
        .number("standard deviation", "%.4f", Row::standardDeviation);
  }

  private String summary() {
    double[] spreads = pairs.stream().mapToDouble(Row::spread).toArray();
    StringBuilder words = new StringBuilder();
    words.append(
        text(
            "Median spread of %d pairs: %s.",
            spreads.length, percent(PERCENT, StatUtils.percentile(spreads, 50))));
    for (double limit : LIMITS) {
      long above = pairs.stream().filter(pair -> pair.spread() > limit).count();
      words.append(text(" Above %.0f%%: %d.", 100 * limit, above));
    }
    return words.toString();
  }
}
