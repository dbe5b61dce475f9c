package org.polyphony.gpu.part.prefetch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.Parts;

/** Proposals worked out by hand; lines have 128 B, addresses are given in lines. */
class StridePrefetcherTest {
  private static final int LINE = 128;

  /** Keeps what is proposed. */
  private static final class Cache implements PrefetchedCache {
    private final List<Long> proposed = new ArrayList<>();

    @Override
    public int lineBytes() {
      return LINE;
    }

    @Override
    public int fillBytes() {
      return 32;
    }

    @Override
    public int workloads() {
      return 1;
    }

    @Override
    public long seed() {
      return 0;
    }

    @Override
    public void prefetch(long address) {
      proposed.add(address);
    }
  }

  private final Cache cache = new Cache();

  private Prefetcher stride(Map<String, Object> parameters) {
    PartConfig config = new PartConfig("stride", parameters);
    return Prefetchers.KIND.make(config, cache, new Parts(1, 1));
  }

  /** Returns the lines proposed for loads of lines by one warp and instruction. */
  private List<Long> linesAfter(Prefetcher prefetcher, long... lines) {
    for (long line : lines) {
      prefetcher.missed(line * LINE, 0, 0, 3, 0x80);
    }
    return cache.proposed.stream().map(address -> address / LINE).toList();
  }

  /** Steps 5 (transient), 5 (steady): proposes 10 + 5. The next load, of 15, proposes 20. */
  @Test
  void proposesTheNextStrideOnceItHasSeenItTwice() {
    Prefetcher stride = stride(Map.of());

    assertEquals(List.of(), linesAfter(stride, 0, 5));
    assertEquals(List.of(15L), linesAfter(stride, 10));
    assertEquals(List.of(15L, 20L), linesAfter(stride, 15));
  }

  /** Steady with 5; 40 leads to initial with stride 5; 45 is expected again. */
  @Test
  void keepsTheStrideAcrossOneJump() {
    assertEquals(List.of(15L, 50L), linesAfter(stride(Map.of()), 0, 5, 10, 40, 45));
  }

  /** Steps 5, 2 (no prediction), 7 (no prediction), 7 (transient), 7 (steady at 28). */
  @Test
  void predictsNothingWhileStepsDiffer() {
    assertEquals(List.of(35L), linesAfter(stride(Map.of()), 0, 5, 7, 14, 21, 28));
  }

  @Test
  void followsStridesDownwards() {
    assertEquals(List.of(60L), linesAfter(stride(Map.of()), 90, 80, 70));
  }

  @Test
  void proposesAsManyStridesAsItsDegreeFromItsDistanceOn() {
    Prefetcher stride = stride(Map.of("distance", 3, "degree", 2));

    assertEquals(List.of(25L, 30L), linesAfter(stride, 0, 5, 10));
  }

  @Test
  void proposesThePartOfALineThatWasRead() {
    Prefetcher stride = stride(Map.of());
    linesAfter(stride, 0, 5, 10);

    stride.hit(10 * LINE + 64, 0, 0, 3, 0x80);

    assertEquals(List.of(15L * LINE, 15L * LINE + 64), cache.proposed);
  }

  @Test
  void keepsWarpsAndInstructionsApart() {
    Prefetcher stride = stride(Map.of("entries", 65536));
    for (int i = 0; i < 3; i++) {
      stride.missed(LINE * 5L * i, 0, 0, 1, 0x80);
      stride.missed(LINE * 1000L * i, 0, 0, 2, 0x80);
      stride.missed(LINE * 7L * i, 0, 0, 1, 0x90);
    }

    assertEquals(List.of(15L * LINE, 3000L * LINE, 21L * LINE), cache.proposed);
  }

  /** In L2, lines 0 to 31 are one region. */
  @Test
  void followsARegionOfMemoryWhereTheWarpIsUnknown() {
    Prefetcher stride = stride(Map.of("entries", 65536));
    for (int i = 0; i < 3; i++) {
      stride.missed(LINE * 2L * i, 0, i, Prefetcher.UNKNOWN, Prefetcher.UNKNOWN);
      stride.missed(LINE * (64L + i), 0, i, Prefetcher.UNKNOWN, Prefetcher.UNKNOWN);
    }

    assertEquals(List.of(6L * LINE, 67L * LINE), cache.proposed);
  }
}
