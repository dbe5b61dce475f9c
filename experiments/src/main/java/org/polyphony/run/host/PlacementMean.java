package org.polyphony.run.host;

import static org.polyphony.results.table.Formats.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.polyphony.results.statistics.MeanInterval;
import org.polyphony.results.table.GroupMean;

/**
 * A mean over seeds with its 95% interval of Student's t, and the paired difference from the first
 * policy with the same draws of jobs.
 *
 * @param mean with its 95% interval; without an interval for one run
 * @param first the first policy
 * @param difference mean difference from the first policy
 * @param low lower end of the difference's 95% interval; NaN without one
 * @param high upper end
 */
public record PlacementMean(
    GroupMean mean, String first, double difference, double low, double high) {
  private static final double HOUR = 3600;
  private static final double PERCENT = 100;
  private static final String WAIT = "Mean wait (h)";
  private static final String FRAGMENTS = "Fragments (% of GPUs)";
  private static final String ALLOCATED = "GPUs allocated (%)";

  private record Label(String group, String policy) {}

  /** The value of one metric in a run. */
  private record Value(Label label, double value) {}

  /** Returns the means of an experiment, by metric, load and policy. */
  public static List<PlacementMean> of(PlacementResults results) {
    List<PlacementMean> means = new ArrayList<>();
    means.addAll(ofReplays(WAIT, results, r -> r.meanWaitSeconds() / HOUR));
    means.addAll(ofReplays(FRAGMENTS, results, r -> PERCENT * r.fragments()));
    means.addAll(ofReplays(ALLOCATED, results, r -> PERCENT * r.allocated()));
    means.addAll(ofFills(ALLOCATED, results, f -> PERCENT * f.at().allocated()));
    means.addAll(ofFills(FRAGMENTS, results, f -> PERCENT * f.at().fragments()));
    return means;
  }

  private static List<PlacementMean> ofReplays(
      String metric, PlacementResults of, ToDoubleFunction<PlacementRecord> value) {
    List<Value> values = new ArrayList<>();
    for (PlacementRecord run : of.replays()) {
      Label label = new Label("load " + plain(run.key().load()), run.key().policy());
      values.add(new Value(label, value.applyAsDouble(run)));
    }
    return of(metric, values);
  }

  private static List<PlacementMean> ofFills(
      String metric, PlacementResults of, ToDoubleFunction<PlacementResults.Fill> value) {
    List<Value> values = new ArrayList<>();
    for (PlacementResults.Fill fill : of.fills()) {
      if (fill.at().asked() == 1) {
        Label label = new Label("all GPUs asked for", fill.key().policy());
        values.add(new Value(label, value.applyAsDouble(fill)));
      }
    }
    return of(metric, values);
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : text("%s", value);
  }

  private static List<PlacementMean> of(String metric, List<Value> values) {
    List<PlacementMean> means = new ArrayList<>();
    Map<Label, List<Double>> all = new LinkedHashMap<>();
    Map<Label, List<Double>> differences = new LinkedHashMap<>();
    String first = values.isEmpty() ? "" : values.get(0).label().policy();
    double ofFirst = Double.NaN;
    for (Value value : values) { // for each draw of jobs, the first policy precedes the others
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
              new PlacementMean(
                  mean, first, difference.mean(), difference.low(), difference.high()));
        });
    return means;
  }

  private static GroupMean mean(String metric, Label label, List<Double> values) {
    MeanInterval of = MeanInterval.of(values.stream().mapToDouble(v -> v).toArray());
    return new GroupMean(
        metric, label.group(), label.policy(), of.mean(), of.low(), of.high(), Double.NaN);
  }
}
