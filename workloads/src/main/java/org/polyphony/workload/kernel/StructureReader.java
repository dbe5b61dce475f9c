package org.polyphony.workload.kernel;

import java.util.List;
import java.util.Map;
import org.polyphony.input.Hash;

/** Reads the index structures of a model. */
final class StructureReader {
  private static final int MOST_NODES = 1 << 26;
  private static final int MOST_EDGES_PER_NODE = 1000;

  private StructureReader() {}

  /** Reads all structures and adds their constants and functions to the scope. */
  static void readAll(ModelNode model, Scope scope) {
    for (Map.Entry<String, ModelNode> entry : model.membersOrEmpty("structures").entrySet()) {
      String prefix = entry.getKey() + ".";
      IndexStructure structure = read(entry.getKey(), entry.getValue(), scope);
      structure.constants().forEach((name, value) -> scope.constant(prefix + name, value));
      structure.functions().forEach((name, f) -> scope.function(prefix + name, f));
    }
  }

  private static IndexStructure read(String name, ModelNode node, Scope scope) {
    String type = node.get("type").text();
    return switch (type) {
      case "random-graph" -> graph(name, node, scope);
      case "table" -> table(node, scope);
      default ->
          throw node.get("type")
              .place()
              .unknown("structure type", type, List.of("random-graph", "table"));
    };
  }

  private static IndexStructure graph(String name, ModelNode node, Scope scope) {
    node.onlyKeys("type", "nodes", "edgesPerNode", "undirected", "source");
    int nodes = value(node.get("nodes"), 1, MOST_NODES, scope);
    List<ModelNode> range = node.get("edgesPerNode").list();
    if (range.size() != 2) {
      throw node.get("edgesPerNode").place().error(node.brief(), "[fewest, most]");
    }
    int fewest = value(range.get(0), 0, MOST_EDGES_PER_NODE, scope);
    int most = value(range.get(1), fewest, MOST_EDGES_PER_NODE, scope);
    int source = node.has("source") ? value(node.get("source"), 0, nodes - 1, scope) : 0;
    long seed = Hash.mix(scope.seed(), name.hashCode());
    boolean isUndirected = node.flag("undirected");
    return new RandomGraph(nodes, seed, fewest, most, isUndirected, source).structure();
  }

  private static IndexStructure table(ModelNode node, Scope scope) {
    node.onlyKeys("type", "values");
    int[] values =
        node.get("values").list().stream()
            .mapToInt(v -> value(v, Integer.MIN_VALUE, Integer.MAX_VALUE, scope))
            .toArray();
    return new IndexStructure(
        Map.of("size", (long) values.length), Map.of("at", new IndexFunction(values)));
  }

  private static int value(ModelNode node, long least, long most, Scope scope) {
    long value = node.value(scope);
    if (value < least || value > most) {
      throw node.place().error(String.valueOf(value), least + " to " + most);
    }
    return (int) value;
  }
}
