package org.polyphony.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.input.Key;
import org.polyphony.input.KeyRule;
import org.polyphony.input.Keys;

/** Makes the JSON Schema of a record from the {@link Key}s of its components. */
final class RecordSchema {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String TYPE = "type";

  private final ObjectNode definitions; // records that contain themselves
  private final boolean hasSources; // objects with numbers say where these come from

  private RecordSchema(ObjectNode definitions, boolean hasSources) {
    this.definitions = definitions;
    this.hasSources = hasSources;
  }

  /** Returns the schema of a record. */
  static ObjectNode of(Class<?> type) {
    ObjectNode definitions = MAPPER.createObjectNode();
    ObjectNode schema = new RecordSchema(definitions, false).object(type);
    if (!definitions.isEmpty()) {
      schema.set("$defs", definitions);
    }
    return schema;
  }

  private ObjectNode object(Class<?> type) {
    ObjectNode schema = MAPPER.createObjectNode().put(TYPE, "object");
    if (type == GpuConfig.class) {
      return new RecordSchema(definitions, true).device(schema);
    } else if (type == PolicyConfig.class) {
      return policy(schema);
    } else if (type == PartConfig.class) {
      return keys(schema, type); // and whatever parameters the part has
    }
    return keys(schema.put("additionalProperties", false), type);
  }

  private ObjectNode device(ObjectNode schema) {
    String reference = "device to modify: name under configs/gpus, or path relative to this file";
    ObjectNode properties = schema.put("additionalProperties", false).putObject("properties");
    properties.putObject("extends").put("description", reference).put(TYPE, "string");
    return keys(schema, GpuConfig.class);
  }

  /** A user's class may have any parameters. */
  private ObjectNode policy(ObjectNode schema) {
    keys(schema, PolicyConfig.class);
    ObjectNode properties = (ObjectNode) schema.get("properties");
    PolicyConfig.allParameters()
        .forEach(
            (parameter, users) -> {
              ObjectNode rule = rule(parameter);
              rule.put("description", users + ": " + rule.get("description").asText());
              properties.set(parameter.getName(), rule);
            });
    return schema;
  }

  private ObjectNode keys(ObjectNode schema, Class<?> type) {
    ObjectNode properties = schema.withObjectProperty("properties");
    Keys.of(type)
        .forEach(
            (name, component) -> {
              properties.set(name, rule(component));
              if (Keys.isRequired(component)) {
                schema.withArrayProperty("required").add(name);
              }
            });
    if (hasSources) {
      ObjectNode source = properties.putObject("source");
      source.put(
          "description", "source of the numbers beside and below: one text, or one for each key");
      source.putArray(TYPE).add("string").add("object");
      source.putObject("additionalProperties").put(TYPE, "string");
    }
    return schema;
  }

  private ObjectNode rule(RecordComponent component) {
    Key key = component.getAnnotation(Key.class);
    ObjectNode rule = MAPPER.createObjectNode();
    String source = key.source().isEmpty() ? "" : "; source: " + key.source();
    rule.put("description", key.value() + source);
    if (!key.unit().isEmpty()) {
      rule.put("unit", key.unit());
    }
    rule.setAll(typed(KeyRule.of(component)));
    boolean isText = component.getType() == String.class || component.getType().isEnum();
    for (String choice : Keys.choices(component)) {
      rule.withArrayProperty("enum").add(isText ? rule.textNode(choice) : json(choice));
    }
    if (key.or() != void.class) {
      String own = rule.get(TYPE).asText();
      rule.setAll(simple(key.or(), key));
      rule.putArray(TYPE).add(word(key.or())).add(own);
    }
    if (!List.of(Key.REQUIRED, Key.NONE, "[]", "{}").contains(key.absent())) {
      boolean isName = isText || KeyRule.of(component).isNamed();
      rule.set("default", isName ? rule.textNode(key.absent()) : json(key.absent()));
    }
    return rule;
  }

  private static JsonNode json(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private ObjectNode typed(KeyRule rule) {
    Class<?> raw = rule.raw();
    Key key = rule.key();
    if (raw.isRecord()) {
      boolean isReference = !rule.isOfComponent() && containsItself(raw);
      ObjectNode schema = isReference ? reference(raw) : object(raw);
      if (rule.isNamed()) {
        schema.putArray(TYPE).add("string").add("object");
      }
      return schema;
    }
    ObjectNode schema = MAPPER.createObjectNode();
    if (raw == List.class) {
      schema.put(TYPE, "array");
      if (rule.isOfComponent()) {
        bound(schema, "minItems", key.min(), 0);
        bound(schema, "maxItems", key.max(), Key.NO_LIMIT);
      }
      schema.set("items", typed(rule.element()));
    } else if (raw == Map.class) {
      schema.put(TYPE, "object");
      if (Keys.isOfTexts(rule.component())) {
        schema.putObject("additionalProperties").put(TYPE, "string");
      }
    } else if (rule.isOfComponent()) {
      return simple(raw, key);
    } else {
      number(schema.put(TYPE, word(raw)), key.eachMin(), key.eachMax());
    }
    return schema;
  }

  private static boolean containsItself(Class<?> type) {
    return Arrays.stream(type.getRecordComponents()).anyMatch(each -> Keys.below(each) == type);
  }

  private ObjectNode reference(Class<?> type) {
    String name = type.getSimpleName().replace("Config", "").toLowerCase(Locale.ROOT);
    if (!definitions.has(name)) {
      definitions.putObject(name); // within it
      definitions.set(name, object(type));
    }
    return MAPPER.createObjectNode().put("$ref", "#/$defs/" + name);
  }

  private static String word(Class<?> type) {
    return switch (type.getSimpleName()) {
      case "int", "Integer", "long", "Long" -> "integer";
      case "double", "Double" -> "number";
      case "boolean", "Boolean" -> "boolean";
      default -> "string";
    };
  }

  private static ObjectNode simple(Class<?> type, Key key) {
    ObjectNode rule = MAPPER.createObjectNode().put(TYPE, word(type));
    switch (word(type)) {
      case "integer", "number" -> number(rule, key.min(), KeyRule.max(key));
      case "string" -> {
        bound(rule, "minLength", key.min(), 0);
        if (!key.pattern().isEmpty()) {
          rule.put("pattern", key.pattern());
        }
      }
      default -> {} // true or false
    }
    if (type == int.class || type == Integer.class) {
      rule.put("maximum", key.max());
    }
    if (key.aboveMin()) {
      rule.remove("minimum");
      rule.put("exclusiveMinimum", key.min());
    }
    if (key.powerOfTwo()) {
      rule.put("powerOfTwo", true);
    }
    return rule;
  }

  private static void number(ObjectNode rule, long min, long max) {
    if (rule.get(TYPE).asText().matches("integer|number")) {
      rule.put("minimum", min);
      bound(rule, "maximum", max, Key.NO_LIMIT);
    }
  }

  private static void bound(ObjectNode rule, String keyword, long bound, long none) {
    if (bound != none) {
      rule.put(keyword, bound);
    }
  }
}
