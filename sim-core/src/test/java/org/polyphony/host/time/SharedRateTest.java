package org.polyphony.host.time;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SharedRateTest {
  private final SharedRate shared = new SharedRate();

  @Test
  void isDoneAfterTheWorkAtFullRateAndNotBefore() {
    assertEquals(EventQueue.NEVER, shared.nextWork());
    shared.add(100, 7, 50);

    assertEquals(150, shared.nextWork());
    assertEquals(EventQueue.NONE, shared.takeDone(149));
    assertEquals(7, shared.takeDone(150));
    assertEquals(EventQueue.NEVER, shared.nextWork());
  }

  /** 20 alone, then 30 left at a half: done 60 later; then the other has 70 left at full rate. */
  @Test
  void goesOnWithWhatIsLeftWhenTheRateChanges() {
    shared.add(0, 1, 50);
    shared.add(20, 2, 100);
    shared.setRate(20, 0.5);
    assertEquals(80, shared.nextWork());

    assertEquals(1, shared.takeDone(80));
    shared.setRate(80, 1);

    assertEquals(150, shared.nextWork());
  }

  @Test
  void roundsTheEndUp() {
    shared.add(0, 1, 10);
    shared.setRate(0, 0.3);

    assertEquals(34, shared.nextWork()); // 33.33
    assertEquals(EventQueue.NONE, shared.takeDone(33));
    assertEquals(1, shared.takeDone(34));
  }

  @Test
  void handsEqualEndsOutInTheOrderOfArrival() {
    shared.add(0, 9, 10);
    shared.add(0, 3, 10);

    assertEquals(9, shared.takeDone(10));
    assertEquals(3, shared.takeDone(10));
  }
}
