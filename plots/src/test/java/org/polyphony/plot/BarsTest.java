package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class BarsTest {
  /** A name of nine capitals is 37 points wide; 18 of them have 26 points each. */
  @Test
  void namesThatWouldTouchAreLong() {
    assertTrue(Bars.areLong(Collections.nCopies(18, "SAD/TPACF"), Style.TWO_COLUMNS));
    assertFalse(Bars.areLong(Collections.nCopies(9, "SAD/TPACF"), Style.TWO_COLUMNS));
  }

  @Test
  void aLongNameMayStandBetweenShortOnes() {
    assertFalse(Bars.areLong(List.of("A", "COM/MEM pairs", "B"), 120));
    assertTrue(Bars.areLong(List.of("COM/MEM pairs", "COM/MEM pairs", "B"), 120));
  }
}
