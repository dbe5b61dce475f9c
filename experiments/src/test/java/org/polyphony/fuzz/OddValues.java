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
  private static final List<Long> NUMBERS =
      List.of(
          0L,
          1L,
          2L,
          3L,
          7L,
          16L,
          31L,
          32L,
          33L,
          64L,
          65L,
          100L,
          127L,
          128L,
          255L,
          256L,
          1000L,
          1024L,
          4095L,
          65_535L,
          65_536L,
          1_000_000L,
          16_777_216L,
          1_073_741_824L,
          2_147_483_647L,
          2_147_483_648L,
          4_294_967_295L,
          4_294_967_296L,
          1_099_511_627_776L,
          9_007_199_254_740_993L,
          4_611_686_018_427_387_904L,
          Long.MAX_VALUE);

  private static final List<Double> FRACTIONS =
      List.of(
          0.5,
          0.1,
          1.5,
          0.999999,
          1e-9,
          1e-18,
          1e-300,
          4.9e-324,
          1e9,
          1e15,
          1e18,
          1e19,
          1e100,
          1.7e308,
          3.0000000000000004);

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "0",
          "-1",
          "NaN",
          "null",
          ".",
          "..",
          "/",
          "a/b",
          "../x",
          "x\u0000y",
          "\u0000",
          "\n",
          "a\tb",
          "\u00e4\u00f6\u00fc",
          "\ud83d\ude00",
          "\ud800",
          "%s%n%d",
          "{k}",
          "${user.home}",
          "$1\\",
          "'\"",
          "[0]",
          "a.b[3].c",
          "*",
          "?",
          "-",
          "--help",
          "@file",
          "#",
          "//",
          "1e400",
          "0x10",
          "CON",
          "java.lang.String",
          "org.polyphony.policy.partition.SmkEven",
          "org.polyphony",
          "all-pairs",
          "alone");

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
