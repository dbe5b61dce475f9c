package org.polyphony.figure.hardware;

import java.util.List;
import org.polyphony.figure.Figure;
import org.polyphony.text.Table;

/** Comparisons with hardware and with a reference simulator. */
public final class HardwareFigures {
  private HardwareFigures() {}

  /** Returns them all. */
  public static List<Figure> all() {
    return List.of(Corun.FIGURE, SmkSilicon.FIGURE, Validation.FIGURE);
  }

  /** Returns the tables that they write. */
  public static List<Table<?>> tables() {
    return List.of(
        ValidationReport.TABLE, CorunReport.TABLE, SmkReport.TABLE, SmkReport.ALONE_TABLE);
  }
}
