package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.testing.Devices;

class MemorySystemTest {
  private static final int ALL = -1;
  private final MemoryHarness harness = new MemoryHarness(TestDevice.reference());

  @Test
  void repliesToAnL2HitAfterCrossbarDelayAndLookUp() {
    harness.memory.prefill(0, 32);
    assertTrue(harness.read(3, 0));

    // moved 1, received 2, delay to 122, look-up 123, moved 124, received 125
    assertEquals(125, harness.drain());
    assertEquals(1, harness.counters.hits(0, MemoryRequests.READ));
  }

  @Test
  void countsTheCyclesOfAReadFromTheSmToItsReply() {
    harness.memory.prefill(0, 32);
    assertTrue(harness.read(3, 0));

    assertEquals(100, harness.memory.loadCycles(100, 0)); // still under way
    assertEquals(0, harness.memory.loads(0));
    harness.drain();
    assertEquals(125, harness.memory.loadCycles(1000, 0));
    assertEquals(1, harness.memory.loads(0));
  }

  @Test
  void countsNoCyclesOfAWrite() {
    assertTrue(harness.write(0, 64, 0xff));

    harness.drain();

    assertEquals(0, harness.memory.loadCycles(1000, 0));
    assertEquals(0, harness.memory.loads(0));
  }

  /** Ports move 8 B a cycle: a sector of 16 B with its header takes three, one of 32 B five. */
  @ParameterizedTest
  @CsvSource({"0, 16, 127", "0, 32, 129", "1, 16, 127", "1, 32, 129"})
  void sendsAsManyFlitsWithAReadOrAWriteAsASectorHas(int kind, int sectorBytes, long cycle) {
    TestDevice device = TestDevice.reference().with(TestDevice.l2Sectors(sectorBytes));
    MemoryHarness flits =
        new MemoryHarness(device.with(Devices.crossbar("flitBytes", 8, "packetPerCycle", false)));
    flits.memory.prefill(0, sectorBytes);

    assertTrue(flits.send(kind, 3, 0, kind == MemoryRequests.WRITE ? 0xff : 0));

    assertEquals(cycle, flits.drain()); // 125, and two or four cycles more on one of the ways
  }

  private static long secondHit(int accessCycles, long address) {
    TestDevice device = TestDevice.reference();
    MemoryHarness some = new MemoryHarness(device.with(TestDevice.l2AccessCycles(accessCycles)));
    some.memory.prefill(0, 128);
    assertTrue(some.read(3, 0));
    assertTrue(some.read(4, address));
    return some.drain();
  }

  @Test
  void repliesToASectorBehindAnotherInTheNextCycle() {
    assertEquals(126, secondHit(1, 32));
    assertEquals(126, secondHit(1, 64));
  }

  @Test
  void accessesTheDataOfASliceOnceInItsAccessCycles() {
    assertEquals(128, secondHit(3, 64));
    assertEquals(128, secondHit(3, 96));
  }

  @Test
  void givesTwoSectorsToAllWhoAskForThemInOneAccess() {
    assertEquals(126, secondHit(3, 0));
    assertEquals(126, secondHit(3, 32));
  }

  @Test
  void repliesToAMissAfterDelayActivateAndReadToo() {
    assertTrue(harness.read(3, 0));

    // look-up 123, to DRAM 124, in its delay from 125 to 225, command clock 350; bank 351,
    // read 363, data 375, to L2 in clock 376 = cycle 242 less its fraction; replied to 243, 244
    assertEquals(244, harness.drain());
    assertEquals(1, harness.counters.misses(0, MemoryRequests.READ));
    assertEquals(1, harness.counters.activates());
    harness.memory.verify();
  }

  @Test
  void readsASectorOnceForRequestsThatMeet() {
    assertTrue(harness.read(0, 64));
    assertTrue(harness.read(1, 64));
    assertTrue(harness.read(2, 64));

    harness.drain();

    assertEquals(3, harness.replies);
    assertEquals(32, harness.counters.dramReadBytes());
    assertEquals(2, harness.counters.pendingHits(0, MemoryRequests.READ));
    harness.memory.verify();
  }

  @Test
  void acknowledgesAWriteWithoutReadingDram() {
    assertTrue(harness.write(0, 64, 0xff));

    assertEquals(125, harness.drain());
    assertEquals(0, harness.counters.dramRequests());
    assertEquals(1, harness.memory.dirtySectors());
  }

