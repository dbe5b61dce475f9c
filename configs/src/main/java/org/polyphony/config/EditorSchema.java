package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The schema of a kind of files as editors want it: complete in itself, and content with a file
 * that says only what differs from the one that it extends.
 */
public final class EditorSchema {
  private static final Map<FileKind, ConfigSchema> FILES = files();

  private EditorSchema() {}

  private static Map<FileKind, ConfigSchema> files() {
    Map<FileKind, ConfigSchema> files = new LinkedHashMap<>();
    files.put(FileKind.EXPERIMENT, ConfigSchema.EXPERIMENT);
    files.put(FileKind.GPU, ConfigSchema.GPU);
    files.put(FileKind.HOST, ConfigSchema.HOST);
    files.put(FileKind.MACHINE, ConfigSchema.MACHINE);
    files.put(FileKind.APPLICATION, ConfigSchema.APPLICATION);
    return files;
  }

  public static List<FileKind> kinds() {
    List<FileKind> kinds = new ArrayList<>(FILES.keySet());
    kinds.add(1, FileKind.SWEEP);
    return kinds;
  }

  /**
   * Returns the schema of a kind, as JSON text.
   *
   * @param kind one of {@link #kinds}
   */
  public static String text(FileKind kind) {
    ObjectNode schema = kind == FileKind.SWEEP ? sweep() : partial(kind);
    ((ObjectNode) schema.get("properties"))
        .putObject("$schema")
        .put("description", "path of this schema, for editors")
        .put("type", "string");
    return schema.put("$schema", "https://json-schema.org/draft/2020-12/schema").toPrettyString();
  }

  private static ObjectNode sweep() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("title", "Polyphony sweep, schemaVersion 1");
    schema.put("type", "object").put("additionalProperties", false);
    schema.putArray("required").add("base").add("axes");
    ObjectNode keys = schema.putObject("properties");
    JsonNode ofExperiment = ConfigSchema.EXPERIMENT.definition().path("properties");
    keys.set("schemaVersion", ofExperiment.get("schemaVersion").deepCopy());
    keys.putObject("name").put("description", "name of the sweep in results").put("type", "string");
    ObjectNode base = keys.putObject("base").put("description", "what all runs share");
    for (FileKind kind : List.of(FileKind.EXPERIMENT, FileKind.HOST)) {
      ObjectNode of = partial(kind);
      of.remove("required"); // an axis may have it
      base.withArray("anyOf").add(of);
    }
    keys.putObject("axes")
        .put(
            "description",
            "values to vary, a list by path, such as \"gpu.l2.bytes\": [1048576, 2097152]")
        .put("type", "object")
        .put("minProperties", 1);
    keys.putObject("repeats")
        .put(
            "description",
            "seeds of each run, starting at that of the base; results have their mean")
        .put("type", "integer")
        .put("minimum", 1)
        .put("default", 1);
    return schema;
  }

  /** Returns the schema of a kind in which a GPU needs to state only what it changes. */
  private static ObjectNode partial(FileKind kind) {
    ObjectNode schema = FILES.get(kind).definition().deepCopy();
    allowUnits(schema);
    if (kind == FileKind.GPU) {
      dropRequired(schema);
    } else if (kind == FileKind.EXPERIMENT) {
      dropRequired(schema.at("/properties/gpu"));
    }
    return schema;
  }

  /** A number may be written with its unit. */
  private static void allowUnits(JsonNode node) {
    String type = node.path("type").asText();
    if (node instanceof ObjectNode rule && !type.isEmpty() && !Quantities.units(rule).isEmpty()) {
      rule.putArray("type").add(type).add("string");
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
