package org.polyphony.gpu.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestFifoTest {
  @Test
  void isFullWithAsManyEntriesAsItsCapacity() {
    RequestFifo queue = new RequestFifo(3);
    queue.push(7);
    queue.push(8);
    assertFalse(queue.isFull());

    queue.push(9);

    assertTrue(queue.isFull());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void keepsTheOrderOfEntriesWhileItGrowsAndWrapsAround(long seed) {
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
}
