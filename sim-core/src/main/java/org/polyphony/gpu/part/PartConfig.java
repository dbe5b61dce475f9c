package org.polyphony.gpu.part;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.input.Key;
import org.polyphony.usercode.JavaSource;
import org.polyphony.usercode.UserCode;

/**
 * A hardware part of a device and its parameters.
 *
 * @param name a bundled part; or a user's own: the full name of its class, or its Java file
 * @param parameters by name: numbers, booleans, strings, and lists of these
 */
public record PartConfig(
    @Key("name of a part, Java file, or full name of your class") String name,
    Map<String, Object> parameters) {
  private static final String SOURCE = "source"; // of the numbers, as GPU files have it anywhere

  /** Copies the parameters, in order of their names. */
  public PartConfig {
    Map<String, Object> sorted = new TreeMap<>(parameters);
    sorted.remove(SOURCE);
    parameters = Collections.unmodifiableMap(sorted);
  }

  /** Returns the digest of a user's own code; empty for a bundled part. */
  public String digest() {
    return UserCode.of(name).sha256();
  }

  /** Returns the name without the folder of a Java file, the same on every machine. */
  public String shortName() {
    return JavaSource.isOne(name) ? String.valueOf(Path.of(name).getFileName()) : name;
  }

  /** Returns everything that determines the behavior of the part. */
  @Override
  public String toString() {
    String digest = digest();
    return shortName() + parameters + (digest.isEmpty() ? "" : " " + digest);
  }
}
