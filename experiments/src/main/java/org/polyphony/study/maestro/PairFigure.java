package org.polyphony.study.maestro;

import static org.polyphony.text.Formats.text;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.PaperNumbers;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.Variant;
import org.polyphony.text.GroupMean;

/**
 * STP improvement and ANTT increase over non-shared execution for pairs of benchmarks, by category
 * and variant, with the averages and orderings that the paper's text states. Source: GPU Maestro
 * Figures 11, 12, 14.
 *
 * @param name of the figure on the command line
 * @param shown variants, in its order
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

  private static PairFigure of(String name, Function<Variant, String> label, Variant... variants) {
    return new PairFigure(
        name, Stream.of(variants).map(v -> new Shown(label.apply(v), v)).toList());
  }

  /** A variant and how a figure calls it. */
  record Shown(String label, Variant variant) {}

  Figure figure() {
    List<Variant> variants = shown.stream().map(Shown::variant).toList();
    return new Figure(name, variants, this::reproduce);
  }

  double paper(Shown of, PairStudy.Metric metric) {
    return PaperNumbers.numbers("maestro." + name + "." + of.label()).get(metric.ordinal());
  }

  /** Returns what the paper's averages give for a claim; empty for one category alone. */
  String paper(Claim claim) {
    if (!claim.category().equals("all")) {
      return "";
    }
    return text("%.3f", paper(claim.one(), claim.metric()) / paper(claim.other(), claim.metric()));
  }

  private double paper(Variant variant, PairStudy.Metric metric) {
    return shown.stream()
        .filter(each -> each.variant().equals(variant))
        .mapToDouble(each -> 1 + paper(each, metric))
        .findFirst()
        .orElseThrow();
  }

  /** Returns what the paper says of two variants each. */
  List<Claim> claims() {
    return PaperNumbers.statements("maestro." + name + ".orderings").stream()
        .map(text -> Claim.of(text, shown))
        .toList();
  }

  private void reproduce(Figure figure, FigureContext context) {
    PairStudy.reproduce(figure, context, (study, pairs) -> report(figure, context, study, pairs));
  }

  private void report(Figure figure, FigureContext context, PairStudy study, List<Pair> pairs) {
    PairRecord.write(context.folder(), study, pairs, shown);
    PairReport report = new PairReport(this, study, pairs);
    GroupMean.TABLE.write(context.folder(), report.means());
    Finding.write(context.folder(), PairReport.extent(context, study, pairs), report.findings());
    figure.finish(context, report.markdown(context), report.summary());
  }

  static void failIfAny(List<String> failures) {
    if (!failures.isEmpty()) {
      throw new SimulationFailure(String.join(System.lineSeparator(), failures), "", null);
    }
  }
}
