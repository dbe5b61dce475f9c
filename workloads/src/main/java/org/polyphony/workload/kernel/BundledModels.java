package org.polyphony.workload.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.polyphony.input.InvalidInputException;

/** The kernel models that ship with Polyphony. */
public final class BundledModels {
  private static final List<String> NAMES =
      List.of(
          "BFS", "BP", "BS", "BT", "CP", "FDTD", "FWT", "HS", "HW", "KM", "LBM", "LC", "LMD", "LUD",
          "MRIQ", "MUM", "NW", "SAD", "SC", "SRAD", "ST", "TPACF");
  private static final String FOLDER = "/models/";

  private BundledModels() {}

  /** Returns the names of the bundled models, sorted. */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * Returns the JSON text of a bundled model.
   *
   * @param name one of {@link #names}
   * @throws InvalidInputException when there is no such model; the message has the nearest name
   */
  public static String text(String name) {
    if (!NAMES.contains(name)) {
      throw new Place("workload", "\"" + name + "\"").unknown("bundled model", name, NAMES);
    }
    try (InputStream in = BundledModels.class.getResourceAsStream(FOLDER + name + ".json")) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks model " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("model " + name + " cannot be read", e);
    }
  }
}
