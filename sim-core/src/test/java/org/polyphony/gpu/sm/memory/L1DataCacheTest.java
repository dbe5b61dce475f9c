package org.polyphony.gpu.sm.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.config.Fill;
import org.polyphony.gpu.config.L1dConfig;
import org.polyphony.gpu.config.LineAllocation;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.gpu.testing.SmallGpu;

/** A cache of latency 20; sectors 0, 64, 128 ... lie in bank 0. */
class L1DataCacheTest {
  private static final int LATENCY = 20;
  private final MemoryRequests requests = new MemoryRequests(8, true);
  private L1DataCache cache =
      new L1DataCache(SmallGpu.l1d(2, 2, 2), 0, requests, 32, new Parts(1, 1), new LoadTable());
  private long cycle;

  /** Sends an access through bank 0; returns the load that hit, or NONE. */
  private int access(int kind, long address) {
    cycle += LATENCY + 1;
    cache.enter(cycle, requests.take(kind, address, 0, 0, 5, 0));
    return cache.lookUp(0, cycle + LATENCY);
  }

  private boolean hits(long address) {
    int request = access(MemoryRequests.READ, address);
    return request != MemoryRequests.NONE;
  }

  /** Sends what waits for the network and replies to it. */
  private void replyToAll() {
    while (cache.outgoing() != MemoryRequests.NONE) {
      int request = cache.outgoing();
      cache.sent();
      if (requests.owner(request) == MemoryRequests.OF_FILL) {
        cache.fill(request);
      }
    }
    while (cache.hasReply()) {
      requests.free(cache.takeReply());
    }
  }

  @Test
  void looksARequestUpAfterItsLatencyAndNotOneCycleEarly() {
    assertFalse(hits(0));
    replyToAll();
    cache.enter(1000, requests.take(MemoryRequests.READ, 0, 0, 0, 5, 0));

    assertFalse(cache.isDue(0, 1000 + LATENCY - 1));
    assertTrue(cache.isDue(0, 1000 + LATENCY));
    assertTrue(cache.lookUp(0, 1000 + LATENCY) != MemoryRequests.NONE);
  }

  @Test
  void fetchesTheSectorThatMissesAndNoOtherOfItsLine() {
    assertFalse(hits(0));
    replyToAll();

    assertTrue(hits(0));
    assertFalse(hits(64));
    assertEquals(2, cache.readMisses());
  }

  /** Two banks; sectors 0, 64 ... lie in the first. */
  private static int firstBankAfterAMissInTheFirst(boolean apart) {
    L1dConfig config =
        Devices.l1d(
            "bytes 1024, ways 4",
            "hitLatency",
            LATENCY,
            "mshrEntries 8, mshrMerges 2, missQueue 8",
            "fill",
            Fill.SECTOR,
            "allocate",
            LineAllocation.FILL,
            "banksApart",
            apart);
    MemoryRequests requests = new MemoryRequests(8, true);
    L1DataCache banked = new L1DataCache(config, 0, requests, 32, new Parts(1, 1), new LoadTable());
    banked.enter(1, requests.take(MemoryRequests.READ, 0, 0, 0, 5, 0));
    banked.lookUp(0, 1 + LATENCY);
    return banked.firstBank();
  }

  @Test
  void banksTakeTurnsWhereTheyAreApart() {
    assertEquals(1, firstBankAfterAMissInTheFirst(true));
    assertEquals(0, firstBankAfterAMissInTheFirst(false));
  }

  private static L1dConfig filling(int ways, LineAllocation allocation) {
    return Devices.l1d(
        "bytes 1024",
        "ways",
        ways,
        "banks 1",
        "hitLatency",
        LATENCY,
        "mshrEntries 8, mshrMerges 2, missQueue 8",
        "fill",
        Fill.LINE,
        "allocate",
        allocation);
  }

  @Test
  void fetchesTheWholeLineInOneRequestWhereLinesAreFilled() {
    cache =
        new L1DataCache(
            filling(4, LineAllocation.FILL), 0, requests, 128, new Parts(1, 1), new LoadTable());
    assertFalse(hits(0));
    replyToAll();

    assertTrue(hits(0));
    assertEquals(1, cache.readMisses());
  }

  @Test
  void waitsForEveryRequestOfALineWhereL2GivesASectorAtATime() {
    cache =
        new L1DataCache(
            filling(4, LineAllocation.FILL), 0, requests, 32, new Parts(1, 1), new LoadTable());
    assertFalse(hits(0));
    for (int sector = 0; sector < 4; sector++) {
      assertFalse(cache.hasReply());
      assertEquals(32L * sector, requests.address(cache.outgoing()));
      int request = cache.outgoing();
      cache.sent();
      cache.fill(request);
    }

    assertTrue(cache.hasReply());
  }

  /** Two sets of four lines: addresses 0, 256, 512, ... share a set. */
  @Test
  void takesNoMissOfASetWhoseLinesAllAwaitDataWhereAMissAllocates() {
    cache =
        new L1DataCache(
            filling(4, LineAllocation.MISS), 0, requests, 128, new Parts(1, 1), new LoadTable());
    for (int line = 0; line < 5; line++) {
      hits(256L * line);
    }

    assertEquals(4, cache.readMisses());
    replyToAll();
    cache.lookUp(0, cycle + LATENCY + 1);
    assertEquals(5, cache.readMisses());
  }

