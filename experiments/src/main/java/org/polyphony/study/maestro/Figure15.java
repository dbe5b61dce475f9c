package org.polyphony.study.maestro;

import static org.polyphony.text.Formats.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.plot.MeanInterval;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.Verdict;
import org.polyphony.study.pairs.Category;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.Variant;
import org.polyphony.text.Table;

/**
 * STP of single pairs: of each category three for which even SMK gains most over spatial
 * multitasking and three for which it loses most, of COM/COM six of the former. Source: GPU Maestro
 * Figure 15 and section 5.4.
 *
 * @param study what was run
 * @param all pairs that have ended
 */
record Figure15(PairStudy study, List<Pair> all) {
  private static final int EXTREMES = 3;
  private static final double SIMILAR = 0.95; // of the best prior work's STP
  private static final String SIMILAR_TEXT =
      "Maestro reaches 95%% of the best prior work's STP, or more, in %d of %d pairs; the paper:"
          + " similar or\nbetter in all that it shows.%n%n";
  private static final List<PairFigure.Shown> SHOWN = PairFigure.FIGURE_14.shown();
  private static final List<Variant> PRIOR =
      List.of(Variant.SPATIAL_SMART, Variant.SMK_PW, Variant.WARPED_SLICER);

  static final Figure FIGURE =
      new Figure(
          "fig15",
          Stream.concat(SHOWN.stream().map(PairFigure.Shown::variant), Stream.of(Variant.SMK_EVEN))
              .toList(),
          Figure15::reproduce);

  private static void reproduce(Figure figure, FigureContext context) {
    PairStudy.reproduce(
        figure, context, (study, all) -> new Figure15(study, all).make(figure, context));
  }

  private void make(Figure figure, FigureContext context) {
    List<Pair> chosen = chosen();
    PairRecord.write(context.folder(), study, chosen, SHOWN);
    Finding.write(
        context.folder(), PairReport.extent(context, study, all), List.of(finding(similar())));
    String table = table(chosen) + text(SIMILAR_TEXT, similar(), all.size());
    String text = "Chosen from " + PairReport.conditions(context, study, all) + table;
    figure.finish(context, text, table);
  }

  private List<Pair> chosen() {
    List<Pair> chosen = new ArrayList<>();
    for (Category category : Category.values()) {
      List<Pair> sorted =
          all.stream()
              .filter(pair -> pair.category() == category)
              .sorted(Comparator.comparingDouble((Pair pair) -> -gain(pair)))
              .toList();
      int most = category == Category.COM_COM ? 2 * EXTREMES : EXTREMES;
      for (int i = 0; i < sorted.size(); i++) {
        boolean isLeast = category != Category.COM_COM && i >= sorted.size() - EXTREMES;
        if (i < most || isLeast) {
          chosen.add(sorted.get(i));
        }
      }
    }
    return chosen;
  }

  private double gain(Pair pair) {
    return stp(pair, Variant.SMK_EVEN) / stp(pair, Variant.SPATIAL_SMART);
  }

  private double stp(Pair pair, Variant variant) {
    return study.value(pair, variant, PairStudy.Metric.STP);
  }

  /** Returns the change of STP over non-shared execution in percent. */
  private MeanInterval change(Pair pair, Variant variant) {
    return study.mean(pair, repeat -> 100 * (PairStudy.Metric.STP.of(repeat.summary(variant)) - 1));
  }

  private String table(List<Pair> chosen) {
    Table<Pair> table =
        new Table<Pair>()
            .text("pair", Pair::label)
            .text("category", pair -> pair.category().label())
            .number("smk-even over spatial", "%.2f", this::gain);
    for (PairFigure.Shown shown : SHOWN) {
      table = table.number(shown.label(), pair -> change(pair, shown.variant()).text("%+.1f%%"));
    }
    return table.markdown(chosen) + "\n";
  }

  private long similar() {
    return all.stream()
        .filter(
            pair -> {
              double best = PRIOR.stream().mapToDouble(v -> stp(pair, v)).max().orElseThrow();
              return stp(pair, Variant.MAESTRO) >= SIMILAR * best;
            })
        .count();
  }

  private Finding finding(long similar) {
    return new Finding(
        "STP of maestro at least 95% of the best prior work's in each pair",
        "all shown", text("%d of %d", similar, all.size()), Verdict.of(similar == all.size()));
  }
}
