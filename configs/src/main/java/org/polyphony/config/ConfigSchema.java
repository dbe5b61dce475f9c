package org.polyphony.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.NodePath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.polyphony.input.NearestName;
import org.polyphony.input.Violation;

/** A shipped JSON Schema: checks a tree and says what is wrong in the words of this project. */
final class ConfigSchema {
  private static final String BASE = "https://polyphony.example/schema/";
  private static final String EXPERIMENT_FILE = "experiment.schema.json";
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Map<String, String> TEXTS =
      Stream.of("gpu", "experiment", "application", "machine", "host", "cluster")
          .map(name -> name + ".schema.json")
          .collect(Collectors.toUnmodifiableMap(name -> BASE + name, ConfigSchema::text));
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(TEXTS));

  /** A device whose {@code extends} chain is merged. */
  static final ConfigSchema GPU = new ConfigSchema("gpu.schema.json");

  /** An experiment whose GPU is merged. */
  static final ConfigSchema EXPERIMENT = new ConfigSchema(EXPERIMENT_FILE);

  /** A host application. */
  static final ConfigSchema APPLICATION = new ConfigSchema("application.schema.json");

  /** A machine for host experiments. */
  static final ConfigSchema MACHINE = new ConfigSchema("machine.schema.json");

  /** A host experiment whose machine is in it. */
  static final ConfigSchema HOST = new ConfigSchema("host.schema.json");

  /** A cluster experiment. */
  static final ConfigSchema CLUSTER = new ConfigSchema("cluster.schema.json");

  private final JsonNode definition;
  private final Schema schema;

  private ConfigSchema(String name) {
    this.definition = parse(TEXTS.get(BASE + name));
    this.schema = REGISTRY.getSchema(SchemaLocation.of(BASE + name));
  }

  JsonNode definition() {
    return definition;
  }

  /** Returns everything in the tree that the schema does not allow, in order of the file. */
  List<Violation> check(ObjectNode tree) {
    return schema.validate(tree).stream().map(ConfigSchema::violation).distinct().toList();
  }

  private static Violation violation(Error error) {
    String path = path(error.getInstanceLocation());
    JsonNode found = error.getInstanceNode();
    JsonNode rule = enclosing(error);
    return switch (error.getKeyword()) {
      case "additionalProperties" -> unknownKey(path, error.getProperty(), rule);
      case "required" -> missingKey(path, error.getProperty(), rule);
      case "enum" -> new Violation(path, JsonPath.describe(found), oneOf(found, rule));
      default -> new Violation(path, JsonPath.describe(found), allowed(rule));
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

  static String allowed(JsonNode rule) {
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
      return " that can name a folder: without / and \\, not empty, . or ..";
    }
    if (rule.has("minLength")) {
      return " that is not empty";
    }
    if (!rule.has("minimum")) {
      return "";
    }
    return rule.has("maximum")
        ? " from " + rule.get("minimum").asText() + " to " + rule.get("maximum").asText()
        : " of " + rule.get("minimum").asText() + " or more";
  }

  /** Returns the schema object in which the keyword stands that was violated. */
  private static JsonNode enclosing(Error error) {
    SchemaLocation location = error.getSchemaLocation();
    String document = String.valueOf(location.getAbsoluteIri());
    JsonPointer keyword = JsonPointer.compile(location.getFragment().toString());
    return parse(TEXTS.get(document)).at(keyword.head());
  }

  private static String path(NodePath location) {
    String path = "";
    for (int i = 0; i < location.getNameCount(); i++) {
      path = JsonPath.step(path, location.getElement(i));
    }
    return path;
  }

  private static String text(String name) {
    try (InputStream in = ConfigSchema.class.getResourceAsStream(name)) {
      ObjectNode schema = (ObjectNode) MAPPER.readTree(in);
      if (name.equals(EXPERIMENT_FILE)) {
        PolicySchema.addTo(schema);
      }
      return schema.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
