package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values that are written with their unit, as {@code "3 MiB"} or {@code "1875 MHz"}. */
final class Quantities {
  private static final Pattern QUANTITY = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) ?([A-Za-z]+)");

  /** By the unit of a key: what it is in other units of the same dimension. */
  private static final Map<String, Map<String, BigDecimal>> UNITS =
      Map.of(
          "B", Map.of("B", of(1), "KiB", of(1 << 10), "MiB", of(1 << 20), "GiB", of(1 << 30)),
          "kHz", Map.of("kHz", of(1), "MHz", of(1000), "GHz", of(1_000_000)),
          "us",
              Map.of(
                  "ns", new BigDecimal("0.001"), "us", of(1), "ms", of(1000), "s", of(1_000_000)));

  private Quantities() {}

  private static BigDecimal of(long number) {
    return BigDecimal.valueOf(number);
  }

  /** Returns the units in which the value of a key may be written; none where it has no unit. */
  static List<String> units(JsonNode rule) {
    return UNITS.getOrDefault(rule.path("unit").asText(), Map.of()).keySet().stream()
        .sorted()
        .toList();
  }

  /**
   * Replaces times in core cycles, as {@code "5000 cycles"}, by times in microseconds.
   *
   * @param node changed
   * @param schema of the node
   * @param coreKhz clock of the device, above 0
   */
  static void resolveCycles(JsonNode node, JsonNode schema, int coreKhz) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> field : List.copyOf(object.properties())) {
        JsonNode rule = schema.path("properties").path(field.getKey());
        Matcher written = QUANTITY.matcher(field.getValue().asText());
        boolean isTime = rule.path("unit").asText().equals("us");
        if (isTime && written.matches() && written.group(2).equals("cycles")) {
          double micros = Double.parseDouble(written.group(1)) * 1000 / coreKhz;
          object.put(field.getKey(), micros);
        }
        resolveCycles(field.getValue(), rule, coreKhz);
      }
    } else if (node.isArray()) {
      node.forEach(element -> resolveCycles(element, schema.path("items"), coreKhz));
    }
  }

  /**
   * Replaces each text with a unit by the number in the unit of its key. What is no such text, or
   * makes no whole number where the key wants one, stays for the schema to refuse.
   *
   * @param node changed
   * @param schema of the node
   */
  static void resolve(JsonNode node, JsonNode schema) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> field : List.copyOf(object.properties())) {
        JsonNode rule = schema.path("properties").path(field.getKey());
        number(field.getValue(), rule).ifPresent(number -> object.set(field.getKey(), number));
        resolve(field.getValue(), rule);
      }
    } else if (node.isArray()) {
      node.forEach(element -> resolve(element, schema.path("items")));
    }
  }

  /** Returns the number that a text with a unit stands for under a rule; empty for others. */
  static Optional<JsonNode> number(JsonNode value, JsonNode rule) {
    Matcher written = QUANTITY.matcher(value.asText());
    Map<String, BigDecimal> units = UNITS.getOrDefault(rule.path("unit").asText(), Map.of());
    if (!value.isTextual() || !written.matches() || !units.containsKey(written.group(2))) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(written.group(1)).multiply(units.get(written.group(2)));
    if (rule.path("type").asText().equals("number")) {
      return Optional.of(JsonNodeFactory.instance.numberNode(number.doubleValue()));
    }
    boolean isWhole = number.stripTrailingZeros().scale() <= 0 && number.precision() < 19;
    return isWhole
        ? Optional.of(JsonNodeFactory.instance.numberNode(number.longValue()))
        : Optional.empty();
  }
}
