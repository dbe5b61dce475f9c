package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.DramConfig;
import org.polyphony.gpu.config.L2Config;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.testing.Devices;

/**
 * An L2 slice of one set of two ways. SMs 0 and 2 are near to different halves; the first lines of
 * all memory here belong to that of SM 0.
 */
class FarCopiesTest {
  private static final int NEAR = 0;
  private static final int FAR = 2;
  private static final int LINE = 128;
  private static final int ROOM = 8;

  private final MemoryRequests requests = new MemoryRequests(8, true);
  private final MemoryCounters counters = new MemoryCounters(1);
  private final L2Cache cache = cache(50);

  private L2Cache cache(int farLatency) {
    L2Config l2 =
        Devices.l2(
            "bytes",
            2 * LINE,
            "slices 1, ways 2",
            "lineBytes",
            LINE,
            "hashedSets false, latency 20, mshrEntries 8, mshrMerges 4, queue 8",
            "missQueue",
            ROOM,
            "filledByHostCopies false",
            "farLatency",
            farLatency);
    DramConfig dram =
        Devices.dram(
            "channels 1, commandKhz 1000, banks 1, bankGroups 1, columnBytes 1024",
            "hashedChannels false, schedulerQueue 8, returnQueue 8, latency 10");
    RequestBytes bytes = new RequestBytes(TestDevice.reference().with(l2).gpu(), requests);
    AddressMapping mapping = new AddressMapping(dram, l2, List.of());
    MemoryTables tables =
        new MemoryTables(mapping, Copies.NONE, requests, bytes, counters, new Parts(1, 1));
    return new L2Cache(0, l2, tables, L2Cache.tags(l2, Copies.NONE, tables.parts()));
  }

  private L2Cache.Result access(L2Cache of, int kind, int sm, long address) {
    int request = requests.take(kind, address, sm, 0, 0, kind == MemoryRequests.READ ? 0 : -1);
    L2Cache.Result result = of.access(request, ROOM);
    if (result == L2Cache.Result.TO_DRAM) {
      int list = of.fill(request);
      assertEquals(request, of.takeReply(list));
    }
    return result;
  }

  private L2Cache.Result read(int sm, long address) {
    return access(cache, MemoryRequests.READ, sm, address);
  }

  @Test
  void twoLinesThatAreReadFromTheirOwnHalfHaveRoom() {
    read(NEAR, 0);
    read(NEAR, LINE);

    assertEquals(L2Cache.Result.REPLY, read(NEAR, 0));
    assertEquals(L2Cache.Result.REPLY, read(NEAR, LINE));
  }

  @Test
  void ofTwoLinesThatAreReadFromTheOtherHalfOnlyTheLastHasRoom() {
    read(FAR, 0);
    read(FAR, LINE);

    assertEquals(L2Cache.Result.REPLY, read(FAR, LINE));
    assertEquals(L2Cache.Result.TO_DRAM, read(FAR, 0));
  }

  @Test
  void whatTheOtherHalfHasReadComesFromAfarOnce() {
    read(NEAR, 0);

    assertEquals(L2Cache.Result.REPLY_FROM_AFAR, read(FAR, 0));
    assertEquals(L2Cache.Result.REPLY, read(FAR, 0));
    assertEquals(L2Cache.Result.REPLY, read(NEAR, 0));
  }

  @Test
  void anL2ThatIsWholeHasRoomForBothLines() {
    L2Cache whole = cache(0);
    access(whole, MemoryRequests.READ, FAR, 0);
    access(whole, MemoryRequests.READ, FAR, LINE);

    assertEquals(L2Cache.Result.REPLY, access(whole, MemoryRequests.READ, FAR, 0));
    assertEquals(L2Cache.Result.REPLY, access(whole, MemoryRequests.READ, FAR, LINE));
  }

  /** The copy of the first line was read last, its home is replaced. */
  @Test
  void aCopyServesItsHalfWhenItsHomeIsGone() {
    read(FAR, 0);
    read(FAR, 0);
    read(NEAR, LINE);

    assertEquals(L2Cache.Result.REPLY, read(FAR, 0));
    assertEquals(L2Cache.Result.TO_DRAM, read(NEAR, 0));
  }

  @Test
  void aWriteDropsTheCopySoThatItsRoomIsFree() {
    read(FAR, 0);
    access(cache, MemoryRequests.WRITE, NEAR, 0);
    read(NEAR, LINE);

    assertEquals(L2Cache.Result.REPLY, read(NEAR, 0));
    assertEquals(L2Cache.Result.REPLY, read(NEAR, LINE));
  }

  @Test
  void anAtomicOperationKeepsNoCopy() {
    access(cache, MemoryRequests.ATOMIC, FAR, 0);
    read(NEAR, LINE);

    assertEquals(L2Cache.Result.REPLY, read(NEAR, 0));
    assertEquals(L2Cache.Result.REPLY, read(NEAR, LINE));
  }

  /** Both ways are dirty: the miss writes one back, and there is no room for a second. */
  @Test
  void aCopyThatWouldNeedASecondWriteBackIsNotKept() {
    access(cache, MemoryRequests.WRITE, NEAR, 0);
    access(cache, MemoryRequests.WRITE, NEAR, LINE);
    read(FAR, 2 * LINE);

    assertEquals(1, cache.dirtySectors());
    assertEquals(L2Cache.Result.REPLY, read(NEAR, LINE));
  }
}
