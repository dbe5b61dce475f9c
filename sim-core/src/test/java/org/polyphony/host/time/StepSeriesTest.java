package org.polyphony.host.time;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class StepSeriesTest {
  private static final double EXACT = 1e-12;
  private final StepSeries series = new StepSeries(2, 10);

  @Test
  void weighsValuesByTheTimeThatTheyHold() {
    series.set(0, 0, 1);
    series.set(0, 5, 3);

    assertEquals((1 * 5 + 3 * 15) / 20.0, series.mean(0, 20), EXACT);
    assertArrayEquals(new double[] {2, 3}, series.means(0, 20), EXACT);
  }

  @Test
  void cutsTheLastWindowShort() {
    series.set(1, 12, 4);

    assertArrayEquals(new double[] {0, 4 * 3 / 5.0}, series.means(1, 15), EXACT);
  }

  @Test
  void keepsSeriesApart() {
    series.add(0, 5, 1);
    series.add(0, 10, 1);

    assertEquals(0, series.mean(1, 20), EXACT);
    assertEquals((5 + 2 * 10) / 20.0, series.mean(0, 20), EXACT);
  }

  @Test
  void joinsWindowsWhenTimeGoesOnBeyondThem() {
    series.set(0, 0, 1);
    series.set(0, 10, 0);
    long end = 10L * StepSeries.WINDOWS + 1;

    assertEquals(0.5, series.means(0, end)[0], EXACT); // 10 of 20
    assertEquals(20, series.window());
    assertEquals(10.0 / end, series.mean(0, end), EXACT);
  }

  /** 4,096 such windows are more than 64 bits hold. */
  @Test
  void hasWindowsOfAnyLength() {
    StepSeries slow = new StepSeries(1, 1_000_000_000_000_000_000L);
    slow.set(0, 0, 1);

    assertArrayEquals(new double[] {1}, slow.means(0, 1_000_000_000_000_000_000L), EXACT);
  }

  @Test
  void reachesTheEndOfTime() {
    series.set(0, 0, 1);

    assertEquals(1, series.mean(0, Long.MAX_VALUE), EXACT);
    assertEquals(1, series.means(0, Long.MAX_VALUE)[0], EXACT);
  }

  @Test
  void refusesToGoBack() {
    series.set(0, 10, 1);

    assertThrows(IllegalArgumentException.class, () -> series.set(0, 9, 2));
  }
}
