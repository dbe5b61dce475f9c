package org.polyphony.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

class ParameterTest {
  private static Object read(Parameter<?> parameter, Object stated) {
    return parameter.read(stated);
  }

  @Test
  void aWholeNumberHasNoFractionAndKeepsItsRange() {
    Parameter<Integer> parameter = Parameter.wholeNumber("n", 2, 32, 8, "some");

    assertEquals(2, read(parameter, 2));
    assertEquals(32, read(parameter, 32.0));
    assertNull(read(parameter, 1));
    assertNull(read(parameter, 33));
    assertNull(read(parameter, 2.5));
    assertNull(read(parameter, "2"));
    assertEquals("a whole number from 2 to 32", parameter.allowed());
  }

  @Test
  void aCountIsOneOrMore() {
    Parameter<Integer> parameter = Parameter.count("n", 8, "core cycles", "some");

    assertEquals(1, read(parameter, 1));
    assertNull(read(parameter, 0));
    assertNull(read(parameter, 2_147_483_648L));
  }

  @Test
  void aNumberMayBeZeroAndAPositiveOneMayNot() {
    assertEquals(0.0, read(Parameter.number("x", 0.5, "some"), 0));
    assertNull(read(Parameter.number("x", 0.5, "some"), -0.1));
    assertEquals(0.1, read(Parameter.positive("x", 0.5, "some"), 0.1));
    assertNull(read(Parameter.positive("x", 0.5, "some"), 0));
  }

  @Test
  void aWordIsOneOfItsWordsTheFirstWhenAbsent() {
    Parameter<String> parameter = Parameter.word("w", List.of("one", "all"), "some");

    assertEquals("one", parameter.defaultValue());
    assertEquals("all", read(parameter, "all"));
    assertNull(read(parameter, "none"));
  }

  @Test
  void aListMayBeStatedByItsOnlyElement() {
    assertEquals(List.of(3), read(Parameter.wholeNumbers("n", 32, "some"), 3));
    assertEquals(List.of(0.5, 1.0), read(Parameter.shares("x", "some"), List.of(0.5, 1)));
    assertNull(read(Parameter.wholeNumbers("n", 32, "some"), List.of(1.5)));
    assertNull(read(Parameter.shares("x", "some"), List.of("a")));
  }
}
