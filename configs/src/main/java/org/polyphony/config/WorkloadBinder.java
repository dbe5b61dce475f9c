package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.polyphony.config.WorkloadConfig.Kind;
import org.polyphony.gpu.kernel.InstructionOrder;

/** Makes the records of workloads; checks that files exist. */
final class WorkloadBinder {
  private static final String BUDGET = "instructionBudget";

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
    List<Kind> kinds = Arrays.stream(Kind.values()).filter(k -> node.has(key(k))).toList();
    if (kinds.size() != 1) {
      String found = kinds.size() + " of the keys benchmark, trace, model";
      tree.wrong(path, found, "exactly one of them");
      return new WorkloadConfig(Kind.BENCHMARK, "", "", 1);
    }
    return bind(node, kinds.get(0), path);
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
    String name = node.path("name").asText(defaultName);
    long budget = node.path(BUDGET).asLong(WorkloadConfig.BUDGET_OF_EXPERIMENT);
    double scale = node.path("scale").asDouble(1);
    int repeat = node.path("repeat").asInt(1);
    return new WorkloadConfig(kind, reference, name, scale, budget, repeat, order(node));
  }

  /** A workload that states no order has that of the experiment. */
  private InstructionOrder order(JsonNode node) {
    String ofAll = tree.root().path("order").asText(InstructionOrder.COMPILED.name());
    String name = node.path("order").asText(ofAll);
    return InstructionOrder.valueOf(name.toUpperCase(Locale.ROOT));
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
