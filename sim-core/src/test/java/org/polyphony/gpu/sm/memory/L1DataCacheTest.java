package org.polyphony.gpu.sm.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.config.L1dConfig;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.gpu.testing.SmallGpu;

/** A cache of latency 20; sectors 0, 64, 128 ... lie in bank 0. */
class L1DataCacheTest {
  private static final int LATENCY = 20;
  private final MemoryRequests requests = new MemoryRequests(8, true);
  private L1DataCache cache = cache(SmallGpu.l1d(2, 2, 2), 32);
  private long cycle;

  private L1DataCache cache(L1dConfig config, int fillBytes) {
    return new L1DataCache(config, 0, requests, fillBytes, new Parts(1, 1), new LoadTable());
  }

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
    assertEquals(2, cache.misses(0));
  }

  /** Two banks; sectors 0, 64 ... lie in the first. */
  private int firstBankAfterAMissInTheFirst(boolean apart) {
    L1DataCache banked =
        cache(config("ways 4, fill sector, allocate fill, banksApart " + apart), 32);
    banked.enter(1, requests.take(MemoryRequests.READ, 0, 0, 0, 5, 0));
    banked.lookUp(0, 1 + LATENCY);
    return banked.firstBank();
  }

  @Test
  void banksTakeTurnsWhereTheyAreApart() {
    assertEquals(1, firstBankAfterAMissInTheFirst(true));
    assertEquals(0, firstBankAfterAMissInTheFirst(false));
  }

  /** Returns a cache of 1 KB with keys of its own. */
  private static L1dConfig config(Object... keys) {
    L1dConfig base =
        Devices.l1d("bytes 1024, mshrEntries 8, mshrMerges 2, missQueue 8, hitLatency " + LATENCY);
    return Devices.with(base, keys);
  }

  /** Returns one that fills lines, in one bank of four ways. */
  private static L1dConfig filling(String allocation) {
    return config("ways 4, banks 1, fill line, allocate " + allocation);
  }

  @Test
  void fetchesTheWholeLineInOneRequestWhereLinesAreFilled() {
    cache = cache(filling("fill"), 128);
    assertFalse(hits(0));
    replyToAll();

    assertTrue(hits(0));
    assertEquals(1, cache.misses(0));
  }

  @Test
  void waitsForEveryRequestOfALineWhereL2GivesASectorAtATime() {
    cache = cache(filling("fill"), 32);
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
  private long missesOfFiveLinesOfASet(String allocation) {
    cache = cache(filling(allocation), 128);
    for (int line = 0; line < 5; line++) {
      hits(256L * line);
    }
    return cache.misses(0);
  }

  @Test
  void takesNoMissOfASetWhoseLinesAllAwaitDataWhereAMissAllocates() {
    assertEquals(4, missesOfFiveLinesOfASet("miss"));

    replyToAll();
    cache.lookUp(0, cycle + LATENCY + 1);
    assertEquals(5, cache.misses(0));
  }

  @Test
  void takesAsManyMissesOfASetAsThereAreMshrsWhereAFillAllocates() {
    assertEquals(5, missesOfFiveLinesOfASet("fill"));
  }

  @Test
  void mergesLoadsOfASectorThatIsOnItsWayAndRepliesToThemAll() {
    assertFalse(hits(0));
    assertFalse(hits(0));

    cache.fill(cache.outgoing());

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
    cache = cache(SmallGpu.l1d(2, 2, 8), 32);
    hits(0);
    hits(64);

    hits(128);
    assertEquals(2, cache.misses(0));
    assertFalse(cache.isDue(0, cycle + LATENCY));
    replyToAll();
    assertTrue(cache.isDue(0, cycle + LATENCY));
    cache.lookUp(0, cycle + LATENCY + 1);

    assertEquals(3, cache.misses(0));
  }

  @Test
  void holdsUpTheBankWhileTheMissQueueIsFull() {
    cache = cache(SmallGpu.l1d(8, 2, 2), 32);
    hits(0);
    access(MemoryRequests.WRITE, 64);

    access(MemoryRequests.WRITE, 128);

    assertEquals(2, cache.accesses(0));
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
    cache = cache(config("ways 4, writeEvicts false"), 32);
    hits(0);
    replyToAll();

    access(MemoryRequests.WRITE, 0);

    assertTrue(hits(0));
  }

  /** Four sets of two lines, by bits 7 and 8 of an address, the latter with bit 12. */
  private static L1dConfig allocatingStores() {
    List<List<Integer>> hash = List.of(List.of(7), List.of(8, 12));
    return config("ways 2, writeEvicts false, writeAllocates true", "setHash", hash);
  }

  private void store(long address, int byteMask) {
    cycle += LATENCY + 1;
    cache.enter(cycle, requests.take(MemoryRequests.WRITE, address, 0, 0, 5, byteMask));
    cache.lookUp(0, cycle + LATENCY);
    cache.sent();
  }

  @Test
  void aSectorThatStoresHaveWrittenWhollyIsThereWhereStoresAllocate() {
    cache = cache(allocatingStores(), 32);
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
    cache = cache(allocatingStores(), 32);
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
