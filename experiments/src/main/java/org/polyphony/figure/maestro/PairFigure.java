package org.polyphony.figure.maestro;

import java.util.List;
import org.polyphony.figure.Figure;
import org.polyphony.figure.FigureCharts;
import org.polyphony.figure.FigureContext;
import org.polyphony.pairs.Pair;
import org.polyphony.pairs.Variant;
import org.polyphony.run.SimulationFailure;
import org.polyphony.store.AtomicFile;

/**
 * STP improvement and ANTT increase over non-shared execution for pairs of benchmarks, by category
 * and variant. Source: GPU Maestro Figures 11, 12, 14.
 */
final class PairFigure implements Figure {
  private final String name;
  private final String about;
  private final List<Shown> shown;
  private final List<Claim> claims;

  /**
   * A variant of the figure.
   *
   * @param label how the figure calls it
   * @param variant what is run
   * @param paperStp STP improvement that the paper states, on average of all pairs
   * @param paperAntt ANTT increase, likewise
   */
  record Shown(String label, Variant variant, double paperStp, double paperAntt) {}

  PairFigure(String name, String about, List<Shown> shown, List<Claim> claims) {
    this.name = name;
    this.about = about;
    this.shown = List.copyOf(shown);
    this.claims = List.copyOf(claims);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String about() {
    return about;
  }

  @Override
  public String source() {
    return "GPU Maestro Figure " + name.replace("fig", "");
  }

  List<Shown> shown() {
    return shown;
  }

  List<Claim> claims() {
    return claims;
  }

  @Override
  public List<Variant> variants() {
    return shown.stream().map(Shown::variant).toList();
  }

  /** Returns how the figure calls a variant. */
  String label(Variant variant) {
    return shown.stream()
        .filter(s -> s.variant().equals(variant))
        .map(Shown::label)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(variant.toString()));
  }

  @Override
  public void reproduce(FigureContext context) {
    PairStudy study = new PairStudy(name(), context);
    study.run(variants());
    if (context.stop().isRequested()) {
      return;
    }
    List<Pair> pairs = study.pairs(variants());
    if (!pairs.isEmpty()) {
      PairRecord.write(context.folder(), study, pairs, shown);
      PairReport report = new PairReport(this, study, pairs);
      AtomicFile.write(context.folder().file(textFile()), report.markdown(context));
      FigureCharts.draw(context.folder(), "categories");
      context.show(report.summary());
    }
    failIfAnyFailed(study);
  }

  static void failIfAnyFailed(PairStudy study) {
    if (!study.failures().isEmpty()) {
      throw new SimulationFailure(String.join(System.lineSeparator(), study.failures()), "", null);
    }
  }
}
