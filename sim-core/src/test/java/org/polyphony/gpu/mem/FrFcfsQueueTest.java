package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FrFcfsQueueTest {
  private final DramRequests entries = new DramRequests(8);
  private final FrFcfsQueue queue = new FrFcfsQueue(3, 2, entries);

  private int add(int bank, int row) {
    int entry = entries.take(0, 0, 0, 1);
    entries.place(entry, bank, row);
    queue.add(entry);
    return entry;
  }

  @Test
  void takesTheOldestRequestToTheOpenRow() {
    int other = add(0, 5);
    int hit = add(0, 7);
    int youngerHit = add(0, 7);

    assertEquals(hit, queue.take(0, 7));
    assertEquals(youngerHit, queue.take(0, 7));
    assertEquals(other, queue.take(0, 7));
  }

  @Test
  void takesTheOldestRequestWhenNoneIsToTheOpenRow() {
    int oldest = add(0, 5);
    add(0, 7);

    assertEquals(oldest, queue.take(0, 9));
  }

  @Test
  void appendsAfterTheLastOfAListHasBeenTaken() {
    int first = add(0, 5);
    add(0, 7);
    queue.take(0, 7);
    int later = add(0, 7);

    assertEquals(first, queue.take(0, 1));
    assertEquals(later, queue.take(0, 1));
    assertEquals(0, queue.waitingBanks());
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
