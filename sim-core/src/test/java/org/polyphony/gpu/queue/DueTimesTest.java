package org.polyphony.gpu.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DueTimesTest {
  private final DueTimes due = new DueTimes(70);

  @Test
  void isDueFromItsCycleOnAndNoLaterThanItIsWoken() {
    assertEquals(DueTimes.NEVER, due.earliest());
    due.set(3, 10);

    assertFalse(due.isDue(3, 9));
    assertTrue(due.isDue(3, 10));
    assertTrue(due.isDue(3, 11));
    assertEquals(10, due.earliest());
    due.wake(3, 12);
    assertEquals(10, due.of(3));
    due.wake(3, 8);
    assertEquals(8, due.of(3));
  }

  @Test
  void wakesThePartsOfASet() {
    due.wake(64, 0b100001, 5);

    assertEquals(5, due.of(64));
    assertEquals(DueTimes.NEVER, due.of(65));
    assertEquals(5, due.of(69));
  }
}
