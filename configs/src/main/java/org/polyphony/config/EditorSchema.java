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
  private static final String REFERENCE = "$ref";
  private static final String PARTS = "$defs";
  private static final String SUFFIX = ".schema.json";
  private static final Map<FileKind, ConfigSchema> FILES = files();

  private final ObjectNode parts = JsonNodeFactory.instance.objectNode();

  private EditorSchema() {}

  private static Map<FileKind, ConfigSchema> files() {
    Map<FileKind, ConfigSchema> files = new LinkedHashMap<>();
    files.put(FileKind.EXPERIMENT, ConfigSchema.EXPERIMENT);
    files.put(FileKind.GPU, ConfigSchema.GPU);
    files.put(FileKind.HOST, ConfigSchema.HOST);
    files.put(FileKind.CLUSTER, ConfigSchema.CLUSTER);
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
    EditorSchema editor = new EditorSchema();
    ObjectNode schema = editor.schema(kind);
    ((ObjectNode) schema.get("properties"))
        .putObject("$schema")
        .put("description", "path of this schema, for editors")
        .put("type", "string");
    return schema.put("$schema", "https://json-schema.org/draft/2020-12/schema").toPrettyString();
  }

  private ObjectNode schema(FileKind kind) {
    if (kind == FileKind.SWEEP) {
      return sweep();
    }
    ObjectNode schema = part(kind, "");
    if (kind == FileKind.GPU) {
      schema.put("type", "object");
    }
    return parts.isEmpty() ? schema : schema.set(PARTS, merged(schema.path(PARTS)));
  }

  private ObjectNode merged(JsonNode own) {
    ObjectNode all = own.isObject() ? (ObjectNode) own : JsonNodeFactory.instance.objectNode();
    return all.setAll(parts);
  }

  private ObjectNode sweep() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("title", "Polyphony sweep, schemaVersion 1");
    schema.put("type", "object").put("additionalProperties", false);
    schema.putArray("required").add("base").add("axes");
    ObjectNode keys = schema.putObject("properties");
    JsonNode ofExperiment = ConfigSchema.EXPERIMENT.definition().path("properties");
    keys.set("schemaVersion", ofExperiment.get("schemaVersion").deepCopy());
    keys.putObject("name").put("description", "how results call the sweep").put("type", "string");
    ObjectNode base = keys.putObject("base").put("description", "what all runs share");
    for (FileKind kind : List.of(FileKind.EXPERIMENT, FileKind.HOST, FileKind.CLUSTER)) {
      base.withArray("anyOf").addObject().put(REFERENCE, use(nameOf(kind)));
      ((ObjectNode) parts.get(nameOf(kind))).remove("required"); // an axis may have it
    }
    keys.putObject("axes")
        .put("description", "values to vary, a list by path: \"gpu.l2.bytes\": [1048576, 2097152]")
        .put("type", "object")
        .put("minProperties", 1);
    keys.putObject("repeats")
        .put("description", "seeds of each run, from that of the base on; results have their mean")
        .put("type", "integer")
        .put("minimum", 1)
        .put("default", 1);
    schema.set(PARTS, parts);
    return schema;
  }

  private static String nameOf(FileKind kind) {
    return FILES.get(kind).definition().path("$id").asText().replaceAll(".*/|\\.schema\\.json", "");
  }

  /** Adds a schema to the parts, unless it is there, and returns what refers to it. */
  private String use(String name) {
    if (!parts.has(name)) {
      parts.putObject(name); // a part may use itself
      FileKind kind =
          FILES.keySet().stream().filter(k -> nameOf(k).equals(name)).findFirst().orElseThrow();
      parts.set(name, part(kind, "/" + PARTS + "/" + name));
    }
    return "#/" + PARTS + "/" + name;
  }

  /** Returns a copy of a schema as it reads from its place in the one that is made. */
  private ObjectNode part(FileKind kind, String place) {
    ObjectNode copy = FILES.get(kind).definition().deepCopy();
    copy.remove("$id");
    copy.remove("$schema");
    relocate(copy, place, kind == FileKind.GPU);
    return copy;
  }

  private void relocate(JsonNode node, String place, boolean isPartial) {
    if (node instanceof ObjectNode object) {
      String reference = object.path(REFERENCE).asText();
      if (reference.startsWith("#")) {
        object.put(REFERENCE, "#" + place + reference.substring(1));
      } else if (!reference.isEmpty()) {
        object.put(REFERENCE, use(reference.replace(SUFFIX, "")));
      }
      if (isPartial && object.path("required").isArray()) {
        object.remove("required");
      }
    }
    node.forEach(below -> relocate(below, place, isPartial));
  }
}
