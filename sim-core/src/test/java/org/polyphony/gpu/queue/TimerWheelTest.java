package org.polyphony.gpu.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimerWheelTest {
  private final TimerWheel wheel = new TimerWheel(64, 16);

  @Test
  void givesAnEventInItsCycleAndNotOneCycleEarly() {
    wheel.add(10, 3);

    assertFalse(wheel.isDue(9));
    assertEquals(TimerWheel.NONE, wheel.take(9));
    assertTrue(wheel.isDue(10));
    assertEquals(3, wheel.take(10));
    assertEquals(TimerWheel.NONE, wheel.take(10));
    assertEquals(Long.MAX_VALUE, wheel.nextWork());
  }

  @Test
  void givesEventsOfOneCycleInTheOrderInWhichTheyCameIn() {
    wheel.add(10, 3);
    wheel.add(10, 1);

    assertEquals(3, wheel.take(10));
    assertEquals(1, wheel.after(3));
    assertEquals(TimerWheel.NONE, wheel.after(1));
  }

  @Test
  void findsTheNextEventBeyondTheEndOfTheRing() {
    wheel.add(60 + 63, 0);

    assertEquals(TimerWheel.NONE, wheel.take(60)); // looks for the next from there

    assertEquals(123, wheel.nextWork());
    assertEquals(0, wheel.take(123));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void agreesWithASortedListOnRandomEvents(long seed) {
    Random random = new Random(seed);
    TreeMap<Long, Queue<Integer>> expected = new TreeMap<>();
    Queue<Integer> free =
        new ArrayDeque<>(java.util.stream.IntStream.range(0, 16).boxed().toList());
    for (long cycle = 0; cycle < 5000; cycle++) {
      Queue<Integer> due = expected.getOrDefault(cycle, new ArrayDeque<>());
      for (int event = wheel.take(cycle); event != TimerWheel.NONE; event = wheel.after(event)) {
        assertEquals(due.remove(), event, "seed " + seed + " cycle " + cycle);
        free.add(event);
      }
      assertEquals(0, due.size(), "seed " + seed + " cycle " + cycle);
      if (!free.isEmpty() && random.nextInt(4) == 0) {
        long at = cycle + 1 + random.nextInt(63);
        expected.computeIfAbsent(at, c -> new ArrayDeque<>()).add(free.peek());
        wheel.add(at, free.remove());
      }
      Map.Entry<Long, Queue<Integer>> next = expected.higherEntry(cycle);
      assertEquals(next == null ? Long.MAX_VALUE : next.getKey(), wheel.nextWork());
    }
  }
}
