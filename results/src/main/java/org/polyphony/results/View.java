package org.polyphony.results;

/**
 * How charts show results.
 *
 * @param names of policies, benchmarks, schedulers and config keys
 * @param isAbsolute STP and ANTT are drawn as they are, not as changes
 * @param normalizedTo a policy over whose runs those of the others are drawn; empty for none
 */
public record View(DisplayNames names, boolean isAbsolute, String normalizedTo) {
  /** Returns the usual view: changes over non-shared execution. */
  public static View of(DisplayNames names) {
    return new View(names, false, "");
  }

  /** Returns metrics relative to non-shared execution even if others are over a policy. */
  public Baseline nonShared() {
    return new Baseline("", isAbsolute);
  }

  /** Returns what STP and ANTT of compared runs are over. */
  public Baseline baseline() {
    return new Baseline(names.of(normalizedTo), isAbsolute);
  }
}
