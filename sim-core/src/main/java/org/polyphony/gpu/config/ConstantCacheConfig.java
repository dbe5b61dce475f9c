package org.polyphony.gpu.config;

import java.util.List;
import org.polyphony.input.Violation;

/**
 * Constant cache of an SM, in two levels; lanes that read different words are served one after
 * another.
 *
 * @param perfect true when every read hits
 * @param bytes capacity, a multiple of {@code ways * lineBytes}
 * @param ways associativity
 * @param lineBytes line, a power of two
 * @param hitLatency core cycles from issue to use of a hit, at least 1
 * @param mshrEntries lines that can be outstanding at each level, 1 to 64
 * @param ownPath true when its loads have a path of their own from issue, beside the load/store
 *     unit; false when they wait there in line with other memory instructions
 * @param secondLevel what misses ask before L2
 */
public record ConstantCacheConfig(
    boolean perfect,
    int bytes,
    int ways,
    int lineBytes,
    int hitLatency,
    int mshrEntries,
    boolean ownPath,
    SecondLevel secondLevel) {
  /**
   * Second level of an SM's constant cache, called L1.5 in microbenchmarks.
   *
   * @param bytes capacity, a multiple of {@code ways * lineBytes}
   * @param ways associativity
   * @param lineBytes line, a power of two
   * @param hitLatency core cycles from issue to use of a hit here, more than that of the first
   *     level
   */
  public record SecondLevel(int bytes, int ways, int lineBytes, int hitLatency) {}

  public List<Violation> violations() {
    return CacheShape.check(bytes, ways, lineBytes, lineBytes)
        .between(1, 512, "hitLatency", hitLatency)
        .between(1, 64, "mshrEntries", mshrEntries)
        .nested("secondLevel", secondLevelViolations())
        .violations();
  }

  private List<Violation> secondLevelViolations() {
    int latency = secondLevel.hitLatency();
    return CacheShape.check(
            secondLevel.bytes(),
            secondLevel.ways(),
            secondLevel.lineBytes(),
            secondLevel.lineBytes())
        .require(
            latency > hitLatency && latency <= 512,
            "hitLatency",
            latency,
            "more than hitLatency of the first level, 512 at most")
        .violations();
  }
}
