package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.DoubleStream;
import org.jfree.data.Range;
import org.junit.jupiter.api.Test;
import org.polyphony.results.DisplayNames;

class ScaleTest {
  @Test
  void startsAtZeroWhereAtMostAThirdOfTheAxisStaysEmpty() {
    assertTrue(Scale.startsAtZero(new Range(1, 3)));
    assertFalse(Scale.startsAtZero(new Range(1.01, 3)));
    assertTrue(Scale.startsAtZero(new Range(-3, -1)));
    assertTrue(Scale.startsAtZero(new Range(-5, 1)));
  }

  @Test
  void measuredValuesAreLogarithmicFromAFactorOfAHundredOn() {
    assertTrue(Scale.isLogarithmic(new Range(0.1, 10)));
    assertFalse(Scale.isLogarithmic(new Range(0.101, 10)));
    assertFalse(Scale.isLogarithmic(new Range(0, 10)));
  }

  @Test
  void setValuesAreLogarithmicFromAFactorOfEightOn() {
    assertEquals(3, axis(1, 8).place(8), 1e-12);
    assertEquals(7, axis(1, 7).place(7), 1e-12);
  }

  private static Scale.OfSetValues axis(double... values) {
    List<Double> all = DoubleStream.of(values).boxed().toList();
    return new Scale.OfSetValues("", all, 1, DisplayNames::plain);
  }
}
