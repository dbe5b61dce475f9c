package org.polyphony.figure.maestro;

import static org.polyphony.text.Formats.percent;
import static org.polyphony.text.Formats.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.polyphony.figure.Figure;
import org.polyphony.figure.FigureContext;
import org.polyphony.pairs.Conditions;
import org.polyphony.pairs.Pair;
import org.polyphony.pairs.StratifiedMean;
import org.polyphony.pairs.Variant;
import org.polyphony.text.Table;

/**
 * Which of the paper's conclusions about pairs hold: on the paper's own simulator as a device and
 * on the validated device, from the runs that are known; nothing is run. Source: GPU Maestro
 * Figures 11, 12 and 14.
 */
final class Conclusions {
  static final Figure FIGURE = new Figure("conclusions", Conclusions::reproduce);

  /** The device of the paper, and the order in which its simulator executes. */
  static final Conditions PAPER = new Conditions("gtx980-gpgpusim3", "source");

  private static final Conditions VALIDATED = new Conditions("gtx980", Conditions.COMPILED);
  private static final List<Long> LENGTHS = List.of(0L, 1_000_000L); // cycles of a round

  private static final List<PairFigure> FIGURES =
      List.of(PairFigure.FIGURE_11, PairFigure.FIGURE_12, PairFigure.FIGURE_14);

  /** A device with what is known of it, at the length of rounds of which most is known. */
  private record Known(Conditions conditions, PairFigure figure, long cycles, PairStudy study) {
    private List<Variant> variants() {
      return figure.shown().stream().map(PairFigure.Shown::variant).toList();
    }

    List<Pair> pairs() {
      return study.pairs(variants());
    }

    String words() {
      String length =
          cycles == 0 ? "a billion thread instructions or all" : text("%,d cycles", cycles);
      return text("%s: %d pairs, rounds of %s", conditions.words(), pairs().size(), length);
    }
  }

  /** A statement of the paper, and what each device says of it. */
  private record Row(
      String figure, String statement, String paper, String ours, String validated) {}

  private Conclusions() {}

  private static void reproduce(Figure figure, FigureContext context) {
    List<Row> averages = new ArrayList<>();
    List<Row> orderings = new ArrayList<>();
    Set<String> devices = new LinkedHashSet<>();
    for (PairFigure each : FIGURES) {
      Known paper = known(context, each, PAPER);
      Known validated = known(context, each, VALIDATED);
      Stream.of(paper, validated)
          .forEach(known -> devices.add("- " + each.name() + ", " + known.words()));
      averages.addAll(averages(each, paper, validated));
      orderings.addAll(orderings(each, paper, validated));
    }
    String text =
        "What is known of each device; a cell has the mean and its 95% bootstrap interval.\n\n"
            + String.join("\n", devices)
            + "\n\n"
            + table("average").markdown(averages)
            + "\n"
            + table("ordering").markdown(orderings);
    figure.finish(context, text, table("ordering").lines(orderings));
  }

  private static Known known(FigureContext context, PairFigure figure, Conditions conditions) {
    return LENGTHS.stream()
        .map(
            cycles -> {
              PairStudy study = new PairStudy(FIGURE.name(), context, conditions);
              Known known = new Known(conditions, figure, cycles, study);
              study.recall(known.variants(), cycles);
              return known;
            })
        .max(Comparator.comparingInt(known -> known.pairs().size()))
        .orElseThrow();
  }

  private static List<Row> averages(PairFigure figure, Known paper, Known validated) {
    List<Row> rows = new ArrayList<>();
    for (PairStudy.Metric metric : PairStudy.Metric.values()) {
      for (PairFigure.Shown shown : figure.shown()) {
        rows.add(
            new Row(
                figure.name(),
                metric.name() + " of " + shown.label(),
                percent("%+.1f%%", figure.paper(shown, metric)),
                average(paper, shown, metric),
                average(validated, shown, metric)));
      }
    }
    return rows;
  }

  private static String average(Known known, PairFigure.Shown shown, PairStudy.Metric metric) {
    if (known.pairs().isEmpty()) {
      return "-";
    }
    return PairReport.cell(
        known.study.overall(
            known.pairs(), pair -> known.study.value(pair, shown.variant(), metric)));
  }

  private static List<Row> orderings(PairFigure figure, Known paper, Known validated) {
    return figure.claims().stream()
        .map(
            claim ->
                new Row(
                    figure.name(),
                    claim.text(),
                    "holds",
                    verdict(claim, paper),
                    verdict(claim, validated)))
        .toList();
  }

  private static String verdict(Claim claim, Known known) {
    Claim.Test test = claim.test(known.study);
    StratifiedMean ratio = test.ratio();
    return Double.isNaN(ratio.mean())
        ? test.verdict()
        : text("%s: %.3f (%.3f to %.3f)", test.verdict(), ratio.mean(), ratio.low(), ratio.high());
  }

  private static Table<Row> table(String what) {
    return new Table<Row>()
        .text("figure", Row::figure)
        .text(what, Row::statement)
        .text("paper", Row::paper)
        .text("paper's device", Row::ours)
        .text("validated device", Row::validated);
  }
}
