package org.polyphony.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;

/** Makes the JSON schema of records from the {@link Key}s of their components. */
final class RecordSchema {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("int", "integer"),
          Map.entry("Integer", "integer"),
          Map.entry("long", "integer"),
          Map.entry("Long", "integer"),
          Map.entry("double", "number"),
          Map.entry("Double", "number"),
          Map.entry("boolean", "boolean"),
          Map.entry("Boolean", "boolean"),
          Map.entry("String", "string"));

  private final boolean hasSources;

  private RecordSchema(boolean hasSources) {
    this.hasSources = hasSources;
  }

  /** Returns the schema of a device: objects with numbers say where they come from. */
  static ObjectNode gpu() {
    ObjectNode schema = MAPPER.createObjectNode().put("type", "object");
    ObjectNode properties = schema.put("additionalProperties", false).putObject("properties");
    properties
        .putObject("extends")
        .put(
            "description",
            "device to modify: name under configs/gpus, or path relative to this file")
        .put("type", "string");
    new RecordSchema(true).add(schema, GpuConfig.class);
    properties
        .putObject("about")
        .put("description", "what the device is, and where its model is weak")
        .put("type", "string");
    properties
        .putObject("validated")
        .put(
            "description",
            "whether times of the device were compared with a board; applies to devices that extend"
                + " it, and describe shows false")
        .put("type", "boolean");
    texts(properties.putObject("references"), "object")
        .put("description", "legend of the letters that start a source");
    return schema;
  }

  /** Returns the schema of a record. */
  static ObjectNode of(Class<?> type) {
    ObjectNode schema = MAPPER.createObjectNode().put("type", "object");
    return new RecordSchema(false).add(schema.put("additionalProperties", false), type);
  }

  /** Adds the keys of a record, after those of its files that it holds in another form. */
  private ObjectNode add(ObjectNode schema, Class<?> type) {
    Arrays.stream(type.getDeclaredClasses())
        .filter(nested -> nested.getSimpleName().equals("FileKeys"))
        .forEach(fileKeys -> add(schema, fileKeys));
    ObjectNode properties = schema.withObjectProperty("properties");
    for (RecordComponent component : type.getRecordComponents()) {
      Key key = component.getAnnotation(Key.class);
      if (key != null) {
        properties.set(component.getName(), rule(component, key));
        if (key.absent().equals(Key.REQUIRED)) {
          schema.withArrayProperty("required").add(component.getName());
        }
      }
    }
    if (hasSources) {
      texts(properties.putObject("source"), "string", "object")
          .put(
              "description",
              "source of the numbers beside and below: one text, or one for each key");
    }
    return schema;
  }

  private static ObjectNode texts(ObjectNode rule, String... types) {
    if (types.length == 1) {
      rule.put("type", types[0]);
    } else {
      List.of(types).forEach(rule.withArrayProperty("type")::add);
    }
    rule.putObject("additionalProperties").put("type", "string");
    return rule;
  }

  private ObjectNode rule(RecordComponent component, Key key) {
    ObjectNode rule = MAPPER.createObjectNode();
    String source = key.source().isEmpty() ? "" : "; source: " + key.source();
    rule.put("description", key.value() + source);
    if (!key.unit().isEmpty()) {
      rule.put("unit", key.unit());
    }
    typed(rule, component.getGenericType(), key);
    if (component.getType().isEnum()) {
      Keys.choices(component).forEach(rule.withArrayProperty("enum")::add);
    } else if (key.oneOf().length > 0) {
      ArrayNode values = rule.withArrayProperty("enum");
      boolean isText = component.getType() == String.class;
      List.of(key.oneOf()).forEach(text -> values.add(isText ? values.textNode(text) : json(text)));
    }
    if (!key.absent().equals(Key.REQUIRED) && !key.absent().equals(Key.NONE)) {
      boolean isText = component.getType() == String.class || component.getType().isEnum();
      rule.set("default", isText ? rule.textNode(key.absent()) : json(key.absent()));
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

  /** Adds the type of a value, with bounds. */
  private void typed(ObjectNode rule, Type type, Key key) {
    if (type instanceof ParameterizedType map && map.getRawType() == Map.class) {
      rule.put("type", "object");
      return;
    } else if (type instanceof ParameterizedType list) {
      rule.put("type", "array");
      bound(rule, "minItems", key.min(), 0);
      bound(rule, "maxItems", key.max(), Key.NO_LIMIT);
      element(rule.putObject("items"), list.getActualTypeArguments()[0], key);
      return;
    }
    Class<?> raw = (Class<?>) type;
    if (raw == GpuConfig.class) {
      rule.setAll(gpu());
    } else if (raw.isRecord()) {
      rule.put("type", "object").put("additionalProperties", false);
      add(rule, raw);
    } else if (raw.isEnum()) {
      rule.put("type", "string");
    } else {
      rule.put("type", TYPES.get(raw.getSimpleName()));
      limit(rule, raw, key);
    }
    name(rule, key);
  }

  private static void name(ObjectNode rule, Key key) {
    if (key.named()) {
      rule.putArray("type").add("string").add("object");
    }
  }

  private void element(ObjectNode rule, Type type, Key key) {
    if (type instanceof ParameterizedType list) {
      ObjectNode items = rule.put("type", "array").putObject("items");
      element(items, list.getActualTypeArguments()[0], key);
    } else if (((Class<?>) type).isRecord()) {
      rule.put("type", "object").put("additionalProperties", false);
      add(rule, (Class<?>) type);
      name(rule, key);
    } else {
      rule.put("type", TYPES.get(((Class<?>) type).getSimpleName()));
      if (type == Integer.class) {
        rule.put("minimum", 0).put("maximum", Integer.MAX_VALUE);
      }
    }
  }

  private static void limit(ObjectNode rule, Class<?> type, Key key) {
    switch (rule.path("type").asText()) {
      case "integer" -> {
        rule.put("minimum", key.min());
        bound(rule, "maximum", key.max(), type == int.class ? Key.LONGEST : Key.NO_LIMIT);
      }
      case "number" -> {
        rule.put(key.aboveMin() ? "exclusiveMinimum" : "minimum", key.min());
        bound(rule, "maximum", key.max(), Key.NO_LIMIT);
      }
      case "string" -> bound(rule, "minLength", key.min(), 0);
      default -> {} // true or false
    }
    if (key.powerOfTwo()) {
      rule.put("powerOfTwo", true);
    }
    if (!key.pattern().isEmpty()) {
      rule.put("pattern", key.pattern());
    }
  }

  private static void bound(ObjectNode rule, String keyword, long bound, long none) {
    if (bound != none) {
      rule.put(keyword, bound);
    }
  }
}
