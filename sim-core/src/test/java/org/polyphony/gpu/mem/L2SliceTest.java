package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.CrossbarConfig;
import org.polyphony.gpu.config.DramConfig;
import org.polyphony.gpu.config.L2Config;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.part.prefetch.PrefetchedCache;
import org.polyphony.gpu.part.prefetch.Prefetcher;
import org.polyphony.gpu.queue.DueTimes;
import org.polyphony.gpu.testing.Devices;

/**
 * A slice alone, with two lines of a way each: addresses a multiple of 256 apart share a line of
 * it. Networks take a packet a cycle; one that moves in a cycle can be received in the next.
 */
class L2SliceTest {
  private static final int LATENCY = 20;
  private static final int SETS_BYTES = 256;
  private static final int ALL = -1;

  private final MemoryRequests requests = new MemoryRequests(8, true);
  private final MemoryCounters counters = new MemoryCounters(1);
  private final CrossbarConfig crossbar =
      Devices.crossbar("flitBytes", 64, "inputBuffer", 16, "outputBuffer", 16);
  private final TestNetwork toSlice = new TestNetwork(1, 1, 16, crossbar);
  private TestNetwork toSm = new TestNetwork(1, 1, 16, crossbar);
  private L2Slice slice = slice(8, 8);

  private L2Slice slice(int queue, int missQueue, Object... more) {
    L2Config l2 =
        Devices.with(
            Devices.l2(
                "slices 1, ways 1, hashedSets false, mshrEntries 8, mshrMerges 4",
                "filledByHostCopies false, bytes " + SETS_BYTES + ", latency " + LATENCY,
                "queue " + queue + ", missQueue " + missQueue),
            more);
    DramConfig dram =
        Devices.dram(
            "channels 1, commandKhz 1000, banks 1, bankGroups 1, columnBytes 1024",
            "hashedChannels false, schedulerQueue 8, returnQueue 8, latency 10");
    CrossbarNetwork[] networks = {toSlice.network(), toSm.network()};
    RequestBytes bytes = new RequestBytes(TestDevice.reference().with(l2).gpu(), requests);
    AddressMapping mapping = new AddressMapping(dram, l2, List.of());
    MemoryTables tables =
        new MemoryTables(mapping, Copies.NONE, requests, bytes, counters, new Parts(1, 1));
    SectoredTags tags = L2Cache.tags(l2, Copies.NONE, tables.parts());
    L2Slice made = new L2Slice(0, l2, tables, tags, networks);
    new SlicePrefetches(l2, tables, new L2Slice[] {made}, new DueTimes(1)).connect();
    return made;
  }

  /** Fetches the next line behind a miss. */
  public static final class NextLine implements Prefetcher {
    private final PrefetchedCache cache;

    public NextLine(PrefetchedCache cache) {
      this.cache = cache;
    }

    @Override
    public void missed(long address, int workload, int sm, int warp, long pc) {
      cache.prefetch(address + cache.lineBytes());
    }
  }

  /** Looked up in 31, seen by DRAM from 33; the proposal is taken in 32, seen from 34. */
  @Test
  void aPrefetchGoesToDramACycleBehindItsMissAndALaterLoadHits() {
    slice = slice(8, 8, "prefetcher", NextLine.class.getName());
    slice.accept(read(0), 10);
    run(10, 34);
    int miss = slice.toDram(0).pop();
    assertTrue(slice.toDram(0).isDue(34) && !slice.toDram(0).isDue(33));
    int prefetch = slice.toDram(0).pop();
    assertEquals(128, requests.address(prefetch));
    slice.fromDram(0).push(miss);
    slice.fromDram(0).push(prefetch);
    assertEquals("38:0", run(35, 60));

    slice.accept(read(128), 70);

    assertEquals((70 + LATENCY + 3) + ":128", run(70, 120));
    assertEquals(new PrefetchCounts(1, 1, 0), slice.cache().prefetches());
    assertTrue(slice.isEmpty());
  }

