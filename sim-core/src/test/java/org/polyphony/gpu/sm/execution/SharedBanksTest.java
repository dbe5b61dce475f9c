package org.polyphony.gpu.sm.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SharedBanksTest {
  private final SharedBanks banks = new SharedBanks();

  @Test
  void queuedPassesFollowOneAnother() {
    assertEquals(112, banks.queue(100, 0, 12));
    assertEquals(124, banks.queue(100, 0, 12));
    assertEquals(212, banks.queue(200, 0, 12));
  }

  @Test
  void instructionsGetEachCycleWhileNothingIsQueued() {
    banks.queue(100, 0, 2);

    assertTrue(banks.tryPass(102, 0));
    assertTrue(banks.tryPass(103, 0));
  }

  @Test
  void instructionsGetEveryFourthCycleWhilePassesAreQueuedAndDelayThoseBehind() {
    banks.queue(100, 0, 9);

    assertTrue(banks.tryPass(100, 0));
    assertFalse(banks.tryPass(101, 0));
    assertFalse(banks.tryPass(103, 0));
    assertTrue(banks.tryPass(104, 0));
    assertEquals(100 + 9 + 2 + 1, banks.queue(105, 0, 1));
  }

  @Test
  void passesDoNotQueueForever() {
    assertEquals(100 + SharedBanks.MOST_QUEUED, banks.queue(100, 0, 100_000));
  }

  @Test
  void passesOfAProcessDoNotDelayThoseOfAnotherWithBanksOfItsOwn() {
    SharedBanks own = new SharedBanks(2);
    own.queue(100, 0, 9);

    assertEquals(102, own.queue(100, 1, 2));
    assertTrue(own.tryPass(102, 1));
  }
}
