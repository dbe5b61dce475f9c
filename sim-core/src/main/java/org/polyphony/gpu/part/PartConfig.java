package org.polyphony.gpu.part;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.input.Key;

/**
 * A hardware part of a device and its parameters.
 *
 * @param name a bundled part, or the full name of a user's own class
 * @param parameters by name: numbers, booleans, strings, and lists of these
 */
public record PartConfig(
    @Key("name of a part, or full name of your class") String name,
    Map<String, Object> parameters) {
  private static final String SOURCE = "source"; // of the numbers, as GPU files have it anywhere

  /** Copies the parameters, in order of their names. */
  public PartConfig {
    Map<String, Object> sorted = new TreeMap<>(parameters);
    sorted.remove(SOURCE);
    parameters = Collections.unmodifiableMap(sorted);
  }
}