  @Test
  void takesAsManyMissesOfASetAsThereAreMshrsWhereAFillAllocates() {
    cache =
        new L1DataCache(
            filling(4, LineAllocation.FILL), 0, requests, 128, new Parts(1, 1), new LoadTable());
    for (int line = 0; line < 5; line++) {
      hits(256L * line);
    }

    assertEquals(5, cache.readMisses());
  }

  @Test
  void mergesLoadsOfASectorThatIsOnItsWayAndRepliesToThemAll() {
    assertFalse(hits(0));
    assertFalse(hits(0));

    cache.fill(cache.outgoing());

    assertEquals(1, cache.readMerges());
    cache.takeReply();
    assertTrue(cache.hasReply());
    cache.takeReply();
    assertFalse(cache.hasReply());
  }

  @Test
  void holdsUpTheBankWhenASectorCanMergeNoMore() {
    hits(0);
    hits(0);

    hits(0);

    assertFalse(cache.isDue(0, cycle + LATENCY));
    assertFalse(cache.isQuiet());
  }

  @Test
  void holdsUpTheBankWhileAllMshrsAreTakenAndGoesOnAfterAReply() {
    cache =
        new L1DataCache(SmallGpu.l1d(2, 2, 8), 0, requests, 32, new Parts(1, 1), new LoadTable());
    hits(0);
    hits(64);

    hits(128);
    assertEquals(2, cache.readMisses());
    assertFalse(cache.isDue(0, cycle + LATENCY));
    replyToAll();
    assertTrue(cache.isDue(0, cycle + LATENCY));
    cache.lookUp(0, cycle + LATENCY + 1);

    assertEquals(3, cache.readMisses());
  }

  @Test
  void holdsUpTheBankWhileTheMissQueueIsFull() {
    cache =
        new L1DataCache(SmallGpu.l1d(8, 2, 2), 0, requests, 32, new Parts(1, 1), new LoadTable());
    hits(0);
    access(MemoryRequests.WRITE, 64);

    access(MemoryRequests.WRITE, 128);

    assertEquals(1, cache.writes());
    assertFalse(cache.isDue(0, cycle + LATENCY));
  }

  @Test
  void dropsTheSectorThatAStoreHits() {
    hits(0);
    replyToAll();

    access(MemoryRequests.WRITE, 0);

    assertFalse(hits(0));
  }

  @Test
  void keepsTheSectorThatAStoreHitsWhereStoresUpdate() {
    L1dConfig c = SmallGpu.l1d(8, 2, 8);
    L1dConfig updating =
        Devices.l1d(
            "bytes",
            c.bytes(),
            "ways 4",
            "hitLatency",
            LATENCY,
            "mshrEntries 8, mshrMerges 2, missQueue 8, writeEvicts false");
    cache = new L1DataCache(updating, 0, requests, 32, new Parts(1, 1), new LoadTable());
    hits(0);
    replyToAll();

    access(MemoryRequests.WRITE, 0);

    assertTrue(hits(0));
  }

  /** Four sets of two lines, by bits 7 and 8 of an address, the latter with bit 12. */
  private static L1dConfig allocatingStores() {
    return Devices.l1d(
        "bytes 1024, ways 2",
        "hitLatency",
        LATENCY,
        "mshrEntries 8, mshrMerges 2, missQueue 8, writeEvicts false",
        "setHash",
        List.of(List.of(7), List.of(8, 12)),
        "writeAllocates true");
  }

  private void store(long address, int byteMask) {
    cycle += LATENCY + 1;
    cache.enter(cycle, requests.take(MemoryRequests.WRITE, address, 0, 0, 5, byteMask));
    cache.lookUp(0, cycle + LATENCY);
    cache.sent();
  }

  @Test
  void aSectorThatStoresHaveWrittenWhollyIsThereWhereStoresAllocate() {
    cache = new L1DataCache(allocatingStores(), 0, requests, 32, new Parts(1, 1), new LoadTable());
    store(0, 0xffff);
    store(64, -1);

    assertFalse(hits(0));
    assertTrue(hits(64));
    store(128, 0xffff);
    store(128, 0xffff0000);
    assertTrue(hits(128));
  }

  @Test
  void storesPushLinesOutOfTheSetOfTheirHashWhereStoresAllocate() {
    cache = new L1DataCache(allocatingStores(), 0, requests, 32, new Parts(1, 1), new LoadTable());
    store(0, -1);
    store(256, -1); // another set
    store(4096 + 256, -1); // the set of 0, by bits 8 and 12

    assertTrue(hits(0));
    store(512, -1); // the set of 0, whose older line goes
    assertTrue(hits(0));
    assertTrue(hits(256));
    assertFalse(hits(4096 + 256));
  }

  @Test
  void allocatesNothingForAStoreThatMisses() {
    access(MemoryRequests.WRITE, 0);
    replyToAll();

    assertFalse(hits(0));
  }

  @Test
  void dropsEverythingAtTheEndOfAKernel() {
    hits(0);
    replyToAll();

    cache.invalidate();

    assertFalse(hits(0));
  }
}
