package org.polyphony.policy.partition;

import java.util.Locale;
import org.polyphony.metrics.Antt;
import org.polyphony.metrics.Stp;

/** The metric by which partitions are compared. Source: GPU Maestro sections 2.3 and 4.1. */
public enum Objective {
  /** Average normalized turnaround time: lower is better. */
  ANTT,
  /** System throughput: higher is better. */
  STP;

  /** The meaning of the parameter {@code objective} of policies. */
  public static final String MEANING = "metric to optimize";

  /** Returns the config name. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the score of a partition.
   *
   * @param progress normalized progress of each kernel, at least one
   * @return NaN if a kernel was not measured; the worst possible score if a kernel made no progress
   */
  public double score(double... progress) {
    double least = Double.POSITIVE_INFINITY;
    for (double each : progress) {
      least = Math.min(least, each); // propagates NaN
    }
    if (Double.isNaN(least)) {
      return Double.NaN;
    }
    if (least <= 0) {
      return this == ANTT ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
    }
    return this == ANTT ? Antt.of(progress) : Stp.of(progress);
  }

  /** Returns whether a score is better than another; false if {@code score} is NaN. */
  public boolean isBetter(double score, double than) {
    return this == ANTT ? score < than : score > than;
  }
}
