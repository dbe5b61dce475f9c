package org.polyphony.results.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class JsonTest {
  @Test
  void writesSixSignificantDigits() {
    assertEquals("1.23457", Json.field(1.23456789));
    assertEquals("123457.0", Json.field(123456.789));
    assertEquals("0.00000123457", Json.field(1.23456789e-6));
  }

  @Test
  void writesAtLeastOneDecimalAndNoExponent() {
    assertEquals("1.0", Json.number(1).toString());
    assertEquals("0.0", Json.number(0).toString());
    assertEquals("25000000.0", Json.field(25e6));
  }

  @Test
  void writesNullForARatioOverNothing() {
    assertEquals("null", Json.number(Double.NaN).toString());
    assertEquals("null", Json.number(Double.POSITIVE_INFINITY).toString());
    assertEquals("", Json.field(Double.NaN));
  }

  @Test
  void keepsTheOrderOfKeysAndEndsLinesWithLineFeeds() {
    ObjectNode node = Json.object();
    node.put("b", 1);
    node.set("a", Json.number(2));
    node.putArray("list").add("x");

    assertEquals(
        "{\n  \"b\": 1,\n  \"a\": 2.0,\n  \"list\": [\n    \"x\"\n  ]\n}\n", Json.text(node));
  }
}
