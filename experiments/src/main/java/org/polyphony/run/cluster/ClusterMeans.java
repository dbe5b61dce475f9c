package org.polyphony.run.cluster;

import static org.polyphony.text.Formats.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.polyphony.plot.MeanInterval;
import org.polyphony.text.GroupMean;

/** Means over seeds, with 95% intervals of Student's t; without an interval for one run. */
final class ClusterMeans {
  private static final double HOUR = 3600;
  private static final double PERCENT = 100;
  private static final String WAIT = "Mean wait (h)";
  private static final String FRAGMENTS = "Fragments (% of GPUs)";
  private static final String ALLOCATED = "GPUs allocated (%)";

  private final List<ClusterMean> means = new ArrayList<>();

  /** Which mean. */
  private record Label(String group, String policy) {}

  /** What a run gives of one metric. */
  private record Value(Label label, double value) {}

  private ClusterMeans() {}

  /** Returns the means of an experiment, by metric, load and policy. */
  static List<ClusterMean> of(ClusterResults results) {
    ClusterMeans all = new ClusterMeans();
    all.addReplays(WAIT, results, r -> r.meanWaitSeconds() / HOUR);
    all.addReplays(FRAGMENTS, results, r -> PERCENT * r.fragments());
    all.addReplays(ALLOCATED, results, r -> PERCENT * r.allocated());
    all.addFills(ALLOCATED, results, f -> PERCENT * f.at().allocated());
    all.addFills(FRAGMENTS, results, f -> PERCENT * f.at().fragments());
    return all.means;
  }

  private void addReplays(String metric, ClusterResults of, ToDoubleFunction<ClusterRecord> value) {
    List<Value> values = new ArrayList<>();
    for (ClusterRecord run : of.replays()) {
      Label label = new Label("load " + plain(run.key().load()), run.key().policy());
      values.add(new Value(label, value.applyAsDouble(run)));
    }
    add(metric, values);
  }

  private void addFills(
      String metric, ClusterResults of, ToDoubleFunction<ClusterResults.Fill> value) {
    List<Value> values = new ArrayList<>();
    for (ClusterResults.Fill fill : of.fills()) {
      if (fill.at().asked() == 1) {
        Label label = new Label("all GPUs asked for", fill.key().policy());
        values.add(new Value(label, value.applyAsDouble(fill)));
      }
    }
    add(metric, values);
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : text("%s", value);
  }

  private void add(String metric, List<Value> values) {
    Map<Label, List<Double>> all = new LinkedHashMap<>();
    Map<Label, List<Double>> differences = new LinkedHashMap<>();
    String first = values.isEmpty() ? "" : values.get(0).label().policy();
    double ofFirst = Double.NaN;
    for (Value value : values) { // of each draw of jobs the first policy comes first
      ofFirst = value.label().policy().equals(first) ? value.value() : ofFirst;
      all.computeIfAbsent(value.label(), l -> new ArrayList<>()).add(value.value());
      differences
          .computeIfAbsent(value.label(), l -> new ArrayList<>())
          .add(value.value() - ofFirst);
    }
    all.forEach(
        (label, of) -> {
          GroupMean mean = mean(metric, label, of);
          GroupMean difference = mean(metric, label, differences.get(label));
          means.add(
              new ClusterMean(mean, first, difference.mean(), difference.low(), difference.high()));
        });
  }

  private static GroupMean mean(String metric, Label label, List<Double> values) {
    MeanInterval of = MeanInterval.of(values.stream().mapToDouble(v -> v).toArray());
    return new GroupMean(
        metric, label.group(), label.policy(), of.mean(), of.low(), of.high(), Double.NaN);
  }
}
