package org.polyphony.figure;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What {@code polyphony reproduce} can make. */
public final class Figures {
  private static final List<Figure> MAESTRO =
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

  private static final List<Figure> ALL =
      Stream.of(
              MAESTRO,
              SchedGpuFigures.all(),
              MgbFigures.all(),
              List.of(
                  RateAgreement.figure(),
                  new BenchmarkTable(),
                  new Corun(),
                  new Reproduction(MAESTRO),
                  new TracePairs(),
                  new Validation()))
          .flatMap(List::stream)
          .sorted(Comparator.comparing(Figure::name))
          .toList();

  private Figures() {}

  /** Returns every figure, sorted by name. */
  public static List<Figure> all() {
    return ALL;
  }

  /** Returns the names of the figures that {@code all} is made of. */
  public static List<String> parts() {
    return MAESTRO.stream().map(Figure::name).toList();
  }

  /** Returns the names, sorted. */
  public static List<String> names() {
    return ALL.stream().map(Figure::name).toList();
  }
}
