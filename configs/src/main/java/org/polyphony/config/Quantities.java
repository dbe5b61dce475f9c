package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** Values that are written with their unit, as {@code "3 MiB"} or {@code "1875 MHz"}. */
final class Quantities {
  private static final Pattern QUANTITY = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) ?([A-Za-z]+)");

  /** By the unit of a key: other units of the same dimension. */
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

  /** Returns the units in which the value in a unit may be written; none for others. */
  static List<String> units(String unit) {
    return UNITS.getOrDefault(unit, Map.of()).keySet().stream().sorted().toList();
  }

  /** Adds the allowed units of a value to an error message. */
  static Violation withUnits(Violation violation, Class<?> type) {
    List<String> units =
        ConfigKeys.component(type, violation.path())
            .filter(component -> component.getType() != List.class)
            .map(component -> units(component.getAnnotation(Key.class).unit()))
            .orElse(List.of());
    return violation.found().startsWith("\"") && !units.isEmpty()
        ? new Violation(
            violation.path(),
            violation.found(),
            violation.allowed() + ", or with " + String.join(", ", units))
        : violation;
  }

  /**
   * Replaces each text with a unit by the number in the unit of its key. What is no such text, or
   * makes no whole number where the key wants one, stays and is refused.
   *
   * @param node changed
   * @param type record of the node
   * @param coreKhz clock of the device, for times in core cycles; 0 while it is not known
   */
  static void resolve(JsonNode node, Class<?> type, int coreKhz) {
    if (node.isArray()) {
      node.forEach(element -> resolve(element, type, coreKhz));
    } else if (node instanceof ObjectNode object) {
      for (RecordComponent key : Keys.of(type).values()) {
        JsonNode value = object.path(key.getName());
        number(value, key, coreKhz).ifPresent(number -> object.set(key.getName(), number));
        if (Keys.below(key) != null) {
          resolve(value, Keys.below(key), coreKhz);
        }
      }
    }
  }

  /** Returns the number that a text with a unit stands for; empty for others. */
  static Optional<JsonNode> number(JsonNode value, RecordComponent component, int coreKhz) {
    Matcher written = QUANTITY.matcher(value.asText());
    String unit = component.getAnnotation(Key.class).unit();
    if (!value.isTextual() || !written.matches()) {
      return Optional.empty();
    }
    if (written.group(2).equals("cycles") && unit.equals("us") && coreKhz > 0) {
      return Optional.of(DoubleNode.valueOf(Double.parseDouble(written.group(1)) * 1000 / coreKhz));
    }
    BigDecimal factor = UNITS.getOrDefault(unit, Map.of()).get(written.group(2));
    if (factor == null) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(written.group(1)).multiply(factor);
    boolean isWhole = number.stripTrailingZeros().scale() <= 0 && number.precision() < 19;
    if (component.getType() == double.class || component.getType() == Double.class) {
      return Optional.of(DoubleNode.valueOf(number.doubleValue()));
    }
    return isWhole ? Optional.of(LongNode.valueOf(number.longValue())) : Optional.empty();
  }
}
