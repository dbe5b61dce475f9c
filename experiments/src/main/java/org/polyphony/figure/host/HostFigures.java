package org.polyphony.figure.host;

import java.util.List;
import java.util.stream.Stream;
import org.polyphony.figure.Figure;

/** The figures and tables of schedGPU and MGB, and what backs the host layer. */
public final class HostFigures {
  private HostFigures() {}

  /** Returns them all. */
  public static List<Figure> all() {
    return Stream.of(
            SchedGpuFigures.all(), MgbFigures.all(), List.<Figure>of(RateAgreement.figure()))
        .flatMap(List::stream)
        .toList();
  }
}
