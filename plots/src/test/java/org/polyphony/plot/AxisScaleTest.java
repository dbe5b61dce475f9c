package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.DoubleStream;
import org.jfree.data.Range;
import org.junit.jupiter.api.Test;
import org.polyphony.results.DisplayNames;

class AxisScaleTest {
  @Test
  void startsAtZeroWhereAtMostAThirdOfTheAxisStaysEmpty() {
    assertTrue(AxisScale.startsAtZero(new Range(1, 3)));
    assertFalse(AxisScale.startsAtZero(new Range(1.01, 3)));
    assertTrue(AxisScale.startsAtZero(new Range(-3, -1)));
    assertTrue(AxisScale.startsAtZero(new Range(-5, 1)));
  }

  @Test
  void measuredValuesAreLogarithmicFromAFactorOfAHundredOn() {
    assertTrue(AxisScale.isLogarithmic(new Range(0.1, 10)));
    assertFalse(AxisScale.isLogarithmic(new Range(0.101, 10)));
    assertFalse(AxisScale.isLogarithmic(new Range(0, 10)));
  }

  @Test
  void setValuesAreLogarithmicFromAFactorOfEightOn() {
    assertEquals(3, axis(1, 8).place(8), 1e-12);
    assertEquals(7, axis(1, 7).place(7), 1e-12);
  }

  private static AxisScale.OfSetValues axis(double... values) {
    List<Double> all = DoubleStream.of(values).boxed().toList();
    return new AxisScale.OfSetValues("", all, 1, DisplayNames::plain);
  }
}
