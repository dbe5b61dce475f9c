package org.polyphony.workload.kernel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.input.Hash;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.ParserMessage;
import org.polyphony.workload.kernel.ModelDefinition.PlannedStep;

/** Reads a kernel model; every error names file, JSON path, what was found and what is allowed. */
final class ModelReader {
  static final String DEFAULT_TYPE = "COM";
  private static final String[] KEYS = {
    "$schema",
    "schemaVersion",
    "name",
    "about",
    "source",
    "suite",
    "type",
    "parameters",
    "structures",
    "arrays",
    "kernels",
    "launches"
  };
  private static final Map<String, String> TYPES = Map.of(DEFAULT_TYPE, DEFAULT_TYPE, "MEM", "MEM");
  private static final Map<String, MemorySpace> SPACES =
      Map.of("global", MemorySpace.GLOBAL, "constant", MemorySpace.CONSTANT);
  private static final Map<String, Boolean> STRUCTURES =
      Map.of("random-graph", false, "table", true); // whether it is a table

  private static final long FIRST_ADDRESS = 0x1000_0000L;
  private static final int ARRAY_ALIGNMENT = 512; // bytes; what cudaMalloc gives at least
  private static final long MOST_BYTES = 1L << 40; // of an array
  private static final int MOST_NODES = 1 << 26;
  private static final int MOST_EDGES_PER_NODE = 1000;
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private ModelReader() {}

  /**
   * Reads a model.
   *
   * @param text the JSON text
   * @param file the file's name for messages
   * @throws InvalidInputException on everything that is wrong
   */
  static ModelDefinition read(String text, String file, ModelOptions options) {
    ModelNode model = new ModelNode(parse(text, file), new Place(file, "$"));
    model.onlyKeys(KEYS);
    model.get("schemaVersion").integer(1, 1);
    Scope scope = new Scope(options.scale(), options.seed());
    parameters(model, scope, options.parameters());
    structures(model, scope);
    Map<String, ArrayRange> arrays = arrays(model, scope);
    Map<String, KernelDefinition> kernels = new LinkedHashMap<>();
    KernelReader reader = new KernelReader(scope);
    model
        .get("kernels")
        .members()
        .forEach((name, node) -> kernels.put(name, reader.read(name, node)));
    LaunchReader launches = new LaunchReader(arrays, kernels);
    List<PlannedStep> plan = launches.read(model.get("launches").list(), scope);
    if (plan.stream().noneMatch(ModelDefinition.PlannedLaunch.class::isInstance)) {
      throw model.get("launches").place().error("launches nothing; add a launch");
    }
    return new ModelDefinition(
        model.get("name").name(),
        model.get("about").text(),
        model.textOr("source", ""),
        model.textOr("suite", ""),
        model.has("type") ? model.get("type").named("type", TYPES) : DEFAULT_TYPE,
        scope,
        arrays,
        kernels,
        plan,
        launches.streams());
  }

  private static JsonNode parse(String text, String file) {
    if (text.isBlank()) {
      throw new InvalidInputException(file + ": an empty file, not a kernel model");
    }
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      String where =
          e.getLocation() == null
              ? ""
              : "line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr();
      String why = ParserMessage.plain(e.getOriginalMessage());
      throw new InvalidInputException(
          "%s: %s: invalid JSON (%s); a model is JSON with // comments".formatted(file, where, why),
          e);
    }
  }

  private static void parameters(ModelNode model, Scope scope, Map<String, Long> replaced) {
    Map<String, ModelNode> members = model.membersOrEmpty("parameters");
    Set<String> names = members.keySet();
    for (String name : replaced.keySet()) {
      if (!names.contains(name)) {
        throw model.place().key("parameters").unknown("parameter", name, names);
      }
    }
    members.forEach(
        (name, node) -> {
          Long given = replaced.get(name);
          scope.constant(name, given != null ? given : node.value(scope));
        });
  }

  private static Map<String, ArrayRange> arrays(ModelNode model, Scope scope) {
    Map<String, ArrayRange> arrays = new LinkedHashMap<>();
    long at = FIRST_ADDRESS;
    for (Map.Entry<String, ModelNode> entry : model.membersOrEmpty("arrays").entrySet()) {
      ModelNode node = entry.getValue().onlyKeys("element", "count", "space");
      int element = node.get("element").integer(1, 4096);
      MemorySpace space =
          node.has("space") ? node.get("space").named("space", SPACES) : MemorySpace.GLOBAL;
      long count = node.get("count").value(scope, 1, MOST_BYTES / element, " elements");
      ArrayRange range = new ArrayRange(entry.getKey(), space, at, element, count);
      arrays.put(entry.getKey(), range);
      at = (range.end() + ARRAY_ALIGNMENT - 1) / ARRAY_ALIGNMENT * ARRAY_ALIGNMENT;
    }
    return arrays;
  }

  /** Adds the constants and functions of the index structures to the scope. */
  private static void structures(ModelNode model, Scope scope) {
    for (Map.Entry<String, ModelNode> entry : model.membersOrEmpty("structures").entrySet()) {
      String prefix = entry.getKey() + ".";
      IndexStructure structure = structure(entry.getKey(), entry.getValue(), scope);
      structure.constants().forEach((name, value) -> scope.constant(prefix + name, value));
      structure.functions().forEach((name, f) -> scope.function(prefix + name, f));
    }
  }

  private static IndexStructure structure(String name, ModelNode node, Scope scope) {
    boolean isTable = node.get("type").named("structure type", STRUCTURES);
    return isTable ? table(node, scope) : graph(name, node, scope);
  }

  private static IndexStructure graph(String name, ModelNode node, Scope scope) {
    node.onlyKeys("type", "nodes", "edgesPerNode", "undirected", "source");
    int nodes = (int) node.get("nodes").value(scope, 1, MOST_NODES, "");
    List<ModelNode> range = node.get("edgesPerNode").list();
    if (range.size() != 2) {
      throw node.get("edgesPerNode").error(node.brief(), "[fewest, most]");
    }
    int fewest = (int) range.get(0).value(scope, 0, MOST_EDGES_PER_NODE, "");
    int most = (int) range.get(1).value(scope, fewest, MOST_EDGES_PER_NODE, "");
    int source = node.has("source") ? (int) node.get("source").value(scope, 0, nodes - 1L, "") : 0;
    long seed = Hash.mix(scope.seed(), name.hashCode());
    boolean isUndirected = node.flag("undirected");
    return RandomGraph.structure(
        new RandomGraph.Rule(nodes, seed, fewest, most, isUndirected, source));
  }

  private static IndexStructure table(ModelNode node, Scope scope) {
    node.onlyKeys("type", "values");
    int[] values =
        node.get("values").list().stream()
            .mapToInt(v -> (int) v.value(scope, Integer.MIN_VALUE, Integer.MAX_VALUE, ""))
            .toArray();
    return new IndexStructure(
        Map.of("size", (long) values.length), Map.of("at", new IndexFunction(values)));
  }
}
