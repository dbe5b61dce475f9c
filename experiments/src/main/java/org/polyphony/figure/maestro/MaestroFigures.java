package org.polyphony.figure.maestro;

import java.util.List;
import java.util.stream.Stream;
import org.polyphony.figure.Figure;

/** The figures and tables of GPU Maestro, and what else is made of its benchmarks and policies. */
public final class MaestroFigures {
  private static final List<Figure> PARTS =
      List.of(
          new Table3(),
          new Figure2(),
          IpcTrace.figure3(),
          new Figure4(),
          new Figure5(),
          new Figure6(),
          IpcTrace.figure7(),
          new Figure8(),
          PairFigures.figure11(),
          PairFigures.figure12(),
          new Figure13(),
          PairFigures.figure14(),
          new Figure15());

  private MaestroFigures() {}

  /** Returns those that {@code reproduce all} is made of, in the order of its document. */
  public static List<Figure> parts() {
    return PARTS;
  }

  /** Returns them all. */
  public static List<Figure> all() {
    List<Figure> others = List.of(new BenchmarkTable(), new Reproduction(PARTS), new TracePairs());
    return Stream.concat(PARTS.stream(), others.stream()).toList();
  }
}
