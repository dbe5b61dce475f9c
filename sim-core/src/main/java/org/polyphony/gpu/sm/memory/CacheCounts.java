package org.polyphony.gpu.sm.memory;

/**
 * Look-ups of an SM's caches since the start of the run.
 *
 * @param readHits sector reads of L1D that hit
 * @param readMisses those that caused a fetch
 * @param readMerges those merged into a pending miss
 * @param writes sector writes of L1D
 * @param writeHits those that hit
 * @param constantHits constant words that hit in the first level
 * @param constantMisses constant lines that missed in the first level
 */
public record CacheCounts(
    long readHits,
    long readMisses,
    long readMerges,
    long writes,
    long writeHits,
    long constantHits,
    long constantMisses) {
  CacheCounts plus(CacheCounts other) {
    return new CacheCounts(
        readHits + other.readHits,
        readMisses + other.readMisses,
        readMerges + other.readMerges,
        writes + other.writes,
        writeHits + other.writeHits,
        constantHits + other.constantHits,
        constantMisses + other.constantMisses);
  }
}
