package org.polyphony.policy.partition.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EpochTest {
  private static final int FIRST = 0;
  private static final int SECOND = 1;
  private final Epoch epoch = new Epoch(3, 2, 1);
  private long issued; // on SM 0, twice that on SM 1, three times on SM 2
  private long held; // on each SM

  private final Epoch.Counters counters =
      TestCounters.heldBy((sm, kernel) -> held, (sm, kernel) -> issued * (sm + 1));

  private void advance(long instructions, long cycles) {
    issued += instructions;
    held += cycles;
  }

  /** SM 0 is of the first group, the others are of the second. */
  private void stop(long cycle) {
    epoch.stop(cycle, sm -> sm == 0 ? FIRST : SECOND, counters);
  }

  /** Starts with one SM in its place, and counts instructions and cycles with thread blocks. */
  private void runFirstSm(long instructions, long heldCycles) {
    epoch.sample(0, 0, counters);
    epoch.start(0);
    advance(instructions, heldCycles);
  }

  @Test
  void anSmIsMeasuredFromWhenWhatItHoldsIsInPlace() {
    runFirstSm(100, 10);
    epoch.sample(10, 1, counters);
    advance(500, 10);
    stop(20);

    assertEquals(30, epoch.ipc(FIRST, 0));
    assertEquals(100, epoch.ipc(SECOND, 0));
    assertEquals(100, epoch.rate(SECOND, 0));
  }

  @Test
  void theSmsOfAGroupAreMeasuredTogether() {
    for (int sm = 0; sm < 3; sm++) {
      epoch.sample(0, sm, counters);
    }
    epoch.start(0);
    advance(100, 10);
    stop(10);

    assertEquals(25, epoch.ipc(SECOND, 0)); // 200 and 300 in 2 x 10 SM cycles
    assertEquals(25, epoch.rate(SECOND, 0));
  }

  @ParameterizedTest
  @CsvSource({"100, 5, 20, 5", "0, 0, NaN, 0"})
  void ipcCountsCyclesWithAThreadBlockAndTheRateAll(
      long instructions, long heldCycles, double ipc, double rate) {
    runFirstSm(instructions, heldCycles);
    stop(20);

    assertEquals(ipc, epoch.ipc(FIRST, 0));
    assertEquals(rate, epoch.rate(FIRST, 0));
    assertTrue(Double.isNaN(epoch.ipc(SECOND, 0)));
    assertTrue(Double.isNaN(epoch.rate(SECOND, 0)));
  }

  @Test
  void anInterruptionDoesNotCount() {
    runFirstSm(100, 10);
    stop(10);
    assertFalse(epoch.isSampled(0));
    advance(999, 90);
    epoch.sample(100, 0, counters);
    epoch.start(105);
    advance(300, 10);
    stop(110);

    assertEquals(20, epoch.ipc(FIRST, 0));
    assertEquals(15, epoch.cycles(110));
    assertFalse(epoch.isRunning());
  }

  @Test
  void stoppingTwiceCountsOnceUntilItIsForgotten() {
    runFirstSm(30, 10);
    stop(10);
    advance(30, 10);
    stop(20);

    assertEquals(3, epoch.ipc(FIRST, 0));
    assertEquals(10, epoch.cycles(20));
    epoch.clear();
    assertEquals(0, epoch.cycles(20));
    assertTrue(Double.isNaN(epoch.ipc(FIRST, 0)));
  }

  @Test
  void whatIsInterruptedBeforeItStartsIsDropped() {
    epoch.sample(0, 0, counters);
    advance(100, 10);
    stop(10);

    assertTrue(Double.isNaN(epoch.ipc(FIRST, 0)));
    assertEquals(0, epoch.cycles(10));
  }
}
