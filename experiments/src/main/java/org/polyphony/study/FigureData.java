package org.polyphony.study;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Static data of figures: JSON resources of the program. */
public final class FigureData {
  private FigureData() {}

  /** Reads a file. */
  public static JsonNode read(String name) {
    try (InputStream in = FigureData.class.getResourceAsStream(name)) {
      return new JsonMapper().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