  @Test
  void aLoadThatMeetsAPrefetchOnItsWayIsLate() {
    slice = slice(8, 8, "prefetcher", NextLine.class.getName());
    slice.accept(read(0), 10);
    run(10, 34);
    slice.accept(read(128), 40);
    run(40, 80);

    assertEquals(2, slice.toDram(0).size());
    assertEquals(new PrefetchCounts(1, 0, 1), slice.cache().prefetches());
  }

  private int request(int kind, long address) {
    return requests.take(kind, address, 0, 0, 0, kind == MemoryRequests.READ ? 0 : ALL);
  }

  private int read(long address) {
    return request(MemoryRequests.READ, address);
  }

  /** Runs some cycles; SMs take what is replied to. Returns the replies as cycle:address. */
  private String run(long from, long to) {
    StringBuilder replies = new StringBuilder();
    for (long cycle = from; cycle <= to; cycle++) {
      toSm.move(cycle);
      if (toSm.isOccupied(0) && toSm.peek(0, cycle) != TestNetwork.NONE) {
        replies.append(cycle).append(':').append(requests.address(toSm.peek(0, cycle))).append(' ');
        toSm.pop(0);
      }
      slice.tick(cycle);
      toSlice.move(cycle);
    }
    return replies.toString().trim();
  }

  @Test
  void looksARequestUpInTheCycleAfterItsDelayAndNotOneEarlier() {
    slice.cache().prefill(0, 1);
    int request = read(0);

    assertEquals(10 + LATENCY + 1, slice.accept(request, 10));
    slice.tick(10 + LATENCY);
    assertFalse(toSm.network().isBusy());
    slice.tick(10 + LATENCY + 1);

    assertTrue(toSm.network().isBusy());
    assertEquals(1, counters.hits(0, MemoryRequests.READ));
    assertTrue(slice.isEmpty());
  }

  /** Memory at 4096 is behind the other half than SM 0; nothing replies before or after. */
  @Test
  void repliesFromTheOtherHalfLaterByTheWayFromThere() {
    slice = slice(8, 8, "farLatency", 50);
    slice.cache().prefill(4096, 1);
    slice.accept(read(4096), 10);
    String first = run(10, 200);
    slice.accept(read(4096), 210);

    int near = LATENCY + 3; // delay, look-up, network
    assertEquals((10 + near + 50) + ":4096", first);
    assertEquals((210 + near) + ":4096", run(210, 400));
  }

  @Test
  void sendsAMissToDramInTheCycleAfterItsLookUpAndIsSeenInTheNext() {
    slice.accept(read(0), 10);

    run(10, 10 + LATENCY);
    assertTrue(slice.toDram(0).isEmpty());
    run(10 + LATENCY + 1, 10 + LATENCY + 1);

    assertTrue(slice.wakesChannel());
    assertFalse(slice.toDram(0).isDue(10 + LATENCY + 2));
    assertTrue(slice.toDram(0).isDue(10 + LATENCY + 3));
  }

  @Test
  void looksOneRequestUpInACycle() {
    slice.cache().prefill(0, 4);
    slice.accept(read(0), 10);
    slice.accept(read(64), 10);
    slice.accept(read(32), 10);

    // look-ups in 31 to 33; a reply moves a cycle later and is received in the next
    assertEquals("33:0 34:64 35:32", run(10, 60));
  }

  @Test
  void repliesToOneOfTheRequestsForASectorInACycleFromTheOneAfterItsFill() {
    int first = read(0);
    slice.accept(first, 10);
    slice.accept(read(0), 10);
    run(10, 40);
    assertEquals(1, slice.toDram(0).size());
    assertEquals(first, slice.toDram(0).pop());
    slice.fromDram(0).push(first);

    // filled in 41, replied to in 42 and 43
    assertEquals("44:0 45:0", run(41, 80));
    assertTrue(slice.isEmpty());
  }

