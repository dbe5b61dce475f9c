package org.polyphony.figure.maestro;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.polyphony.figure.Figure;
import org.polyphony.figure.FigureCharts;
import org.polyphony.figure.FigureContext;
import org.polyphony.pairs.Category;
import org.polyphony.pairs.Pair;
import org.polyphony.pairs.Variant;

/**
 * STP of single pairs: of each category three for which even SMK gains most over spatial
 * multitasking and three for which it loses most, of COM/COM six of the former. Source: GPU Maestro
 * Figure 15 and section 5.4.
 */
final class Figure15 implements Figure {
  private static final int EXTREMES = 3;
  private static final double SIMILAR = 0.95; // of the best prior work's STP
  private static final List<PairFigure.Shown> SHOWN = PairFigures.figure14().shown();
  private static final List<Variant> PRIOR =
      List.of(Variant.SPATIAL_SMART, Variant.SMK_PW, Variant.WARPED_SLICER);

  @Override
  public String name() {
    return "fig15";
  }

  @Override
  public String about() {
    return "STP of single pairs under GPU Maestro and prior works";
  }

  @Override
  public String source() {
    return "GPU Maestro Figure 15";
  }

  @Override
  public List<Variant> variants() {
    List<Variant> variants = new ArrayList<>();
    SHOWN.forEach(shown -> variants.add(shown.variant()));
    variants.add(Variant.SMK_EVEN);
    return variants;
  }

  @Override
  public void reproduce(FigureContext context) {
    List<Variant> variants = variants();
    PairStudy study = new PairStudy(name(), context);
    study.run(variants);
    if (context.stop().isRequested()) {
      return;
    }
    List<Pair> all = study.pairs(variants);
    if (!all.isEmpty()) {
      List<Pair> chosen = chosen(study, all);
      PairRecord.write(context.folder(), study, chosen, SHOWN);
      String table = table(study, chosen) + similar(study, all);
      writeSection(context, "Chosen from " + PairReport.conditions(context, study, all) + table);
      FigureCharts.draw(context.folder(), "pairs");
      context.show(table);
    }
    PairFigure.failIfAnyFailed(study);
  }

  private static List<Pair> chosen(PairStudy study, List<Pair> all) {
    List<Pair> chosen = new ArrayList<>();
    for (Category category : Category.values()) {
      List<Pair> sorted =
          all.stream()
              .filter(pair -> pair.category() == category)
              .sorted(Comparator.comparingDouble((Pair pair) -> -gain(study, pair)))
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

  /** Returns STP of even SMK over that of spatial multitasking. */
  private static double gain(PairStudy study, Pair pair) {
    return stp(study, pair, Variant.SMK_EVEN) / stp(study, pair, Variant.SPATIAL_SMART);
  }

  private static double stp(PairStudy study, Pair pair, Variant variant) {
    return PairStudy.Metric.STP.of(study.summary(pair, variant));
  }

  private static String table(PairStudy study, List<Pair> chosen) {
    StringBuilder text = new StringBuilder("| pair | category | smk-even over spatial |");
    SHOWN.forEach(shown -> text.append(' ').append(shown.label()).append(" |"));
    text.append("\n|---|---|--:|").append("--:|".repeat(SHOWN.size())).append('\n');
    for (Pair pair : chosen) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %.2f |",
              pair.label(),
              pair.category().label(),
              gain(study, pair)));
      for (PairFigure.Shown shown : SHOWN) {
        double stp = stp(study, pair, shown.variant());
        text.append(' ').append(PairReport.percent(stp - 1)).append(" |");
      }
      text.append('\n');
    }
    return text.append('\n').toString();
  }

  private static String similar(PairStudy study, List<Pair> all) {
    long similar =
        all.stream()
            .filter(
                pair -> {
                  double best =
                      PRIOR.stream().mapToDouble(v -> stp(study, pair, v)).max().orElseThrow();
                  return stp(study, pair, Variant.MAESTRO) >= SIMILAR * best;
                })
            .count();
    return String.format(
        Locale.ROOT,
        "Maestro reaches 95%% of the best prior work's STP, or more, in %d of %d pairs; the paper:"
            + " similar or\nbetter in all that it shows.%n%n",
        similar,
        all.size());
  }
}
