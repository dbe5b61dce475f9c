package org.polyphony.figure.hardware;

import java.util.List;
import org.polyphony.figure.Figure;

/** Comparisons with hardware and with a reference simulator. */
public final class HardwareFigures {
  private HardwareFigures() {}

  /** Returns them all. */
  public static List<Figure> all() {
    return List.of(new Corun(), new Validation());
  }
}
