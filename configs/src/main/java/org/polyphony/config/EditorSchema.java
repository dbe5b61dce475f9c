package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.config.GpuConfig;

/**
 * The JSON Schema of a kind of files as editors want it, made from its record: complete in itself,
 * and content with a file that says only what differs from the one that it extends.
 */
public final class EditorSchema {
  private static final Map<FileKind, Kind> KINDS = kinds(new LinkedHashMap<>());

  /** The record of a kind of files, and what it is. */
  private record Kind(Class<?> keys, String description) {}

  private EditorSchema() {}

  private static Map<FileKind, Kind> kinds(Map<FileKind, Kind> kinds) {
    kinds.put(
        FileKind.EXPERIMENT,
        new Kind(
            ExperimentConfig.class,
            "Workloads, the GPU that runs them and the policy that shares it."));
    kinds.put(
        FileKind.SWEEP, new Kind(SweepConfig.class, "Runs over axes, the cross product of them."));
    kinds.put(
        FileKind.GPU,
        new Kind(
            GpuConfig.class,
            "A device: a file of configs/gpus, complete once its extends chain is merged."));
    kinds.put(
        FileKind.HOST,
        new Kind(
            HostConfig.class, "Jobs, the machine that runs them, and the schedulers to compare."));
    kinds.put(
        FileKind.MACHINE, new Kind(MachineConfig.class, "Nodes with cores, PCIe links and GPUs."));
    kinds.put(
        FileKind.APPLICATION,
        new Kind(ApplicationConfig.class, "A program on a CPU core, as phases or as CUDA calls."));
    kinds.put(
        FileKind.STUDY,
        new Kind(StudyConfig.class, "Runs, what is read from them, what is claimed and drawn."));
    return kinds;
  }

  public static List<FileKind> kinds() {
    return new ArrayList<>(KINDS.keySet());
  }

  /** Returns the schema of a complete file of a kind. */
  static ObjectNode definition(FileKind kind) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("title", "Polyphony " + kind.words().replaceFirst("^an? ", "") + ", schemaVersion 1")
        .put("description", KINDS.get(kind).description())
        .setAll(RecordSchema.of(KINDS.get(kind).keys()));
  }

  /**
   * Returns the schema of a kind, as JSON text.
   *
   * @param kind one of {@link #kinds}
   */
  public static String text(FileKind kind) {
    ObjectNode schema = partial(kind);
    ((ObjectNode) schema.get("properties"))
        .putObject("$schema")
        .put("description", "path of this schema, for editors")
        .put("type", "string");
    return schema.put("$schema", "https://json-schema.org/draft/2020-12/schema").toPrettyString();
  }

  /** Returns the schema of a kind in which a GPU needs to state only what it changes. */
  private static ObjectNode partial(FileKind kind) {
    ObjectNode schema = definition(kind);
    allowUnits(schema);
    if (kind == FileKind.GPU) {
      dropRequired(schema);
    } else if (kind == FileKind.EXPERIMENT) {
      dropRequired(schema.at("/properties/gpu"));
    } else if (kind == FileKind.SWEEP) {
      ObjectNode base = (ObjectNode) schema.at("/properties/base");
      for (FileKind of : List.of(FileKind.EXPERIMENT, FileKind.HOST)) {
        base.withArray("anyOf").add(partial(of).without("required")); // an axis may have it
      }
    }
    return schema;
  }

  /** A number may be written with its unit. */
  private static void allowUnits(JsonNode node) {
    JsonNode type = node.path("type");
    boolean isNumber = type.asText().matches("integer|number");
    if (isNumber && !Quantities.units(node.path("unit").asText()).isEmpty()) {
      ((ObjectNode) node).putArray("type").add(type).add("string");
    }
    node.forEach(EditorSchema::allowUnits);
  }

  private static void dropRequired(JsonNode node) {
    if (node instanceof ObjectNode object && object.path("required").isArray()) {
      object.remove("required");
    }
    node.forEach(EditorSchema::dropRequired);
  }
}
