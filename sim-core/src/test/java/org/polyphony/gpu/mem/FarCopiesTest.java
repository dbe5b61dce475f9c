package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  private L2Cache cache(int farLatency) {
    L2Config l2 =
        Devices.l2(
            "slices 1, ways 2, hashedSets false, latency 20, mshrEntries 8, mshrMerges 4, queue 8",
            "filledByHostCopies false, lineBytes " + LINE + ", bytes " + 2 * LINE,
            "missQueue " + ROOM + ", farLatency " + farLatency);
    DramConfig dram =
        Devices.dram(
            "channels 1, commandKhz 1000, banks 1, bankGroups 1, columnBytes 1024",
            "hashedChannels false, schedulerQueue 8, returnQueue 8, latency 10");
    RequestBytes bytes = new RequestBytes(TestDevice.reference().with(l2).gpu(), requests);
    AddressMapping mapping = new AddressMapping(dram, l2, List.of());
    MemoryCounters counters = new MemoryCounters(1);
    MemoryTables tables =
        new MemoryTables(mapping, Copies.NONE, requests, bytes, counters, new Parts(1, 1));
    return new L2Cache(0, l2, tables, L2Cache.tags(l2, Copies.NONE, tables.parts()));
  }

  /** Accesses a line: {@code n1} reads line 1 for the near half, {@code fW0} writes for the far. */
  private L2Cache.Result access(L2Cache cache, String what) {
    int kind =
        switch (what.charAt(1)) {
          case 'W' -> MemoryRequests.WRITE;
          case 'A' -> MemoryRequests.ATOMIC;
          default -> MemoryRequests.READ;
        };
    int line = Integer.parseInt(what.replaceAll("\\D", ""));
    int sm = what.startsWith("n") ? NEAR : FAR;
    int mask = kind == MemoryRequests.READ ? 0 : -1;
    int request = requests.take(kind, (long) line * LINE, sm, 0, 0, mask);
    L2Cache.Result result = cache.access(request, ROOM);
    if (result == L2Cache.Result.TO_DRAM) {
      int list = cache.fill(request);
      assertEquals(request, cache.takeReply(list));
    }
    return result;
  }

  /** Reads answered from here (hit), from the other half (afar) or by DRAM (miss). */
  @ParameterizedTest
  @CsvSource({
    "n0 n1, n0 n1, hit hit, two lines that are read from their own half have room",
    "f0 f1, f1 f0, hit miss, of two that are read from the other half the last has room",
    "n0, f0 f0 n0, afar hit hit, what the other half has read comes from afar once",
    "f0 f0 n1, f0 n0, hit miss, a copy serves its half when its home is gone",
    "f0 nW0 n1, n0 n1, hit hit, a write drops the copy so that its room is free",
    "fA0 n1, n0 n1, hit hit, an atomic operation keeps no copy"
  })
  void copiesOfTheOtherHalfTakeRoom(String before, String reads, String results, String why) {
    assertEquals(results, results(cache(50), before, reads), why);
  }

  private String results(L2Cache cache, String before, String reads) {
    for (String what : before.split(" ", -1)) {
      access(cache, what);
    }
    return Arrays.stream(reads.split(" ", -1))
        .map(
            what ->
                switch (access(cache, what)) {
                  case REPLY -> "hit";
                  case REPLY_FROM_AFAR -> "afar";
                  case TO_DRAM -> "miss";
                  default -> "other";
                })
        .collect(Collectors.joining(" "));
  }

  @Test
  void anL2ThatIsWholeHasRoomForBothLines() {
    assertEquals("hit hit", results(cache(0), "f0 f1", "f0 f1"));
  }

  /** Both ways are dirty: the miss writes one back, and there is no room for a second. */
  @Test
  void aCopyThatWouldNeedASecondWriteBackIsNotKept() {
    L2Cache cache = cache(50);

    assertEquals("hit", results(cache, "nW0 nW1 f2", "n1"));
    assertEquals(1, cache.dirtySectors());
  }
}
