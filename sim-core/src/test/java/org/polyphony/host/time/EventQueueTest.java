package org.polyphony.host.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventQueueTest {
  private final EventQueue queue = new EventQueue(10);

  private String drain() {
    StringBuilder order = new StringBuilder();
    for (int id = queue.poll(); id != EventQueue.NONE; id = queue.poll()) {
      order.append(queue.now()).append(':').append(id).append(' ');
    }
    return order.toString().strip();
  }

  /** Events and their times, as they are scheduled; without a time, one is cancelled. */
  @ParameterizedTest(name = "{2}")
  @CsvSource({
    "3:30 1:10 2:20, 10:1 20:2 30:3, in order of time",
    "5:7 9:7 1:7, 7:5 7:9 7:1, those of equal times in the order of scheduling",
    "1:10 2:20 1:30, 20:2 30:1, an event that is scheduled again moves",
    "1:10 2:10 1:10, 10:1 10:2, and keeps its place among equals when its time is the same",
    "1:10 2:20 1: 2:9223372036854775807, '', what is cancelled or set to never is forgotten"
  })
  void handsEventsOut(String scheduled, String order, String why) {
    for (String event : scheduled.split(" ", -1)) {
      int id = event.charAt(0) - '0';
      if (event.length() > 2) {
        queue.schedule(id, Long.parseLong(event.substring(2)));
      } else {
        queue.cancel(id);
        assertEquals(EventQueue.NEVER, queue.timeOf(id));
      }
    }

    assertEquals(order, drain(), why);
    assertTrue(queue.isEmpty());
  }

  @Test
  void refusesATimeThatHasPassed() {
    queue.schedule(1, 10);
    queue.poll();

    assertThrows(IllegalArgumentException.class, () -> queue.schedule(2, 9));
    queue.schedule(2, 10);
    assertEquals("10:2", drain());
  }

  /** The model is a sorted set of (time, sequence, id). */
  @Test
  void agreesWithASortedSetOverRandomOperations() {
    long seed = 20261121;
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    EventQueue heap = new EventQueue(50);
    long[][] model = new long[50][];
    TreeSet<long[]> sorted =
        new TreeSet<>(Comparator.<long[]>comparingLong(e -> e[0]).thenComparingLong(e -> e[1]));
    for (long step = 0; step < 100_000; step++) {
      int id = random.nextInt(50);
      if (random.nextInt(3) == 0) {
        long[] first = sorted.pollFirst();
        assertEquals(first == null ? EventQueue.NONE : (int) first[2], heap.poll());
        if (first != null) {
          model[(int) first[2]] = null;
          assertEquals(first[0], heap.now());
        }
      } else if (random.nextInt(4) == 0) {
        heap.cancel(id);
        replace(sorted, model, id, null);
      } else {
        long time = heap.now() + random.nextInt(20);
        heap.schedule(id, time);
        if (model[id] == null || model[id][0] != time) {
          replace(sorted, model, id, new long[] {time, step, id});
        }
      }
    }
  }

  private static void replace(Set<long[]> sorted, long[][] model, int id, long[] next) {
    if (model[id] != null) {
      sorted.remove(model[id]);
    }
    model[id] = next;
    if (next != null) {
      sorted.add(next);
    }
  }
}
