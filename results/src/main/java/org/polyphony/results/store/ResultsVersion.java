package org.polyphony.results.store;

/**
 * Version of results: two builds with the same version produce the same summary from the same
 * config, except for {@code host} and {@code provenance}.
 */
public final class ResultsVersion {
  /**
   * Incremented by every change that alters a number of a run with unchanged config, cycles first
   * of all, or that adds a number required by figures. {@code ResultsVersionTest} detects most of
   * them. Changes of a device or a kernel model change the config hash and need no new version.
   */
  public static final int CURRENT = 6;

  private ResultsVersion() {}
}
