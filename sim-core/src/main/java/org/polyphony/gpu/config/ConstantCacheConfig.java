package org.polyphony.gpu.config;

import java.util.List;
import org.polyphony.input.Violation;

/**
 * Constant cache of an SM; lanes that read different words are served one after another.
 *
 * @param perfect true when every read hits
 * @param bytes capacity, a multiple of {@code ways * lineBytes}
 * @param ways associativity
 * @param lineBytes line, a power of two
 * @param hitLatency core cycles from issue to use of a hit, at least 1
 * @param mshrEntries lines that can be outstanding, at least 1
 */
public record ConstantCacheConfig(
    boolean perfect, int bytes, int ways, int lineBytes, int hitLatency, int mshrEntries) {
  /** Returns every value that is wrong. */
  public List<Violation> violations() {
    return CacheShape.check(bytes, ways, lineBytes, lineBytes)
        .require(hitLatency >= 1 && hitLatency <= 512, "hitLatency", hitLatency, "1 to 512")
        .between(1, 65536, "mshrEntries", mshrEntries)
        .violations();
  }
}
