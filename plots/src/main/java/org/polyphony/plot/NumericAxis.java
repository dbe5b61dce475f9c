package org.polyphony.plot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * An axis of a sweep whose values are numbers, and how they are written.
 *
 * @param path of the value in the config, as {@code gpu.l2.bytes}
 * @param values in ascending order, three or more
 */
record NumericAxis(String path, List<Double> values) {
  private static final int LEAST = 3; // points of a line that says anything
  private static final double WIDE = 8; // ratio from which steps are factors
  private static final double KIB = 1024;

  /** Returns the axes of numbers that runs vary; the seed is none. */
  static List<NumericAxis> of(List<RunRecord> runs) {
    TreeSet<String> paths = new TreeSet<>();
    runs.forEach(run -> run.summary().path("axes").fieldNames().forEachRemaining(paths::add));
    paths.remove("seed");
    return paths.stream()
        .map(path -> new NumericAxis(path, values(runs, path)))
        .filter(axis -> axis.values().size() >= LEAST)
        .toList();
  }

  private static List<Double> values(List<RunRecord> runs, String path) {
    boolean areNumbers =
        runs.stream().allMatch(run -> run.summary().path("axes").path(path).isNumber());
    Stream<JsonNode> values = runs.stream().map(run -> run.summary().path("axes").path(path));
    return areNumbers ? values.map(JsonNode::asDouble).distinct().sorted().toList() : List.of();
  }

  double of(RunRecord run) {
    return run.summary().path("axes").path(path).asDouble();
  }

  /** Returns a run as if it had not been varied along this axis. */
  RunRecord without(RunRecord run) {
    JsonNode summary = run.summary().deepCopy();
    ((ObjectNode) summary.path("axes")).remove(path);
    return new RunRecord(summary, run.shown());
  }

  /** Returns whether equal steps on paper are equal factors. */
  boolean isLogarithmic() {
    return values.get(0) > 0 && values.get(values.size() - 1) / values.get(0) >= WIDE;
  }

  /** Returns where a value lies on paper. */
  double place(double value) {
    return isLogarithmic() ? Math.log(value) / Math.log(2) : value;
  }

  /** Returns the path, with the unit where ticks do not have it. */
  String label() {
    String last = path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return last.contains("cycles") || last.contains("latency") ? path + " (core cycles)" : path;
  }

  /** Returns a value with its unit if it is one of bytes or kHz. */
  String text(double value) {
    String last = path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    if (last.endsWith("bytes")) {
      return bytes(value);
    }
    return last.endsWith("khz") ? plain(value / 1000) + " MHz" : plain(value);
  }

  private static String bytes(double value) {
    String[] units = {"B", "KiB", "MiB", "GiB"};
    int unit = 0;
    double left = value;
    while (left >= KIB && unit + 1 < units.length) {
      left /= KIB;
      unit++;
    }
    return plain(left) + " " + units[unit];
  }

  private static String plain(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.4g", value).replaceAll("0+$", "");
  }
}
