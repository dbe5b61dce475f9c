package org.polyphony.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.polyphony.compare.Choices;

/** Values at the edges of what types, formats and file systems hold. */
final class OddValues {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Beside them, what 32 and 64 bits hold, powers of two, and sizes that fill a memory. */
  private static final List<Long> NUMBERS = Seeds.dictionary("numbers", JsonNode::asLong);

  private static final List<Double> FRACTIONS = Seeds.dictionary("fractions", JsonNode::asDouble);

  private static final List<String> TEXTS = Seeds.words("texts");

  private OddValues() {}

  static JsonNode number(Choices choices) {
    if (choices.percent(70)) {
      long value = choices.of(NUMBERS);
      return NODES.numberNode(choices.percent(25) ? -value : value);
    }
    if (choices.percent(80)) {
      double value = choices.of(FRACTIONS);
      return NODES.numberNode(choices.percent(25) ? -value : value);
    }
    return choices.percent(50)
        ? NODES.numberNode(new BigInteger("9".repeat(choices.of(19, 40, 400))))
        : NODES.numberNode(new BigDecimal("1e" + choices.of("30", "400", "-400")));
  }

  static String text(Choices choices) {
    return choices.percent(95)
        ? choices.of(TEXTS)
        : choices.of(TEXTS).repeat(choices.of(10, 300, 20_000));
  }

  /** Returns a value of any type. */
  static JsonNode any(Choices choices) {
    return switch (choices.between(0, 6)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(choices.percent(50));
      case 2 -> NODES.textNode(text(choices));
      case 3 -> NODES.arrayNode();
      case 4 -> NODES.objectNode();
      case 5 -> NODES.arrayNode().add(number(choices));
      default -> number(choices);
    };
  }
}
