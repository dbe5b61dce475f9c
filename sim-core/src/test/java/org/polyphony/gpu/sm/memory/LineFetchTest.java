package org.polyphony.gpu.sm.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.mem.MemoryClock;
import org.polyphony.gpu.mem.MemoryCounters;
import org.polyphony.gpu.mem.MemoryPort;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.mem.MemorySystem;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.testing.SmallGpu;

class LineFetchTest {
  private static final int LINE = 128;
  private static final int WAITER = 5;

  @ParameterizedTest
  @CsvSource({"32, 4", "16, 8"})
  void asksForEverySectorOfALineOnceWhateverTheSizeOfSectorsInL2(int sectorBytes, int sectors) {
    GpuConfig config = new SmallGpu().sms(1).sectorBytes(sectorBytes).config();
    MemoryRequests requests = new MemoryRequests(8, true);
    MemoryCounters counters = new MemoryCounters(1);
    MemorySystem memory =
        new MemorySystem(config, requests, counters, 0, List.of(), Copies.NONE, new Parts(1, 1));
    LineReadCache cache = new LineReadCache(1024, 4, LINE, 2);
    LineFetch lines = new LineFetch(MemoryRequests.FETCH, 0, requests, memory.port(0), cache, 2);
    SortedSet<Long> asked = new TreeSet<>();
    cache.lookUp(3 * LINE + 4, WAITER, 0);

    long woken = 0;
    for (long cycle = 1; cycle < 1000; cycle++) {
      MemoryClock.tick(memory, 1, cycle);
      lines.send(cycle);
      int reply = memory.port(0).reply(cycle);
      if (reply != MemoryPort.NONE) {
        memory.port(0).takeReply(reply, cycle);
        assertEquals(0, woken, "woken before the last sector");
        assertTrue(asked.add(requests.address(reply)));
        woken = lines.arrive(reply);
      }
    }

    assertEquals(1L << WAITER, woken);
    assertEquals(sectors, asked.size());
    assertEquals(3 * LINE, asked.first());
    assertEquals(4 * LINE - sectorBytes, asked.last());
    assertEquals(LINE, counters.dramReadBytes());
    assertFalse(lines.isWaiting());
    assertEquals(LineReadCache.Result.HIT, cache.lookUp(3 * LINE, WAITER, 0));
  }
}
