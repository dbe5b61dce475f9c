package org.polyphony.config;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.polyphony.config.WorkloadConfig.Kind;
import org.polyphony.input.Keys;

/** Makes the records of workloads; checks that files exist. */
final class WorkloadBinder {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String APPROXIMATE = "approximate";
  private static final String ARRIVALS = "arrivals";
  private static final String FILE = "file";
  private static final String TIMES = "times";

  private final ConfigTree tree; // what names workloads
  private final Path folder; // where relative paths start

  WorkloadBinder(ConfigTree tree, Path folder) {
    this.tree = tree;
    this.folder = folder;
  }

  /** Returns the workload at a path, which fits the schema; what is wrong beyond that is noted. */
  WorkloadConfig bind(String path) {
    JsonNode node = tree.at(path);
    if (node.isTextual()) {
      return bind(
          JsonNodeFactory.instance.objectNode().set(key(Kind.BENCHMARK), node),
          Kind.BENCHMARK,
          path);
    }
    Kind kind =
        Arrays.stream(Kind.values()).filter(k -> node.has(key(k))).findFirst().orElseThrow();
    return bind(node, kind, path);
  }

  private WorkloadConfig bind(JsonNode node, Kind kind, String path) {
    String reference = node.get(key(kind)).asText();
    String defaultName = reference;
    if (kind != Kind.BENCHMARK) {
      Path file = folder.resolve(reference).normalize();
      requireExists(file, node.get(key(kind)), JsonPath.key(path, key(kind)));
      reference = file.toString();
      defaultName = defaultName(kind, file);
    }
    Map<String, Object> values =
        MAPPER.convertValue(node, new TypeReference<Map<String, Object>>() {});
    values.put("kind", kind);
    values.put("reference", reference);
    values.putIfAbsent("name", defaultName);
    values.putIfAbsent("instructionBudget", WorkloadConfig.BUDGET_OF_EXPERIMENT);
    if (node.path(ARRIVALS).isObject()) {
      values.put(ARRIVALS, arrivals(node.get(ARRIVALS), JsonPath.key(path, ARRIVALS)));
    }
    if (tree.root().has(APPROXIMATE)) { // of the experiment, for workloads that state none
      values.putIfAbsent(APPROXIMATE, tree.root().get(APPROXIMATE).asBoolean());
    }
    return Keys.bind(WorkloadConfig.class, values);
  }

  /** Returns the values of arrivals; those of a file stand for its times. */
  private Map<String, Object> arrivals(JsonNode node, String path) {
    Map<String, Object> values =
        MAPPER.convertValue(node, new TypeReference<Map<String, Object>>() {});
    Object file = values.remove(FILE);
    if (file != null) {
      Path csv = folder.resolve(file.toString()).normalize();
      requireExists(csv, node.get(FILE), JsonPath.key(path, FILE));
      values.put(TIMES, tree.isValid() ? ArrivalTimes.read(csv) : List.of(0.0));
    }
    return values;
  }

  private void requireExists(Path file, JsonNode written, String path) {
    if (!Files.exists(file)) {
      String found = JsonPath.describe(written) + ", which does not exist";
      tree.wrong(path, found, "a path relative to the config file");
    }
  }

  /** A trace is called after its folder, a model after its file. */
  private static String defaultName(Kind kind, Path file) {
    boolean inside = kind == Kind.TRACE && !Files.isDirectory(file);
    String name = String.valueOf((inside ? file.getParent() : file).getFileName());
    return kind == Kind.MODEL ? name.replaceFirst("\\.json$", "") : name;
  }

  private static String key(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
