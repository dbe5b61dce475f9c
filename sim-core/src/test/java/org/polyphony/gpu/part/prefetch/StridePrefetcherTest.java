package org.polyphony.gpu.part.prefetch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  /** Loads of lines by one warp and instruction, and the lines proposed. */
  @ParameterizedTest(name = "{0}: {4}")
  @CsvSource({
    "0 5, 1, 1, '', one step is not enough",
    "0 5 10, 1, 1, 15, steps 5 (transient) and 5 (steady): 10 + 5",
    "0 5 10 15, 1, 1, 15 20, and again",
    "0 5 10 40 45, 1, 1, 15 50, the stride is kept across a jump: 40 leads to initial with stride 5",
    "0 5 7 14 21 28, 1, 1, 35, '5, 2 and 7 (no prediction), 7 (transient), 7 (steady at 28)'",
    "90 80 70, 1, 1, 60, downwards",
    "0 5 10, 3, 2, 25 30, as many strides as the degree from the distance on"
  })
  void proposes(String lines, int distance, int degree, String proposed, String why) {
    Prefetcher stride = stride(Map.of("distance", distance, "degree", degree));

    List<Long> found =
        linesAfter(stride, Stream.of(lines.split(" ", -1)).mapToLong(Long::parseLong).toArray());

    assertEquals(
        proposed, found.stream().map(String::valueOf).collect(Collectors.joining(" ")), why);
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
