package org.polyphony.policy.partition.tutti;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EpochTest {
  private final Epoch epoch = new Epoch(2, 1);
  private long issued; // on each SM
  private long held;

  private final Epoch.Counters counters =
      new Epoch.Counters() {
        @Override
        public long instructions(int sm, int kernel) {
          return issued * (sm + 1);
        }

        @Override
        public long heldCycles(int sm, int kernel) {
          return held;
        }
      };

  private void advance(long instructions, long cycles) {
    issued += instructions;
    held += cycles;
  }

  @Test
  void anSmIsMeasuredFromWhenItsMixIsInPlace() {
    epoch.sample(0, 0, counters);
    epoch.start(0);
    advance(100, 10);
    epoch.sample(10, 1, counters);
    advance(500, 10);
    epoch.stop(20, counters);

    assertEquals(30, epoch.ipc(0, 0));
    assertEquals(100, epoch.ipc(1, 0));
    assertEquals(100, epoch.rate(1, 0));
  }

  @Test
  void ipcCountsCyclesWithAThreadBlockAndTheRateAll() {
    epoch.sample(0, 0, counters);
    epoch.start(0);
    advance(100, 5);
    epoch.stop(20, counters);

    assertEquals(20, epoch.ipc(0, 0));
    assertEquals(5, epoch.rate(0, 0));
    assertTrue(Double.isNaN(epoch.ipc(1, 0)));
    assertTrue(Double.isNaN(epoch.rate(1, 0)));
  }

  @Test
  void anInterruptionDoesNotCount() {
    epoch.sample(0, 0, counters);
    epoch.start(0);
    advance(100, 10);
    epoch.stop(10, counters);
    assertFalse(epoch.isSampled(0));
    advance(999, 90);
    epoch.sample(100, 0, counters);
    epoch.start(105);
    advance(300, 10);
    epoch.stop(110, counters);

    assertEquals(20, epoch.ipc(0, 0));
    assertEquals(15, epoch.cycles(110));
  }

  @Test
  void whatIsInterruptedBeforeItStartsIsDropped() {
    epoch.sample(0, 0, counters);
    advance(100, 10);
    epoch.stop(10, counters);

    assertTrue(Double.isNaN(epoch.ipc(0, 0)));
    assertEquals(0, epoch.cycles(10));
  }
}
