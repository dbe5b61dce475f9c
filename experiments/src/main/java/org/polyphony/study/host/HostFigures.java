package org.polyphony.study.host;

import java.util.List;
import java.util.stream.Stream;
import org.polyphony.study.Figure;
import org.polyphony.text.Table;

/** The figures and tables of schedGPU and MGB, and what backs the host layer. */
public final class HostFigures {
  /** The papers' names, with which the names of their figures begin. */
  public static final List<String> PAPERS = List.of("schedgpu", "mgb");

  private HostFigures() {}

  public static List<Figure> parts() {
    return Stream.concat(ofPapers().stream(), Stream.of(HostPapers.figure(ofPapers()))).toList();
  }

  private static List<Figure> ofPapers() {
    return Stream.of(SchedGpuFigures.all(), MgbFigures.all(), MgbDarknet.all())
        .flatMap(List::stream)
        .map(HostFigure::figure)
        .toList();
  }

  public static List<Figure> all() {
    List<HostFigure> own = List.of(RateAgreement.figure(), MpsAgreement.figure());
    return Stream.of(
            parts(), own.stream().map(HostFigure::figure).toList(), List.of(MgbPrototype.figure()))
        .flatMap(List::stream)
        .toList();
  }

  public static List<Table<?>> tables() {
    return List.of(SchedGpuFigures.TABLE, Estimates.TABLE, Agreement.TABLE);
  }
}
