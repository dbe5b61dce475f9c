package org.polyphony.run.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.polyphony.figure.GroupMean;

/** Means over seeds, with 95% intervals of Student's t; without an interval for one run. */
final class ClusterMeans {
  private static final double UPPER = 0.975;
  private static final double HOUR = 3600;
  private static final double PERCENT = 100;
  private static final String WAIT = "Mean wait (h)";
  private static final String FRAGMENTS = "Fragments (% of GPUs)";
  private static final String ALLOCATED = "GPUs allocated (%)";

  private ClusterMeans() {}

  /** Returns the means of an experiment, by metric, load and policy. */
  static List<GroupMean> of(ClusterResults results) {
    List<GroupMean> means = new ArrayList<>();
    List<ClusterRecord> replays = results.replays();
    add(means, WAIT, replays, r -> label(r.key()), r -> r.meanWaitSeconds() / HOUR);
    add(means, FRAGMENTS, replays, r -> label(r.key()), r -> PERCENT * r.fragments());
    add(means, ALLOCATED, replays, r -> label(r.key()), r -> PERCENT * r.allocated());
    List<ClusterResults.Fill> full =
        results.fills().stream().filter(fill -> fill.at().asked() == 1).toList();
    add(means, ALLOCATED, full, ClusterMeans::label, f -> PERCENT * f.at().allocated());
    add(means, FRAGMENTS, full, ClusterMeans::label, f -> PERCENT * f.at().fragments());
    return means;
  }

  private static Label label(ClusterRecord.Key key) {
    return new Label(String.format(Locale.ROOT, "load %s", plain(key.load())), key.policy());
  }

  private static Label label(ClusterResults.Fill fill) {
    return new Label("all GPUs asked for", fill.key().policy());
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  private record Label(String group, String policy) {}

  private interface Labels<R> {
    Label of(R run);
  }

  private static <R> void add(
      List<GroupMean> means,
      String metric,
      List<R> runs,
      Labels<R> labels,
      ToDoubleFunction<R> value) {
    Map<Label, SummaryStatistics> statistics = new LinkedHashMap<>();
    for (R run : runs) {
      statistics
          .computeIfAbsent(labels.of(run), label -> new SummaryStatistics())
          .addValue(value.applyAsDouble(run));
    }
    statistics.forEach(
        (label, all) -> {
          double mean = all.getMean();
          double half = half(all);
          means.add(
              new GroupMean(
                  metric,
                  label.group(),
                  label.policy(),
                  mean,
                  mean - half,
                  mean + half,
                  Double.NaN));
        });
  }

  /** Returns half the interval; not a number for one run. */
  private static double half(SummaryStatistics all) {
    if (all.getN() < 2) {
      return Double.NaN;
    }
    double t = new TDistribution(null, all.getN() - 1).inverseCumulativeProbability(UPPER);
    return t * all.getStandardDeviation() / Math.sqrt(all.getN());
  }
}
