package org.polyphony.study.maestro;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.polyphony.results.table.GroupMean;
import org.polyphony.results.table.Table;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.engine.Studies;
import org.polyphony.study.pairs.Variant;
import org.polyphony.study.sample.PairRatios;
import org.polyphony.study.sample.PairStudy;

/** The figures and tables of GPU Maestro, and further studies with its benchmarks and policies. */
public final class MaestroFigures {
  private static final List<Figure> PARTS =
      List.of(
          Table3.FIGURE,
          Studies.bundled("fig2"),
          IpcTrace.figure3(),
          Figure4.FIGURE,
          Figure5.FIGURE,
          Studies.bundled("fig6"),
          IpcTrace.figure7(),
          Studies.bundled("fig11"),
          Studies.bundled("fig12"),
          Figure13.FIGURE,
          Studies.bundled("fig14"),
          Figure15.FIGURE,
          Conclusions.FIGURE);

  private MaestroFigures() {}

  /** Returns those that {@code reproduce all} is made of, in the order of its document. */
  public static List<Figure> parts() {
    return PARTS;
  }

  /** Runs each pair under all that some figures compare before the next pair. */
  public static void runPairs(FigureContext context, List<Figure> made) {
    Set<Variant> variants = new LinkedHashSet<>();
    made.forEach(part -> variants.addAll(part.variants()));
    if (!variants.isEmpty()) {
      new PairStudy("all", context).run(List.copyOf(variants), context.effort().pairs());
    }
  }

  /** Returns those that are made by themselves alone. */
  public static List<Figure> others() {
    return List.of(BenchmarkTable.FIGURE, Noise.FIGURE, BestStatic.FIGURE);
  }

  public static List<Table<?>> tables() {
    return List.of(
        Table3.TABLE,
        Figure4.TABLE,
        Figure5.TABLE,
        PairStudy.TABLE,
        Noise.TABLE,
        Noise.MEANS,
        BestStatic.TABLE,
        BestStatic.BEST,
        PairRatios.TABLE,
        Conclusions.TABLE,
        GroupMean.TABLE,
        Finding.TABLE);
  }
}
