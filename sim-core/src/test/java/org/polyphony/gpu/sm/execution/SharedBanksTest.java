package org.polyphony.gpu.sm.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SharedBanksTest {
  private final SharedBanks banks = new SharedBanks();

  @Test
  void queuedPassesFollowOneAnother() {
    assertEquals(112, banks.queue(100, 12));
    assertEquals(124, banks.queue(100, 12));
    assertEquals(212, banks.queue(200, 12));
  }

  @Test
  void instructionsGetEachCycleWhileNothingIsQueued() {
    banks.queue(100, 2);

    assertTrue(banks.tryPass(102));
    assertTrue(banks.tryPass(103));
  }

  @Test
  void instructionsGetEveryFourthCycleWhilePassesAreQueuedAndDelayThoseBehind() {
    banks.queue(100, 9);

    assertTrue(banks.tryPass(100));
    assertFalse(banks.tryPass(101));
    assertFalse(banks.tryPass(103));
    assertTrue(banks.tryPass(104));
    assertEquals(100 + 9 + 2 + 1, banks.queue(105, 1));
  }

  @Test
  void passesDoNotQueueForever() {
    assertEquals(100 + SharedBanks.MOST_QUEUED, banks.queue(100, 100_000));
  }
}
