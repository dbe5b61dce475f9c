package org.polyphony.cli;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.study.Figure;
import org.polyphony.study.Reproduction;
import org.polyphony.study.engine.Studies;
import org.polyphony.study.maestro.MaestroFigures;
import org.polyphony.study.silicon.HardwareFigures;

/** What {@code polyphony reproduce} can make. */
final class Figures {
  private static final List<Figure> PARTS =
      Stream.concat(
              MaestroFigures.parts().stream(),
              Stream.of("schedgpu-", "mgb-").flatMap(Figures::studiesOf))
          .toList();
  private static final List<Figure> ALL =
      Stream.of(
              PARTS,
              MaestroFigures.others(),
              HardwareFigures.all(),
              otherStudies(),
              List.of(Reproduction.figure(PARTS, MaestroFigures::runPairs)))
          .flatMap(List::stream)
          .sorted(Comparator.comparing(Figure::name))
          .toList();

  private Figures() {}

  /** Returns the bundled studies that are no part of all figures of the papers. */
  private static List<Figure> otherStudies() {
    List<String> parts = PARTS.stream().map(Figure::name).toList();
    return Studies.names().stream()
        .filter(name -> !parts.contains(name))
        .map(Studies::bundled)
        .toList();
  }

  private static Stream<Figure> studiesOf(String paper) {
    return Studies.names().stream().filter(name -> name.startsWith(paper)).map(Studies::bundled);
  }

  static List<Figure> all() {
    return ALL;
  }

  static List<String> parts() {
    return PARTS.stream().map(Figure::name).toList();
  }

  static List<String> partsAndPapers() {
    return Stream.concat(parts().stream(), Stream.of("schedgpu", "mgb")).toList();
  }

  /**
   * Returns whether a figure, or a part of it, runs pairs of benchmarks with seeds of their own.
   */
  static boolean runsPairs(Figure figure) {
    return !figure.variants().isEmpty() || figure.name().equals(Reproduction.NAME);
  }

  static Figure of(String name) {
    return ALL.get(names().indexOf(name));
  }

  static List<String> names() {
    return ALL.stream().map(Figure::name).toList();
  }
}
