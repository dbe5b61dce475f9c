package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.polyphony.gpu.config.Fill;

/** What L2 reads from DRAM where misses fill pairs of sectors, 64 B. */
class PairFillTest {
  private final MemoryHarness harness =
      new MemoryHarness(TestDevice.reference().with(TestDevice.l2Filling(Fill.PAIR, null)));

  private void read(long address) {
    assertTrue(harness.read(0, address));
    harness.drain();
  }

  @Test
  void readsBothSectorsOfThePairThatMisses() {
    read(96);

    assertEquals(64, harness.counters.dramReadBytes());
    assertEquals(1, harness.counters.dramRequests());
  }

  @Test
  void findsTheOtherSectorOfThePairButNotTheRestOfTheLine() {
    read(96);
    read(64);
    read(32);

    assertEquals(1, harness.counters.hits(0, MemoryRequests.READ));
    assertEquals(128, harness.counters.dramReadBytes());
  }
}
