package org.polyphony.figure.host;

import java.util.List;
import java.util.stream.Stream;
import org.polyphony.figure.Figure;
import org.polyphony.text.Table;

/** The figures and tables of schedGPU and MGB, and what backs the host layer. */
public final class HostFigures {
  private HostFigures() {}

  /** Returns them all. */
  public static List<Figure> all() {
    List<HostFigure> own = List.of(RateAgreement.figure(), MpsAgreement.figure());
    Stream<Figure> figures =
        Stream.of(SchedGpuFigures.all(), MgbFigures.all(), own)
            .flatMap(List::stream)
            .map(HostFigure::figure);
    return Stream.concat(figures, Stream.of(MgbPrototype.figure())).toList();
  }

  /** Returns the tables that they write. */
  public static List<Table<?>> tables() {
    return List.of(SchedGpuFigures.TABLE, Estimates.TABLE);
  }
}
