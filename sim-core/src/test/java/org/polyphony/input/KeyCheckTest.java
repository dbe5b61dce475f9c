package org.polyphony.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeyCheckTest {
  private enum Color {
    DARK_RED,
    BLUE
  }

  private record Part(
      @Key("what it is called") String name,
      @Key(value = "how many", min = 1, absent = "1") int count) {}

  private record Whole(
      @Key(value = "whole", min = 2, max = 32, absent = "8") int whole,
      @Key(value = "large", max = Key.LONGEST, absent = "8") long large,
      @Key(value = "power", powerOfTwo = true, min = 1, max = 64, absent = "8") int power,
      @Key(value = "positive", aboveMin = true, max = 1, absent = "0.5") double positive,
      @Key(value = "flag", absent = "true") boolean flag,
      @Key(value = "text", min = 1, absent = Key.NONE) String text,
      @Key(
              value = "word",
              oneOf = {"dark-red", "blue"},
              absent = "blue")
          Color color,
      @Key(value = "numbers", max = 2, eachMin = 1, eachMax = 9, absent = "[]")
          List<Integer> numbers,
      @Key(value = "part", named = "name", absent = Key.NONE) Part part,
      @Key(value = "parts", or = Integer.class, named = "count", max = 7, absent = "[]")
          List<Part> parts,
      @Key(value = "first", choice = true, absent = Key.NONE) Integer first,
      @Key(value = "second", choice = true, absent = Key.NONE) Integer second,
      @Key(value = "of the first", with = "first", absent = "1") int ofFirst,
      @Key(value = "of red", with = "color=dark-red", absent = "1") int ofRed) {}

  private static Object[][] refused() {
    return new Object[][] {
      {"whole", 1, "found 1, allowed: an integer from 2 to 32"},
      {"whole", 2.5, "found 2.5, allowed: an integer from 2 to 32"},
      {"whole", "2", "found \"2\", allowed: an integer from 2 to 32"},
      {"whole", null, "found null, allowed: an integer from 2 to 32"},
      {"large", -1, "found -1, allowed: an integer from 0 to 1000000000000000000"},
      {"power", 3, "found 3, allowed: a power of two up to 64"},
      {"positive", 0, "found 0, allowed: a number above 0 up to 1"},
      {"flag", 1, "found 1, allowed: true or false"},
      {"text", "", "found \"\", allowed: a string that is not empty"},
      {"color", "dark-re", "found \"dark-re\", allowed: one of dark-red, blue (nearest: dark-red)"},
      {"numbers", 1, "found 1, allowed: an array of 0 to 2"},
      {"numbers", List.of(1, 2, 3), "found an array of 3, allowed: an array of 0 to 2"},
      {"part", 1, "found 1, allowed: a string or an object"},
      {"parts", 8, "found 8, allowed: an integer or an array of 0 to 7"},
      {
        "whol",
        8,
        "found an unknown key, allowed: one of whole, large, power, positive, flag, text,"
            + " color, numbers, part, parts, first, second, ofFirst, ofRed (nearest: whole)"
      },
      {"ofRed", 2, "found 2, allowed: only with color dark-red"}
    };
  }

  @ParameterizedTest
  @MethodSource("refused")
  void aValueThatAKeyDoesNotAllowIsRefused(String key, Object value, String message) {
    assertEquals("f: " + key + ": " + message, messages(values("first", 1, key, value)));
  }

  @Test
  void elementsAreRefusedWhereTheyStand() {
    assertEquals(
        "f: numbers[1]: found 10, allowed: an integer from 1 to 9",
        messages(values("first", 1, "numbers", List.of(1, 10))));
    assertEquals(
        "f: parts[0].name: missing; give a string",
        messages(values("first", 1, "parts", List.of(Map.of("count", 2)))));
  }

  @Test
  void exactlyOneOfTheChoicesIsGiven() {
    assertEquals("f: needs one of first, second", messages(values("whole", 2)));
    assertEquals(
        "f: found first and second, allowed: one of first, second",
        messages(values("first", 1, "second", 2)));
    assertEquals(
        "f: ofFirst: found 2, allowed: only with first",
        messages(values("second", 1, "ofFirst", 2)));
  }

  @Test
  void whatIsAllowedIsBound() {
    Map<String, Object> values =
        values(
            "first",
            1,
            "whole",
            32.0,
            "color",
            "dark-red",
            "part",
            "a",
            "ofRed",
            3,
            "parts",
            List.of(Map.of("name", "b")));

    assertEquals("", messages(values));
    Whole whole = Keys.bind(Whole.class, values);
    assertEquals(32, whole.whole());
    assertEquals(Color.DARK_RED, whole.color());
    assertEquals(new Part("a", 1), whole.part());
    assertEquals(List.of(new Part("b", 1)), whole.parts());
    assertEquals(8, whole.large());
  }

  private static Map<String, Object> values(Object... keysAndValues) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return values;
  }

  private static String messages(Map<String, Object> values) {
    List<String> messages =
        Keys.violations(Whole.class, values).stream().map(wrong -> wrong.at("f")).toList();
    return String.join("\n", messages);
  }
}
