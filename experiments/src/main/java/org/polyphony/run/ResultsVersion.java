package org.polyphony.run;

/**
 * Tells results that still hold from those that do not: two builds of the same version give the
 * same summary for the same config, but for {@code host} and {@code provenance}.
 */
public final class ResultsVersion {
  /**
   * Raised by every change that alters a number of a run whose config stays the same, cycles first
   * of all, or that adds one which figures need. {@code ResultsVersionTest} notices most of them. A
   * change of a device or of a kernel model changes the hash of the config, and needs no new
   * version.
   */
  public static final int CURRENT = 3;

  private ResultsVersion() {}
}
