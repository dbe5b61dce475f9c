package org.polyphony.gpu.config;

import java.util.List;
import org.polyphony.input.Violation;

/**
 * L2 cache: slices shared out to the DRAM channels; sectored, write-back, fetch on read only.
 *
 * @param bytes capacity of all slices, a multiple of {@code slices * ways * lineBytes}
 * @param slices slices, a multiple of the DRAM channels
 * @param ways associativity
 * @param lineBytes line, a power of two
 * @param sectorBytes unit of transfer
 * @param hashedSets true when the set is a polynomial hash of the line, false when its low bits
 * @param latency core cycles from arrival at a slice to the look-up, at least 0
 * @param mshrEntries sectors that a slice can have outstanding
 * @param mshrMerges requests that one outstanding sector can serve
 * @param queue requests in each queue of a slice (from and to the crossbar, to and from DRAM)
 * @param missQueue requests of the cache that wait for the queue to DRAM
 * @param filledByHostCopies true when a copy from the host leaves its lines in L2
 */
public record L2Config(
    int bytes,
    int slices,
    int ways,
    int lineBytes,
    int sectorBytes,
    boolean hashedSets,
    int latency,
    int mshrEntries,
    int mshrMerges,
    int queue,
    int missQueue,
    boolean filledByHostCopies) {
  /** Returns every value that is wrong. */
  public List<Violation> violations() {
    long unit = (long) slices * ways * lineBytes;
    return CacheShape.check(ways * lineBytes, ways, lineBytes, sectorBytes)
        .require(
            unit < 1 || (bytes > 0 && bytes % unit == 0),
            "bytes",
            bytes,
            "a multiple of slices * ways * lineBytes")
        .require(slices >= 1 && slices <= 256, "slices", slices, "1 to 256")
        .atLeast(0, "latency", latency)
        .atLeast(1, "mshrEntries", mshrEntries)
        .atLeast(1, "mshrMerges", mshrMerges)
        .atLeast(1, "queue", queue)
        .atLeast(1, "missQueue", missQueue)
        .violations();
  }

  /** Returns the sets of one slice, at least 1 in a valid config. */
  public int setsPerSlice() {
    return bytes / slices / (ways * lineBytes);
  }
}
