package org.polyphony.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTest {
  @ParameterizedTest
  @CsvSource({"7, 7", "010, 10", "-1.5, -1.5", ".5, 0.5", "2., 2", "1e-3, 0.001", "+2E2, 200"})
  void readsDigitsWithAPointAndAnExponent(String text, double value) {
    assertEquals(value, Decimal.of(text).orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "9f",
        "1d",
        "0x1p3",
        "0x10",
        "NaN",
        "Infinity",
        " 1",
        "1 ",
        "1e999",
        ".",
        "e3"
      })
  void refusesEverythingElse(String text) {
    assertTrue(Decimal.of(text).isEmpty());
  }
}
