package org.polyphony.gpu.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DelayQueueTest {
  private final DelayQueue queue = new DelayQueue(3);

  @Test
  void isReadyAfterItsStagesAndNotOneCycleEarly() {
    queue.enter(10, 7);

    assertFalse(queue.isReady(12));
    assertTrue(queue.isReady(13));
    assertEquals(7, queue.head());
  }

  @Test
  void isFullWhenEveryStageHoldsAnEntry() {
    queue.enter(10, 1);
    queue.enter(11, 2);
    assertTrue(queue.canEnter(12));
    queue.enter(12, 3);

    assertFalse(queue.canEnter(13));
  }

  @Test
  void takesOneEntryACycle() {
    queue.enter(10, 1);

    assertFalse(queue.canEnter(10));
    assertTrue(queue.canEnter(11));
  }

  @Test
  void letsOneEntryLeaveACycleAfterItsHeadWasHeldUp() {
    queue.enter(10, 1);
    queue.enter(11, 2);

    queue.leave(20);

    assertFalse(queue.isReady(20));
    assertTrue(queue.isReady(21));
    assertEquals(2, queue.head());
  }

  @Test
  void neverIsReadyWhenItIsEmpty() {
    queue.enter(10, 1);
    queue.leave(13);

    assertTrue(queue.isEmpty());
    assertEquals(Long.MAX_VALUE, queue.readyAt());
  }
}
