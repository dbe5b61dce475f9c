package org.polyphony.study.silicon;

import java.util.List;
import org.polyphony.results.table.Table;
import org.polyphony.study.Figure;

/** Comparisons with hardware and with a reference simulator. */
public final class HardwareFigures {
  private HardwareFigures() {}

  public static List<Figure> all() {
    return List.of(ArrivalLatency.FIGURE, SmkSilicon.FIGURE, Validation.FIGURE);
  }

  public static List<Table<?>> tables() {
    return List.of(
        Validation.APPLICATIONS,
        Validation.LAUNCHES,
        Validation.HARDWARE,
        SmkSilicon.TABLE,
        SmkSilicon.ALONE_TABLE,
        ArrivalLatency.TABLE,
        ArrivalLatency.ALONE_TABLE);
  }
}
