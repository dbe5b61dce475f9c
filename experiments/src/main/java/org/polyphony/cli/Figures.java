package org.polyphony.cli;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.study.Figure;
import org.polyphony.study.Reproduction;
import org.polyphony.study.engine.Studies;
import org.polyphony.study.host.HostPapers;
import org.polyphony.study.maestro.MaestroFigures;
import org.polyphony.study.mgb.MgbFigures;
import org.polyphony.study.schedgpu.SchedGpuFigures;

/** What {@code polyphony reproduce} can make. */
final class Figures {
  private static final List<Figure> HOST_PAPERS =
      Stream.concat(schedGpu(), MgbFigures.all().stream()).toList();
  private static final List<Figure> PARTS =
      Stream.of(MaestroFigures.parts(), HOST_PAPERS, List.of(HostPapers.figure(HOST_PAPERS)))
          .flatMap(List::stream)
          .toList();
  private static final List<Figure> ALL =
      Stream.of(
              PARTS,
              MaestroFigures.others(),
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

  /** Returns the figures of schedGPU in the order of the paper; Figure 14 draws Table 3. */
  private static Stream<Figure> schedGpu() {
    Figure table3 = Studies.bundled("schedgpu-table3");
    return Stream.of(
        Studies.bundled("schedgpu-fig8"),
        SchedGpuFigures.fig9(),
        Studies.bundled("schedgpu-fig10"),
        Studies.bundled("schedgpu-fig11"),
        Studies.bundled("schedgpu-fig12"),
        SchedGpuFigures.fig13(),
        new Figure("schedgpu-fig14", List.of(), true, table3.body()),
        Studies.bundled("schedgpu-fig15"),
        Studies.bundled("schedgpu-table1"),
        Studies.bundled("schedgpu-table2"),
        table3);
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
