package org.polyphony.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.polyphony.input.Violation;

/** The runs of several folders, each with what its folder has otherwise as an axis. */
final class JoinedRuns {
  private static final String GPU = "gpu";
  private static final String AXES = "axes";
  private static final Set<String> MEANINGLESS = Set.of("name", "folder", "schemaVersion");

  private final List<JsonNode> configs = new ArrayList<>();
  private final Set<String> differing = new LinkedHashSet<>();

  private JoinedRuns(List<Results> parts) {
    Set<String> keys = new TreeSet<>();
    for (Results part : parts) {
      JsonNode config =
          part.json(ResultFile.CONFIG).orElseGet(JsonNodeFactory.instance::objectNode);
      JsonNode base = config.has("base") ? config.path("base") : config;
      configs.add(base);
      base.fieldNames().forEachRemaining(keys::add);
      part.runs().forEach(run -> run.summary().path(AXES).fieldNames().forEachRemaining(keys::add));
    }
    keys.removeAll(MEANINGLESS);
    keys.removeIf(key -> configs.stream().map(base -> base.path(key)).distinct().count() == 1);
    differing.addAll(keys);
  }

  static List<ObjectNode> of(List<Results> parts) {
    JoinedRuns joined = new JoinedRuns(parts);
    List<ObjectNode> runs = new ArrayList<>();
    Set<JsonNode> points = new HashSet<>();
    for (int i = 0; i < parts.size(); i++) {
      Results part = parts.get(i);
      if (part.runs().isEmpty()) {
        throw new Violation(
                "", "no finished runs on a device; give results of sweeps or of runs", "")
            .errorAt(part.folder().toString());
      }
      for (RunRecord run : part.runs()) {
        ObjectNode line = joined.line(run.summary(), joined.configs.get(i));
        JsonNode point = line.path(AXES).deepCopy();
        ((ObjectNode) point).put("workloads of the run", run.workloads());
        if (points.add(point)) {
          runs.add(line);
        }
      }
    }
    return runs;
  }

  /** Returns a run with its axes, and the values of its config that others have otherwise. */
  private ObjectNode line(JsonNode run, JsonNode config) {
    ObjectNode line = run.deepCopy();
    ObjectNode axes = JsonNodeFactory.instance.objectNode();
    for (String key : differing) {
      JsonNode value = key.equals(GPU) ? run.path(GPU) : config.path(key);
      if (!value.isMissingNode() && !run.path(AXES).has(key)) {
        axes.set(key, value);
      }
    }
    run.path(AXES).forEachEntry(axes::set);
    line.set(AXES, axes);
    return line;
  }
}
