package org.polyphony.gpu.sm.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** A cache of 1 KB with lines of 64 B and two MSHRs. */
class LineReadCacheTest {
  private final LineReadCache cache = new LineReadCache(1024, 4, 64, 2);

  @Test
  void wakesAllThatWaitForALineWhenItComes() {
    assertEquals(LineReadCache.Result.MISS, cache.lookUp(100, 3, 0));
    assertEquals(LineReadCache.Result.MISS, cache.lookUp(64, 63, 0));

    assertEquals(1L << 3 | 1L << 63, cache.fill(cache.nextMiss()));
  }

  @Test
  void asksForALineOnceWhoeverWaits() {
    cache.lookUp(100, 3, 7);
    cache.lookUp(64, 5, 8);
    int mshr = cache.nextMiss();
    cache.missTaken();

    assertEquals(64, cache.address(mshr));
    assertEquals(7, cache.kernel(mshr));
    assertEquals(LineReadCache.NONE, cache.nextMiss());
  }

  @Test
  void asksForLinesInTheOrderOfTheMisses() {
    cache.lookUp(640, 0, 0);
    cache.lookUp(0, 0, 0);

    assertEquals(640, cache.address(cache.nextMiss()));
    cache.missTaken();
    assertEquals(0, cache.address(cache.nextMiss()));
  }

  @Test
  void hitsAfterTheLineHasCome() {
    cache.lookUp(64, 3, 0);
    cache.fill(cache.nextMiss());

    assertEquals(LineReadCache.Result.HIT, cache.lookUp(127, 3, 0));
    assertEquals(LineReadCache.Result.MISS, cache.lookUp(128, 3, 0));
  }

  @Test
  void blocksWhenNoMshrIsFreeAndChangesNothing() {
    cache.lookUp(0, 0, 0);
    cache.lookUp(64, 0, 0);

    assertEquals(LineReadCache.Result.BLOCKED, cache.lookUp(128, 0, 0));
    cache.fill(cache.nextMiss());
    cache.fill(cache.nextMiss());
    assertTrue(cache.isQuiet());
  }

  @Test
  void isQuietWhenNoLineIsOnItsWay() {
    cache.lookUp(0, 0, 0);
    assertFalse(cache.isQuiet());

    cache.fill(cache.nextMiss());

    assertTrue(cache.isQuiet());
  }
}
