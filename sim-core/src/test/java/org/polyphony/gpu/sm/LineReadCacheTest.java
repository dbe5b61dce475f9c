package org.polyphony.gpu.sm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.polyphony.gpu.mem.MemoryRequests;

/** A cache of 1 KB with lines of 64 B, two sectors each, and two MSHRs. */
class LineReadCacheTest {
  private final MemoryRequests requests = new MemoryRequests();
  private final LineReadCache cache =
      new LineReadCache(MemoryRequests.CONSTANT, 1024, 4, 64, 2, 0, requests);

  private int send() {
    int request = cache.outgoing();
    cache.sent();
    return request;
  }

  @Test
  void fetchesEverySectorOfALineAndWakesTheWaitersWithTheLastOne() {
    assertEquals(LineReadCache.Result.MISS, cache.lookUp(100, 3, 0));
    assertEquals(LineReadCache.Result.MISS, cache.lookUp(64, 5, 0));

    int first = send();
    int second = send();

    assertEquals(64, requests.address(first));
    assertEquals(96, requests.address(second));
    assertEquals(0, cache.fill(first));
    assertEquals(1L << 3 | 1L << 5, cache.fill(second));
  }

  @Test
  void hitsAfterTheLineHasCome() {
    cache.lookUp(64, 3, 0);
    cache.fill(send());
    cache.fill(send());

    assertEquals(LineReadCache.Result.HIT, cache.lookUp(127, 3, 0));
    assertEquals(LineReadCache.Result.MISS, cache.lookUp(128, 3, 0));
  }

  @Test
  void blocksWhenNoMshrIsFreeAndChangesNothing() {
    cache.lookUp(0, 0, 0);
    cache.lookUp(64, 0, 0);

    assertEquals(LineReadCache.Result.BLOCKED, cache.lookUp(128, 0, 0));
    assertEquals(2, cache.misses());
    assertEquals(4, requests.live());
  }

  @Test
  void isQuietWhenNoLineIsOnItsWay() {
    cache.lookUp(0, 0, 0);
    assertFalse(cache.isQuiet());

    cache.fill(send());
    cache.fill(send());

    assertTrue(cache.isQuiet());
    assertEquals(0, requests.live());
  }
}
