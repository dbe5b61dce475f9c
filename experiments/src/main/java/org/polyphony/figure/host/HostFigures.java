package org.polyphony.figure.host;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.polyphony.figure.Figure;
import org.polyphony.text.Table;

/** The figures and tables of schedGPU and MGB, and what backs the host layer. */
public final class HostFigures {
  private HostFigures() {}

  /** Returns them all. */
  public static List<Figure> all() {
    return Stream.of(
            SchedGpuFigures.all(),
            MgbFigures.all(),
            List.of(RateAgreement.figure(), MpsAgreement.figure()))
        .flatMap(List::stream)
        .map(HostFigure::figure)
        .collect(Collectors.collectingAndThen(Collectors.toList(), HostFigures::withPrototype));
  }

  private static List<Figure> withPrototype(List<Figure> figures) {
    figures.add(MgbPrototype.figure());
    return List.copyOf(figures);
  }

  /** Returns the tables that they write. */
  public static List<Table<?>> tables() {
    return List.of(SchedGpuFigures.TABLE, Estimates.TABLE);
  }
}
