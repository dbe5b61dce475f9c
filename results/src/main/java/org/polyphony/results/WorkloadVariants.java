package org.polyphony.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Variants of the same workloads on the axis {@code workloads} of a sweep, as with and without
 * priority. What they differ in is made an axis of its own, so that they are different settings and
 * not repeats of one.
 */
final class WorkloadVariants {
  private static final String AXIS = "workloads";

  private WorkloadVariants() {}

  /** Adds an axis for each key in which variants of the same workloads differ. */
  static void toAxes(List<RunRecord> runs) {
    Map<String, List<Map<String, JsonNode>>> values = new HashMap<>();
    runs.forEach(
        run -> values.computeIfAbsent(run.workloads(), w -> new ArrayList<>()).add(values(run)));
    Map<String, Set<String>> differing = new HashMap<>();
    values.forEach((workloads, of) -> differing.put(workloads, differing(of)));
    runs.replaceAll(run -> with(run, differing.get(run.workloads())));
  }

  /** Returns the values of a run's workloads by path, as {@code workloads[0].priority}. */
  private static Map<String, JsonNode> values(RunRecord run) {
    Map<String, JsonNode> values = new TreeMap<>();
    int index = 0;
    for (JsonNode workload : run.summary().path("axes").path(AXIS)) {
      String path = AXIS + "[" + index++ + "]";
      if (workload.isTextual()) {
        values.put(path + ".benchmark", workload);
      } else {
        put(values, path, workload);
      }
    }
    return values;
  }

  private static void put(Map<String, JsonNode> values, String path, JsonNode node) {
    if (node.isObject()) {
      node.properties().forEach(each -> put(values, path + "." + each.getKey(), each.getValue()));
    } else {
      values.put(path, node);
    }
  }

  private static Set<String> differing(Collection<Map<String, JsonNode>> runs) {
    Set<String> paths = new TreeSet<>();
    runs.forEach(run -> paths.addAll(run.keySet()));
    paths.removeIf(
        path -> {
          Set<JsonNode> found = new HashSet<>();
          runs.forEach(run -> found.add(run.get(path)));
          return found.size() == 1;
        });
    return paths;
  }

  private static RunRecord with(RunRecord run, Set<String> paths) {
    if (paths.isEmpty()) {
      return run;
    }
    ObjectNode axes = run.summary().path("axes").deepCopy();
    values(run)
        .forEach(
            (path, value) -> {
              if (paths.contains(path)) {
                axes.set(path, value);
              }
            });
    ObjectNode summary = axes.objectNode().setAll((ObjectNode) run.summary());
    summary.set("axes", axes);
    return new RunRecord(summary, run.shown());
  }
}
