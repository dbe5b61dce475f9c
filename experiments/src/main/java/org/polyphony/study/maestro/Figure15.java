package org.polyphony.study.maestro;

import static org.polyphony.results.table.Formats.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.Verdict;
import org.polyphony.study.pairs.Category;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.Variant;
import org.polyphony.study.sample.PairStudy;
import org.polyphony.study.sample.PairStudy.Metric;

/**
 * STP of single pairs: in each category, the three pairs for which even SMK gains most over spatial
 * multitasking and the three for which it loses most (COM/COM: the six with the largest gain).
 * Source: GPU Maestro Figure 15 and section 5.4.
 */
final class Figure15 {
  private static final int EXTREMES = 3;
  private static final double SIMILAR = 0.95; // relative to the STP of the best prior work
  private static final List<PairStudy.Shown> SHOWN =
      List.of(
          new PairStudy.Shown("spatial-smart", Variant.SPATIAL_SMART),
          new PairStudy.Shown("smk-pw", Variant.SMK_PW),
          new PairStudy.Shown("warped-slicer", Variant.WARPED_SLICER),
          new PairStudy.Shown("maestro", Variant.MAESTRO));
  private static final List<Variant> PRIOR =
      List.of(Variant.SPATIAL_SMART, Variant.SMK_PW, Variant.WARPED_SLICER);
  static final Figure FIGURE =
      new Figure(
          "fig15",
          Stream.concat(SHOWN.stream().map(PairStudy.Shown::variant), Stream.of(Variant.SMK_EVEN))
              .toList(),
          PairStudy.of(Figure15::make));

  private Figure15() {}

  private static void make(Figure figure, FigureContext context, PairStudy study, List<Pair> all) {
    study.write(chosen(study, all), SHOWN);
    long similar = all.stream().filter(pair -> isSimilar(study, pair)).count();
    Finding finding =
        new Finding(
            "STP of maestro at least 95% of the best prior work's in each pair",
            "all shown", text("%d of %d", similar, all.size()), Verdict.of(similar == all.size()));
    figure.report(context, study.extent(all), List.of(finding), study.sampling(all));
  }

  private static List<Pair> chosen(PairStudy study, List<Pair> all) {
    Comparator<Pair> byGain =
        Comparator.comparingDouble(
            pair -> -stp(study, pair, Variant.SMK_EVEN) / stp(study, pair, Variant.SPATIAL_SMART));
    List<Pair> chosen = new ArrayList<>();
    for (Category category : Category.values()) {
      List<Pair> sorted =
          all.stream().filter(pair -> pair.category() == category).sorted(byGain).toList();
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

  private static double stp(PairStudy study, Pair pair, Variant variant) {
    return study.mean(pair, Metric.STP.of(variant)).mean();
  }

  private static boolean isSimilar(PairStudy study, Pair pair) {
    double best = PRIOR.stream().mapToDouble(v -> stp(study, pair, v)).max().orElseThrow();
    return stp(study, pair, Variant.MAESTRO) >= SIMILAR * best;
  }
}