  /** A line of which a sector is awaited is no victim; so the miss behind changes nothing. */
  @Test
  void holdsAMissUntilTheCycleOfTheFillThatFreesALine() {
    int first = read(0);
    int second = read(SETS_BYTES);
    slice.accept(first, 10);
    slice.accept(second, 10);
    run(10, 100);
    assertEquals(first, slice.toDram(0).pop());
    assertTrue(slice.toDram(0).isEmpty());
    assertEquals(1, counters.misses(0, MemoryRequests.READ));

    slice.fromDram(0).push(first);
    run(101, 101);

    assertEquals(second, slice.toDram(0).peek());
    assertEquals(103, slice.toDram(0).peekTime());
  }

  @Test
  void writesTheDirtySectorsOfAVictimBackBehindTheReadThatReplacesIt() {
    slice.accept(request(MemoryRequests.WRITE, 0), 10);
    slice.accept(request(MemoryRequests.WRITE, 64), 11);
    int read = read(SETS_BYTES);
    slice.accept(read, 12);

    run(10, 60);

    assertEquals(read, slice.toDram(0).pop());
    int back = slice.toDram(0).pop();
    assertEquals(MemoryRequests.WRITE_BACK, requests.kind(back));
    assertEquals(0, requests.address(back));
    assertEquals(0b101, requests.byteMask(back));
    assertEquals(2, counters.writeBackSectors(0));
    assertTrue(slice.toDram(0).isEmpty());
  }

  /** Two reads that each displace a dirty line, with look-ups in 61 and 62 if there is room. */
  private void displaceTwice(int missQueue) {
    slice = slice(8, missQueue);
    slice.accept(request(MemoryRequests.WRITE, 0), 10);
    slice.accept(request(MemoryRequests.WRITE, 128), 11);
    slice.accept(read(SETS_BYTES), 40);
    slice.accept(read(SETS_BYTES + 128), 41);
    run(10, 62);
  }

  /**
   * A miss needs room in the miss queue for its read and a write-back: in 62 the first write-back
   * still waits, as its read goes to DRAM; in 63 it leaves.
   */
  @ParameterizedTest
  @CsvSource({"3, 2", "2, 1"})
  void putsAMissOffWhileTheMissQueueHasRoomForOneOnly(int missQueue, int misses) {
    displaceTwice(missQueue);
    assertEquals(misses, counters.misses(0, MemoryRequests.READ));

    run(63, 63);

    assertEquals(2, counters.misses(0, MemoryRequests.READ));
  }

  /** Of a queue of 8 the room for the other sectors of a line is kept: from 5 on it takes none. */
  @Test
  void takesNoRequestWhileCrowdedAndOneInTheCycleAfterALookUpLeaves() {
    toSm = new TestNetwork(1, 1, 1, crossbar);
    slice = slice(8, 8);
    slice.cache().prefill(0, 4);
    toSm.send(0, 0, read(0), 40); // the only place: no look-up can be replied to
    for (int i = 0; i < 5; i++) {
      slice.accept(read(32), 10 + i);
      slice.tick(10 + LATENCY + i);
      assertEquals(i == 4, slice.isCrowded());
    }
    toSlice.send(0, 0, read(64), 8);
    toSlice.move(40);
    slice.tick(41);

    toSm.move(42);
    slice.tick(42);
    assertTrue(toSlice.isOccupied(0));
    assertEquals(1, counters.hits(0, MemoryRequests.READ));
    slice.tick(43);

    assertFalse(toSlice.isOccupied(0));
  }

  /** Three processes use one line of the cache in turn; the first comes twice. */
  @Test
  void countsTheLinesThatAProcessLosesToOthers() {
    long process = 1L << 48;
    slice.cache().access(request(MemoryRequests.WRITE, 0), 8);
    slice.cache().access(request(MemoryRequests.WRITE, SETS_BYTES), 8);
    assertEquals(0, counters.lostLines(0));

    slice.cache().access(request(MemoryRequests.WRITE, process), 8);
    slice.cache().access(request(MemoryRequests.WRITE, 2 * process), 8);

    assertEquals(1, counters.lostLines(0));
    assertEquals(1, counters.lostLines(1));
    assertEquals(0, counters.lostLines(2));
  }
}
