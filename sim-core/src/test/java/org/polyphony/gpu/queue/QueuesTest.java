package org.polyphony.gpu.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A queue with stages, one without times, and one with a time for each entry. */
class QueuesTest {
  private final DelayQueue delay = new DelayQueue(3);

  @Test
  void aDelayQueueTakesOneEntryACycleUntilEveryStageHoldsOne() {
    delay.enter(10, 7);
    assertFalse(delay.canEnter(10));
    assertTrue(delay.canEnter(11));
    delay.enter(11, 2);
    assertTrue(delay.canEnter(12));
    delay.enter(12, 3);

    assertFalse(delay.canEnter(13));
    assertFalse(delay.isReady(12)); // not one cycle early
    assertTrue(delay.isReady(13));
    assertEquals(7, delay.head());
  }

  @Test
  void aDelayQueueLetsOneEntryLeaveACycleAfterItsHeadWasHeldUp() {
    delay.enter(10, 1);
    delay.enter(11, 2);

    delay.leave(20);

    assertFalse(delay.isReady(20));
    assertTrue(delay.isReady(21));
    assertEquals(2, delay.head());
    delay.leave(21);
    assertTrue(delay.isEmpty());
    assertEquals(Long.MAX_VALUE, delay.readyAt());
  }

  @Test
  void aRequestFifoIsFullWithAsManyEntriesAsItsCapacity() {
    RequestFifo queue = new RequestFifo(3);
    queue.push(7);
    queue.push(8);
    assertFalse(queue.isFull());

    queue.push(9);

    assertTrue(queue.isFull());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aRequestFifoKeepsTheOrderOfEntriesWhileItGrowsAndWrapsAround(long seed) {
    Random random = new Random(seed);
    RequestFifo queue = new RequestFifo(1);
    ArrayDeque<Integer> plain = new ArrayDeque<>();
    for (int i = 0; i < 2000; i++) {
      if (plain.isEmpty() || random.nextInt(100) < 51) {
        queue.push(i);
        plain.add(i);
      } else {
        assertEquals(plain.peek(), queue.peek());
        assertEquals(plain.remove(), queue.pop(), "seed " + seed);
      }
      assertEquals(plain.size(), queue.size());
    }
  }

  @Test
  void aTimedFifoIsDueAtTheTimeOfItsOldestRequestAndNotOneEarlier() {
    TimedFifo queue = new TimedFifo(4);
    queue.push(7, 10);
    queue.push(8, 11);

    assertFalse(queue.isDue(9));
    assertTrue(queue.isDue(10));
    queue.pop();

    assertFalse(queue.isDue(10));
    assertTrue(queue.isDue(11));
    queue.pop();

    assertFalse(queue.isDue(Long.MAX_VALUE - 1));
    assertTrue(queue.isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 0",
    "-1, 549755813887",
    "0, 549755813887",
    "8388607, 0",
    "2147483647, 4611686018427387904"
  })
  void aTimedFifoKeepsTheLeastAndTheGreatestRequestAndTimeApart(int request, long time) {
    TimedFifo queue = new TimedFifo(1);

    queue.push(request, time);

    assertEquals(request, queue.peek());
    assertEquals(time, queue.peekTime());
    assertEquals(request, queue.pop());
  }

  /** Grows with its oldest request in the middle of the ring, too. */
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 4", "4, 5", "5, 32"})
  void aTimedFifoAgreesWithAPlainQueueOnRandomRequests(long seed, int capacity) {
    Random random = new Random(seed);
    TimedFifo queue = new TimedFifo(capacity);
    Deque<long[]> plain = new ArrayDeque<>();
    long time = 0;
    for (int step = 0; step < 5000; step++) {
      if (plain.isEmpty() || random.nextInt(100) < (step / 100 % 2 == 0 ? 60 : 40)) {
        time += random.nextInt(3);
        plain.add(new long[] {random.nextInt(1 << 23) - 1, time});
        queue.push((int) plain.getLast()[0], time);
      } else {
        assertEquals(plain.remove()[0], queue.pop(), "seed " + seed + " step " + step);
      }
      assertEquals(plain.size(), queue.size(), "seed " + seed + " step " + step);
      if (!plain.isEmpty()) {
        assertEquals(plain.peek()[0], queue.peek(), "seed " + seed + " step " + step);
        assertEquals(plain.peek()[1], queue.peekTime(), "seed " + seed + " step " + step);
      }
    }
  }
}
