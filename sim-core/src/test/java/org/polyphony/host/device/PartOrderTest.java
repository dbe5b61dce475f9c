package org.polyphony.host.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.polyphony.host.time.EventQueue;

class PartOrderTest {
  private final int[] owner = new int[4];

  private int[] assigned(PartOrder order, long now, int ready, int draining) {
    order.assign(now, ready, draining, owner);
    return owner;
  }

  /** Returns the queue that has all parts. */
  private int turn(PartOrder order, long now, int ready, int draining) {
    assertEquals(1, Arrays.stream(assigned(order, now, ready, draining)).distinct().count());
    return owner[0];
  }

  @Test
  void theLaunchThatStartedFirstComesFirst() {
    LaunchTurns turns = new LaunchTurns(3);
    turns.started(2);
    turns.started(0);

    assertEquals(2, turn(turns, 0, 0b101, 0));
    turns.started(2); // its next one
    assertEquals(0, turn(turns, 10, 0b101, 0));
    assertEquals(EventQueue.NEVER, turns.nextWork());
  }

  @Test
  void slicesGoRoundTheQueuesThatAreReady() {
    SliceTurns turns = new SliceTurns(50);
    assertEquals(1, turn(turns, 0, 0b110, 0));
    assertEquals(50, turns.nextWork());
    assertEquals(1, turn(turns, 49, 0b110, 0));
    assertEquals(2, turn(turns, 50, 0b110, 0));
    assertEquals(1, turn(turns, 100, 0b110, 0));
  }

  @Test
  void aSliceEndsEarlyWhenNothingIsLeftToPlace() {
    SliceTurns turns = new SliceTurns(50);
    turn(turns, 0, 0b110, 0);

    assertEquals(2, turn(turns, 20, 0b100, 0));
    assertEquals(EventQueue.NEVER, turns.nextWork()); // nobody else is ready
  }

  @Test
  void aSliceIsGrantedAgainWhileOthersLeave() {
    SliceTurns turns = new SliceTurns(50);
    turn(turns, 0, 0b110, 0);

    assertEquals(1, turn(turns, 50, 0b110, 0b100));
    assertEquals(100, turns.nextWork());
  }

  @Test
  void aSliceIsNotGrantedAgainForThreadBlocksOfItsOwn() {
    SliceTurns turns = new SliceTurns(50);
    turn(turns, 0, 0b110, 0);

    assertEquals(2, turn(turns, 50, 0b110, 0b010));
  }

  @Test
  void evenPartsAreDividedAmongThoseWithSomethingToPlace() {
    EvenParts even = new EvenParts(2);

    assertArrayEquals(new int[] {0, 0, 1, 1}, assigned(even, 0, 0b11, 0));
    assertArrayEquals(new int[] {1, 1, 1, 1}, assigned(even, 10, 0b10, 0));
    assertArrayEquals(new int[] {0, 0, 1, 1}, assigned(even, 20, 0b11, 0));
    assertEquals(EventQueue.NEVER, even.nextWork());
  }

  @Test
  void theFirstHaveAPartMoreWhenPartsDoNotDivideEvenly() {
    assertArrayEquals(new int[] {0, 0, 1, 2}, assigned(new EvenParts(3), 0, 0b111, 0));
  }

  @Test
  void someHaveNoPartWhenThereAreMoreQueuesThanParts() {
    assertArrayEquals(new int[] {0, 1, 3, 2}, assigned(new EvenParts(6), 0, 0b111111, 0));
  }
}
