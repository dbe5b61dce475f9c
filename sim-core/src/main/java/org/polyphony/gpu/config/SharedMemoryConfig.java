package org.polyphony.gpu.config;

import java.util.List;
import org.polyphony.input.Violation;

/**
 * Shared memory of an SM. Source: Mei and Chu, TPDS'17.
 *
 * @param banks banks, a power of two up to 32
 * @param bankBytes width of a bank, a power of two
 * @param latency core cycles of a conflict-free load inside the memory pipe, at least 2
 * @param ownPath true when its accesses have a path of their own from issue, beside those to
 *     global, local and texture memory; false when all wait in line at one load/store unit
 * @param halfWarps true when an access of 16 bytes a lane is served half a warp at a time, even
 *     where the halves read the same
 */
public record SharedMemoryConfig(
    int banks, int bankBytes, int latency, boolean ownPath, boolean halfWarps) {
  public List<Violation> violations() {
    return new Violation.Checks()
        .powerOfTwo(1, 32, "banks", banks)
        .require(
            Integer.bitCount(bankBytes) == 1 && bankBytes > 0,
            "bankBytes",
            bankBytes,
            "a power of two")
        .between(2, 512, "latency", latency)
        .violations();
  }
}
