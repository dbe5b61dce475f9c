package org.polyphony.results.store;

import org.polyphony.input.Sha256;

/**
 * What identifies a run: two runs with one key have one result, whoever asks for them.
 *
 * @param id SHA-256 of all that determines the result, in hexadecimal
 * @param about the run in words, for readers of a store
 */
public record RunKey(String id, String about) {
  /**
   * Identifies a run.
   *
   * @param kind of run; runs of different kinds differ even if the same determines them
   * @param parts all that determines its result, in a fixed order
   */
  public static RunKey of(String kind, String about, Object... parts) {
    StringBuilder identity = new StringBuilder(kind);
    for (Object part : parts) {
      identity.append('\n').append(part);
    }
    return new RunKey(Sha256.hex(identity.toString()), about);
  }
}
