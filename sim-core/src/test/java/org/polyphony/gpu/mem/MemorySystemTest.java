package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.config.Fill;
import org.polyphony.gpu.config.WriteMiss;
import org.polyphony.gpu.testing.Devices;

class MemorySystemTest {
  private static final int ALL = -1;
  private final MemoryHarness harness = new MemoryHarness(TestDevice.reference());

  @Test
  void repliesToAnL2HitAfterCrossbarDelayAndLookUpAndCountsItsCycles() {
    harness.memory.prefill(0, 32);
    assertTrue(harness.read(3, 0));

    assertEquals(100, harness.memory.loadCycles(100, 0)); // still under way
    assertEquals(0, harness.memory.loads(0));
    // moved 1, received 2, delay to 122, look-up 123, moved 124, received 125
    assertEquals(125, harness.drain());
    assertEquals(125, harness.memory.loadCycles(1000, 0));
    assertEquals(1, harness.memory.loads(0));
    assertEquals(1, harness.counters.hits(0, MemoryRequests.READ));
  }

  @Test
  void acknowledgesAWriteAsLateAsAHitAndCountsNoCyclesOfIt() {
    assertTrue(harness.write(0, 64, 0xff));

    assertEquals(125, harness.drain());
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

  /** A hit of one SM and a hit of another that is sent in the same cycle. */
  @ParameterizedTest
  @CsvSource({
    "1, 32, 126, the next cycle",
    "1, 64, 126, the next cycle",
    "3, 64, 128, a slice accesses its data once in its access cycles",
    "3, 96, 128, a slice accesses its data once in its access cycles",
    "3, 0, 126, one access gives two sectors to all who ask for them",
    "3, 32, 126, one access gives two sectors to all who ask for them"
  })
  void repliesToASectorBehindAnother(int accessCycles, long address, long reply, String why) {
    TestDevice device = TestDevice.reference();
    MemoryHarness some = new MemoryHarness(device.with(TestDevice.l2AccessCycles(accessCycles)));
    some.memory.prefill(0, 128);
    assertTrue(some.read(3, 0));
    assertTrue(some.read(4, address));

    assertEquals(reply, some.drain(), why);
  }

  @Test
  void repliesToAMissAfterDelayActivateAndReadToo() {
    assertTrue(harness.read(3, 0));

    // look-up 123, to DRAM 124, in its delay from 125 to 225, command clock 350; bank 351,
    // read 363, data 375, to L2 in clock 376 = cycle 242 less its fraction; replied to 243, 244
    assertEquals(244, harness.drain());
    assertEquals(1, harness.counters.activates());
    harness.memory.verify();
  }

  private static TestDevice filling(String fill, String writeMiss) {
    Fill some = Fill.valueOf(fill);
    WriteMiss miss = writeMiss == null ? null : WriteMiss.valueOf(writeMiss);
    return some == Fill.SECTOR
        ? TestDevice.reference()
        : TestDevice.reference().with(TestDevice.l2Filling(some, miss));
  }

  /**
   * Reads, writes and atomics of a byte address; those joined by + are sent in one cycle, each by
   * an SM of its own. A mask has a bit for each byte of a sector, or each 4 B of a line.
   */
  @ParameterizedTest(name = "{0} {1} {2}: {9}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # fill | write miss | accesses     | DRAM bytes read, written | requests \
              | hits, misses, pending | dirty | why
          SECTOR |          | R0               | 32  | 0   | 1 | 0 | 1 | 0 | 0 | a miss
          SECTOR |          | R64+R64+R64      | 32  | 0   | 1 | 0 | 1 | 2 | 0 \
              | requests that meet are read once
          SECTOR |          | W64/ff           | 0   | 0   | 0 | 0 | 0 | 0 | 1 \
              | a write reads nothing
          SECTOR |          | W64/ffff+W64/ffff0000 R64 | 0 | 0 | 0 | 1 | 0 | 0 | 1 \
              | written in full
          SECTOR |          | W64/ff R64+R64   | 32  | 0   | 1 | 0 | 1 | 1 | 1 \
              | written in part, so fetched
          SECTOR |          | A64/f            | 32  | 0   | 1 | 0 | 0 | 0 | 1 \
              | an atomic that misses
          LINE   | ALLOCATE | R96              | 128 | 0   | 1 | 0 | 1 | 0 | 0 \
              | the whole line of a sector
          LINE   | ALLOCATE | R0 R96           | 128 | 0   | 1 | 1 | 1 | 0 | 0 \
              | finds the rest of the line
          LINE   | ALLOCATE | W0/ff            | 0   | 0   | 0 | 0 | 0 | 0 | 1 \
              | fetches nothing for a part
          LINE   | ALLOCATE | W0/ff R0         | 128 | 0   | 1 | 0 | 1 | 0 | 1 | until it is read
          LINE   | ALLOCATE | W0/ffffffff R0   | 0   | 0   | 0 | 1 | 0 | 0 | 1 | written as a whole
          LINE   | FETCH    | W0/ffffffff      | 128 | 128 | 2 | 0 | 0 | 0 | 0 \
              | sent on to DRAM, and fetched
          LINE   | FETCH    | W0/ff W256/ff01  | 256 | 96  | 4 | 0 | 0 | 0 | 0 \
              | halves with written bytes: 32 + 64
          LINE   | FETCH    | R0 W0/ff         | 128 | 0   | 1 | 0 | 1 | 0 | 1 \
              | a write that hits stays
          LINE   | FETCH    | W0/ffffffff+W0/ffffffff | 128 | 256 | 3 | 0 | 0 | 0 | 0 | fetched once
          PAIR   |          | R96              | 64  | 0   | 1 | 0 | 1 | 0 | 0 | two sectors
          PAIR   |          | R96 R64 R32      | 128 | 0   | 2 | 1 | 2 | 0 | 0 \
              | but not the rest of the line
          """)
  void readsFromDramAndWritesToIt(
      String fill,
      String writeMiss,
      String accesses,
      long read,
      long written,
      long requests,
      long hits,
      long misses,
      long pending,
      long dirty,
      String why) {
    MemoryHarness some = new MemoryHarness(filling(fill, writeMiss));

    some.access(accesses);

    MemoryCounters counters = some.counters;
    int kind = MemoryRequests.READ;
    List<Long> found = List.of(counters.dramReadBytes(), counters.dramWriteBytes());
    assertEquals(List.of(read, written), found, why);
    assertEquals(requests, counters.dramRequests(), why);
    assertEquals(read / 32, counters.dramReads(0), why);
    assertEquals(
        List.of(hits, misses, pending),
        List.of(counters.hits(0, kind), counters.misses(0, kind), counters.pendingHits(0, kind)));
    assertEquals(dirty, some.memory.dirtySectors(), why);
    assertEquals(accesses.split("[ +]", -1).length, some.replies);
    some.memory.verify();
  }

  /** A reply of 8 + 128 B is five flits of 32 B, one of 8 + 32 B is two. */
  @ParameterizedTest
  @CsvSource({"LINE, 5", "SECTOR, 2"})
  void repliesWithAsManyFlitsAsWhatAMissFills(Fill fill, int flits) {
    MemoryHarness some =
        new MemoryHarness(
            TestDevice.reference()
                .with(TestDevice.l2Filling(fill, null))
                .with(
                    Devices.crossbar(
                        "flitBytes 32, packetPerCycle false, latency 5",
                        "inputBuffer 8, outputBuffer 8")));
    some.access("R0 R32");
    assertTrue(some.read(0, 0));
    assertTrue(some.read(0, 32));
    some.drain();

    List<String> replies = some.log().lines().toList();
    assertEquals(flits, cycle(replies.get(3)) - cycle(replies.get(2)));
  }

  private static long cycle(String reply) {
    return Long.parseLong(reply.substring(0, reply.indexOf(':')));
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
