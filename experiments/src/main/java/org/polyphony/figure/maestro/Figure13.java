package org.polyphony.figure.maestro;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.polyphony.figure.Figure;
import org.polyphony.figure.FigureCharts;
import org.polyphony.figure.FigureContext;
import org.polyphony.pairs.Category;
import org.polyphony.pairs.Pair;
import org.polyphony.pairs.Variant;

/**
 * What GPU Maestro decided, and what repartitioning cost: STP against preemption that is free.
 * Source: GPU Maestro Figure 13.
 */
final class Figure13 implements Figure {
  private static final List<Variant> VARIANTS = List.of(Variant.MAESTRO, Variant.MAESTRO_IDEAL);

  private static final List<PairFigure.Shown> SHOWN =
      List.of(new PairFigure.Shown("maestro", Variant.MAESTRO, Double.NaN, Double.NaN));

  /** A share of decisions, with what the paper states on average. */
  private record Outcome(String label, String name, double paper) {}

  private static final List<Outcome> OUTCOMES =
      List.of(
          new Outcome("spatial", "spatial", 0.130),
          new Outcome("SMK even", "smkEven", 0.322),
          new Outcome("SMK other", "smkOther", 0.548),
          new Outcome("of all: SMK other by one thread block", "smkOtherByOne", 0.548 * 0.294));

  private static final double PAPER_OVERHEAD = 0.008;

  @Override
  public String name() {
    return "fig13";
  }

  @Override
  public String about() {
    return "decisions of GPU Maestro and what repartitioning costs";
  }

  @Override
  public String source() {
    return "GPU Maestro Figure 13";
  }

  @Override
  public List<Variant> variants() {
    return VARIANTS;
  }

  @Override
  public void reproduce(FigureContext context) {
    PairStudy study = new PairStudy(name(), context);
    study.run(VARIANTS);
    if (context.stop().isRequested()) {
      return;
    }
    List<Pair> pairs = study.pairs(VARIANTS);
    if (!pairs.isEmpty()) {
      PairRecord.write(context.folder(), study, pairs, SHOWN);
      String table = table(study, pairs);
      writeSection(context, PairReport.conditions(context, study, pairs) + table);
      FigureCharts.draw(context.folder(), "decisions");
      context.show(table);
    }
    PairFigure.failIfAnyFailed(study);
  }

  private static String table(PairStudy study, List<Pair> pairs) {
    StringBuilder text = new StringBuilder("| share | paper | measured | difference |");
    for (Category category : Category.values()) {
      text.append(' ').append(category.label()).append(" |");
    }
    text.append("\n|---|--:|--:|--:|--:|--:|--:|\n");
    for (Outcome outcome : OUTCOMES) {
      PairStudy.Value share =
          pair -> summary(study, pair).at("/partitioning/decisions/" + outcome.name()).asDouble();
      text.append(row("decisions: " + outcome.label(), outcome.paper(), study, pairs, share));
    }
    PairStudy.Value overhead =
        pair ->
            PairStudy.Metric.STP.of(study.summary(pair, Variant.MAESTRO_IDEAL))
                    / PairStudy.Metric.STP.of(study.summary(pair, Variant.MAESTRO))
                - 1;
    text.append(
        row(
            "overhead: STP with free preemption over STP - 1",
            PAPER_OVERHEAD,
            study,
            pairs,
            overhead));
    for (boolean hasLong : new boolean[] {true, false}) {
      List<Pair> some =
          pairs.stream()
              .filter(pair -> KernelLength.outlastsAnEpoch(summary(study, pair)) == hasLong)
              .toList();
      text.append(row(overheadLabel(some.size(), hasLong), Double.NaN, study, some, overhead));
    }
    PairStudy.Value lost = pair -> summary(study, pair).at("/partitioning/overhead").asDouble();
    text.append(row("SM cycles lost to preemption", Double.NaN, study, pairs, lost));
    return text.append('\n').toString();
  }

  private static String overheadLabel(int pairs, boolean hasLongKernels) {
    return String.format(
        Locale.ROOT,
        "of these, %d pairs %s kernels of %,d cycles and more alone",
        pairs,
        hasLongKernels ? "of" : "not only of",
        KernelLength.EPOCH);
  }

  private static JsonNode summary(PairStudy study, Pair pair) {
    return study.summary(pair, Variant.MAESTRO);
  }

  private static String row(
      String label, double paper, PairStudy study, List<Pair> pairs, PairStudy.Value value) {
    double all = mean(study, pairs, Optional.empty(), value);
    StringBuilder row =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "| %s | %s | **%s** | %s |",
                label,
                percent(paper),
                percent(all),
                Double.isNaN(paper)
                    ? "-"
                    : String.format(Locale.ROOT, "%+.1f points", 100 * (all - paper))));
    for (Category category : Category.values()) {
      row.append(' ')
          .append(percent(mean(study, pairs, Optional.of(category), value)))
          .append(" |");
    }
    return row.append('\n').toString();
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.1f%%", 100 * share);
  }

  /** Returns the mean of a category, or over all pairs, the categories weighted by their size. */
  private static double mean(
      PairStudy study, List<Pair> pairs, Optional<Category> only, PairStudy.Value value) {
    double sum = 0;
    double weights = 0;
    for (Category category : only.map(List::of).orElse(List.of(Category.values()))) {
      double[] values =
          pairs.stream().filter(p -> p.category() == category).mapToDouble(value::of).toArray();
      for (double each : values) {
        sum += each * study.population(category) / values.length;
      }
      weights += values.length > 0 ? study.population(category) : 0;
    }
    return weights == 0 ? Double.NaN : sum / weights;
  }
}
