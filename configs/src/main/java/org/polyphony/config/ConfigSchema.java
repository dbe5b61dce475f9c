package org.polyphony.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.NodePath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.polyphony.input.NearestName;
import org.polyphony.input.Violation;

/** The JSON Schema of a kind of files: checks a tree and says in words what is wrong. */
final class ConfigSchema {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String REFERENCE = "$ref";
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  /** A device whose {@code extends} chain is merged. */
  static final ConfigSchema GPU =
      new ConfigSchema(
          "GPU",
          "A device: a file of configs/gpus, complete once its extends chain is merged.",
          RecordSchema.gpu());

  /** An experiment whose GPU is merged. */
  static final ConfigSchema EXPERIMENT =
      new ConfigSchema(
          "experiment",
          "Workloads, the GPU that runs them and the policy that shares it.",
          PolicySchema.addTo(RecordSchema.of(ExperimentConfig.class)));

  /** A study. */
  static final ConfigSchema STUDY =
      new ConfigSchema(
          "study",
          "Runs, what is read from them, what is claimed and drawn.",
          RecordSchema.of(StudyConfig.class));

  /** A host application. */
  static final ConfigSchema APPLICATION = new ConfigSchema(resource("application.schema.json"));

  /** A machine for host experiments. */
  static final ConfigSchema MACHINE = new ConfigSchema(resource("machine.schema.json"));

  /** A host experiment whose machine, if it has one, is in it. */
  static final ConfigSchema HOST = new ConfigSchema(resource("host.schema.json"));

  private final ObjectNode definition;
  private final Schema schema;

  private ConfigSchema(String kind, String description, ObjectNode schema) {
    this(
        MAPPER
            .createObjectNode()
            .put("title", "Polyphony " + kind + ", schemaVersion 1")
            .put("description", description)
            .setAll(schema));
  }

  private ConfigSchema(ObjectNode definition) {
    this.definition = definition;
    this.schema = REGISTRY.getSchema(definition);
  }

  ObjectNode definition() {
    return definition;
  }

  /** Returns everything in the tree that the schema does not allow, in order of the file. */
  List<Violation> check(ObjectNode tree) {
    return schema.validate(tree).stream()
        .filter(error -> !isLeftToRecord(error))
        .map(this::violation)
        .distinct()
        .toList();
  }

  /**
   * Bounds of a device are checked by its records, together with what they have to do with others.
   */
  private boolean isLeftToRecord(Error error) {
    boolean isBound = error.getKeyword().equals("minimum") || error.getKeyword().equals("maximum");
    boolean isOfGpu = this == GPU || path(error.getInstanceLocation()).startsWith("gpu.");
    return isBound && isOfGpu && error.getInstanceNode().canConvertToInt();
  }

  private Violation violation(Error error) {
    String path = path(error.getInstanceLocation());
    JsonNode found = error.getInstanceNode();
    JsonNode rule = enclosing(error);
    return switch (error.getKeyword()) {
      case "additionalProperties" -> unknownKey(path, error.getProperty(), rule);
      case "required" -> missingKey(path, error.getProperty(), rule);
      case "enum" -> new Violation(path, JsonPath.describe(found), oneOf(found, rule));
      default -> new Violation(path, JsonPath.describe(found), allowed(rule) + units(found, rule));
    };
  }

  private static Violation unknownKey(String parent, String key, JsonNode rule) {
    List<String> keys = rule.path("properties").propertyStream().map(Map.Entry::getKey).toList();
    return new Violation(JsonPath.key(parent, key), "an unknown key", NearestName.oneOf(key, keys));
  }

  private static Violation missingKey(String parent, String key, JsonNode rule) {
    JsonNode missing = rule.path("properties").path(key);
    return new Violation(JsonPath.key(parent, key), "nothing", allowed(missing));
  }

  private static String oneOf(JsonNode found, JsonNode rule) {
    List<String> names = rule.path("enum").valueStream().map(JsonNode::asText).toList();
    return NearestName.oneOf(found.asText(), names);
  }

  private static String units(JsonNode found, JsonNode rule) {
    List<String> units = Quantities.units(rule);
    return found.isTextual() && !units.isEmpty() ? ", or with " + String.join(", ", units) : "";
  }

  static String allowed(JsonNode rule) {
    if (rule.has("powerOfTwo")) {
      return "a power of two" + limits(rule);
    }
    JsonNode type = rule.path("type");
    String types =
        type.isArray()
            ? type.valueStream()
                .map(t -> typeInWords(t.asText()))
                .collect(Collectors.joining(" or "))
            : typeInWords(type.asText("object"));
    return types + limits(rule);
  }

  private static String typeInWords(String type) {
    return switch (type) {
      case "boolean" -> "true or false";
      case "integer", "object", "array" -> "an " + type;
      default -> "a " + type;
    };
  }

  private static String limits(JsonNode rule) {
    if (rule.has("exclusiveMinimum")) {
      String least = " above " + rule.get("exclusiveMinimum").asText();
      return rule.has("maximum") ? least + " up to " + rule.get("maximum").asText() : least;
    }
    if (rule.has("minItems")) {
      String least = " of " + rule.get("minItems").asText();
      return least + (rule.has("maxItems") ? " to " + rule.get("maxItems").asText() : " or more");
    }
    if (rule.has("pattern")) {
      return " usable as a folder name: not empty, . or .., without / and \\";
    }
    if (rule.has("minLength")) {
      return " that is not empty";
    }
    if (!rule.has("minimum")) {
      return "";
    }
    String least = rule.get("minimum").asText();
    if (rule.has("powerOfTwo") && least.equals("1")) {
      return rule.has("maximum") ? " up to " + rule.get("maximum").asText() : "";
    }
    return rule.has("maximum")
        ? " from " + least + " to " + rule.get("maximum").asText()
        : " of " + least + " or more";
  }

  /** Returns the schema object in which the keyword stands that was violated. */
  private JsonNode enclosing(Error error) {
    String keyword = error.getSchemaLocation().getFragment().toString();
    return definition.at(JsonPointer.compile(keyword).head());
  }

  private static String path(NodePath location) {
    String path = "";
    for (int i = 0; i < location.getNameCount(); i++) {
      path = JsonPath.step(path, location.getElement(i));
    }
    return path;
  }

  private static ObjectNode resource(String name) {
    try (InputStream in = ConfigSchema.class.getResourceAsStream(name)) {
      ObjectNode schema = (ObjectNode) MAPPER.readTree(in);
      schema.remove(List.of("$schema", "$id"));
      inline(schema, schema);
      return schema;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces references, but those to {@code $defs}, by what they refer to. */
  private static void inline(JsonNode node, JsonNode root) {
    String reference = node.path(REFERENCE).asText();
    if (!reference.isEmpty() && !reference.startsWith("#/$defs")) {
      ObjectNode own = (ObjectNode) node;
      own.remove(REFERENCE);
      JsonNode target =
          reference.startsWith("#") ? root.at(reference.substring(1)) : resource(reference);
      target.properties().stream()
          .filter(entry -> !own.has(entry.getKey()))
          .forEach(entry -> own.set(entry.getKey(), entry.getValue().deepCopy()));
    }
    node.forEach(below -> inline(below, root));
  }
}
