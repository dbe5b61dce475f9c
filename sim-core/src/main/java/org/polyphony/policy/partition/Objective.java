package org.polyphony.policy.partition;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.polyphony.metrics.Antt;
import org.polyphony.metrics.Stp;
import org.polyphony.policy.Parameter;

/** What partitions are compared by. Source: GPU Maestro sections 2.3 and 4.1. */
public enum Objective {
  /** Average normalized turnaround time: lower is better. */
  ANTT,
  /** System throughput: higher is better. */
  STP;

  /** As a parameter of policies. */
  public static final Parameter<String> PARAMETER =
      Parameter.word("objective", names(), "metric to optimize");

  /** Returns the names in configs, the default first. */
  public static List<String> names() {
    return Arrays.stream(values()).map(Objective::word).toList();
  }

  /** Returns its name in configs. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Objective of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /**
   * Returns the score of a partition.
   *
   * @param progress normalized progress of each kernel, at least one
   * @return not a number when one of them was not measured; the worst possible when one stood still
   */
  public double score(double... progress) {
    double least = Double.POSITIVE_INFINITY;
    for (double each : progress) {
      least = Math.min(least, each); // not a number if one is not
    }
    if (Double.isNaN(least)) {
      return Double.NaN;
    }
    if (least <= 0) {
      return this == ANTT ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
    }
    return this == ANTT ? Antt.of(progress) : Stp.of(progress);
  }

  /** Returns whether a score is better than another; one that is not a number never is. */
  public boolean isBetter(double score, double than) {
    return this == ANTT ? score < than : score > than;
  }
}
