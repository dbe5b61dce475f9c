package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;

/**
 * The JSON Schema of a kind of files as editors want it, made from its record: complete in itself,
 * and content with a file that says only what differs from the one that it extends.
 */
public final class EditorSchema {
  private EditorSchema() {}

  /** Returns the kinds of files whose schema is made here. */
  public static List<FileKind> kinds() {
    return Stream.of(FileKind.values()).filter(kind -> kind.keys().isPresent()).toList();
  }

  /** Returns the schema of a complete file of a kind. */
  static ObjectNode definition(FileKind kind) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("title", "Polyphony " + kind.words().replaceFirst("^an? ", "") + ", schemaVersion 1")
        .put("description", kind.description())
        .setAll(RecordSchema.of(kind.keys().orElseThrow()));
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
