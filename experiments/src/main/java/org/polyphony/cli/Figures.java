package org.polyphony.cli;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.figure.Figure;
import org.polyphony.figure.Reproduction;
import org.polyphony.figure.hardware.HardwareFigures;
import org.polyphony.figure.host.HostFigures;
import org.polyphony.figure.maestro.MaestroFigures;

/** What {@code polyphony reproduce} can make. */
final class Figures {
  private static final List<Figure> PARTS =
      Stream.of(MaestroFigures.parts(), HostFigures.parts()).flatMap(List::stream).toList();
  private static final List<Figure> ALL =
      Stream.of(
              MaestroFigures.all(),
              HostFigures.all(),
              HardwareFigures.all(),
              List.of(Reproduction.figure(PARTS, MaestroFigures::runPairs)))
          .flatMap(List::stream)
          .sorted(Comparator.comparing(Figure::name))
          .toList();

  private Figures() {}

  /** Returns every figure, sorted by name. */
  static List<Figure> all() {
    return ALL;
  }

  /** Returns the names of the figures that {@code all} is made of. */
  static List<String> parts() {
    return PARTS.stream().map(Figure::name).toList();
  }

  /** Returns the names of the parts, and the papers' names that stand for several of them. */
  static List<String> partsAndPapers() {
    return Stream.concat(parts().stream(), HostFigures.PAPERS.stream()).toList();
  }

  /**
   * Returns whether a figure, or a part of it, runs pairs of benchmarks with seeds of their own.
   */
  static boolean runsPairs(Figure figure) {
    return !figure.variants().isEmpty() || figure.name().equals(Reproduction.NAME);
  }

  /** Returns the figure of a name that there is. */
  static Figure of(String name) {
    return ALL.get(names().indexOf(name));
  }

  /** Returns the names, sorted. */
  static List<String> names() {
    return ALL.stream().map(Figure::name).toList();
  }
}
