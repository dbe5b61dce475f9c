package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrFcfsQueueTest {
  private final DramRequests entries = new DramRequests(8);
  private final FrFcfsQueue queue = new FrFcfsQueue(3, 2, entries);

  private int add(int bank, int row) {
    int entry = entries.take(0, 0, 0, 1);
    entries.place(entry, bank, row);
    queue.add(entry);
    return entry;
  }

  /** Requests by bank and row; a bank and its open row with a question mark take one, by number. */
  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource({
    "0/5 0/7 0/7 0?7 0?7 0?7, 1 2 0, the oldest to the open row",
    "0/5 0/7 0?9, 0, the oldest when none is to the open row",
    "0/5 0/7 0?7 0/7 0?1 0?1, 1 0 2, a list whose last has been taken goes on"
  })
  void takes(String steps, String taken, String why) {
    List<Integer> added = new ArrayList<>();
    List<Integer> found = new ArrayList<>();
    for (String step : steps.split(" ", -1)) {
      int bank = step.charAt(0) - '0';
      int row = step.charAt(2) - '0';
      if (step.charAt(1) == '?') {
        found.add(added.indexOf(queue.take(bank, row)));
      } else {
        added.add(add(bank, row));
      }
    }

    assertEquals(taken, found.stream().map(String::valueOf).collect(Collectors.joining(" ")), why);
    assertEquals(added.size() == found.size() ? 0 : 1, queue.waitingBanks());
  }

  @Test
  void isFullAtItsCapacityOverAllBanks() {
    add(0, 1);
    add(1, 1);
    assertFalse(queue.isFull());

    add(1, 2);

    assertTrue(queue.isFull());
    assertEquals(0b11, queue.waitingBanks());
  }
}