  @Test
  void readsASectorThatIsWrittenInFullFromL2() {
    assertTrue(harness.write(0, 64, 0xffff));
    assertTrue(harness.write(0, 64, 0xffff0000));
    harness.drain();

    assertTrue(harness.read(0, 64));
    harness.drain();

    assertEquals(0, harness.counters.dramReadBytes());
    assertEquals(1, harness.counters.hits(0, MemoryRequests.READ));
  }

  @Test
  void fetchesASectorWrittenInPartWhenItIsRead() {
    assertTrue(harness.write(0, 64, 0xff));
    harness.drain();

    assertTrue(harness.read(0, 64));
    assertTrue(harness.read(0, 64));
    harness.drain();

    assertEquals(32, harness.counters.dramReadBytes());
    assertEquals(1, harness.memory.dirtySectors());
  }

  @Test
  void performsAnAtomicOnAMissAndLeavesItsSectorDirty() {
    assertTrue(harness.send(MemoryRequests.ATOMIC, 0, 64, 0xf));
    harness.drain();

    assertEquals(32, harness.counters.dramReadBytes());
    assertEquals(1, harness.memory.dirtySectors());
    assertEquals(1, harness.replies);
  }

  @Test
  void writesEveryDirtySectorBackOnce() {
    for (int line = 0; line < 4000; line++) { // 512 KB of an L2 of 512 KB, twice
      harness.step();
      assertTrue(harness.write(line % 16, line * 128L, ALL));
      assertTrue(harness.write(line % 16, line * 128L + 32, 0xf));
    }
    harness.drain();

    long written = harness.counters.dramWriteBytes() / 32;
    assertEquals(8000, written + harness.memory.dirtySectors());
    assertEquals(0, harness.counters.dramReadBytes());
    harness.memory.verify();
  }

  @Test
  void leavesSectorsOfAHostCopyCleanInL2() {
    harness.memory.prefill(40, 100); // touches sectors 1 to 4

    for (int sector = 0; sector < 6; sector++) {
      assertTrue(harness.read(0, sector * 32L));
    }
    harness.drain();

    assertEquals(4, harness.counters.hits(0, MemoryRequests.READ));
    assertEquals(2, harness.counters.misses(0, MemoryRequests.READ));
    assertEquals(0, harness.memory.dirtySectors());
  }

  @Test
  void onlyDisplacesLinesByAHostCopyWhereCopiesAreNotLeftInL2() {
    TestDevice device = TestDevice.reference();
    MemoryHarness other = new MemoryHarness(device.with(TestDevice.l2Unfilled()));
    assertTrue(other.write(0, 64, ALL));
    other.drain();

    other.memory.prefill(1 << 24, 8 << 20);
    assertEquals(0, other.memory.dirtySectors());

    assertTrue(other.read(0, 1 << 24));
    other.drain();
    assertEquals(1, other.counters.misses(0, MemoryRequests.READ));
    other.memory.verify();
  }

  @Test
  void refusesARequestWhenTheCrossbarIsFullAndLosesNone() {
    TestDevice small =
        TestDevice.reference().with(Devices.crossbar("inputBuffer", 2, "outputBuffer", 2));
    MemoryHarness narrow = new MemoryHarness(small);
    assertTrue(narrow.read(0, 0));
    assertTrue(narrow.read(0, 32));

    assertEquals(false, narrow.memory.port(0).canSend(0, 64));
    assertEquals(false, narrow.read(0, 64));

    narrow.drain();
    assertEquals(2, narrow.replies);
    narrow.memory.verify();
  }

  @Test
  void reportsRequestsWithoutReply() {
    assertTrue(harness.read(0, 0));

    String message = assertThrows(IllegalStateException.class, harness.memory::verify).getMessage();

    assertEquals("requests are under way: 1", message);
  }

  @Test
  void isDueInTheCycleAfterARequestAndNeverWhenIdle() {
    assertEquals(Long.MAX_VALUE, harness.memory.nextWork());

    assertTrue(harness.read(0, 0));
    MemoryClock.begin(harness.memory, harness.sms);
    assertEquals(1, harness.memory.nextWork());

    harness.drain();
    assertEquals(Long.MAX_VALUE, harness.memory.nextWork());
  }
}
