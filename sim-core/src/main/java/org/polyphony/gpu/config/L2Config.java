package org.polyphony.gpu.config;

import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.arbitration.Arbiters;
import org.polyphony.gpu.part.prefetch.Prefetchers;
import org.polyphony.gpu.part.replacement.ReplacementPolicies;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** L2 cache: slices distributed over the DRAM channels; sectored, write-back. */
public record L2Config(
    @Key(
            value = "capacity of all slices, a multiple of slices * ways * lineBytes",
            unit = "B",
            min = 1)
        int bytes,
    @Key(value = "slices, a multiple of the DRAM channels", min = 1, max = 256) int slices,
    @Key(value = "associativity", min = 1, max = 65535) int ways,
    @Key(value = "line size", unit = "B", min = 4, max = 1024, powerOfTwo = true) int lineBytes,
    @Key(
            value = "sector size, at least an eighth of a line",
            unit = "B",
            min = 4,
            max = 32,
            powerOfTwo = true)
        int sectorBytes,
    @Key("whether a polynomial hash of the line selects the set; false: its low bits")
        boolean hashedSets,
    @Key(value = "latency from arrival at a slice to lookup", unit = "core cycles", max = 65536)
        int latency,
    @Key(
            value =
                "interval between data accesses of a slice; an access returns two sectors"
                    + " (64 B) to all consecutive requests for them",
            unit = "core cycles",
            min = 1,
            max = 64)
        int accessCycles,
    @Key(value = "outstanding fills (MSHRs) per slice, see fill", min = 1, max = 65535)
        int mshrEntries,
    @Key(value = "requests merged per MSHR", min = 1, max = 65535) int mshrMerges,
    @Key(
            value = "entries of each queue of a slice (from and to crossbar and DRAM)",
            min = 1,
            max = 65536)
        int queue,
    @Key(value = "requests of the cache waiting for the queue to DRAM", min = 2, max = 65536)
        int missQueue,
    @Key("whether a copy from the host fills L2") boolean filledByHostCopies,
    @Key(
            value = "unit of a fill: the missing sector, its aligned pair of sectors, or the line",
            absent = "sector")
        Fill fill,
    @Key(
            value = "write miss: allocate without a fetch, or write to DRAM and fetch",
            absent = "allocate")
        WriteMiss writeMiss,
    @Key(
            value =
                "extra latency to data held by the other half of L2 only; a read then caches"
                    + " it in both; 0: one L2",
            unit = "core cycles",
            max = 65536,
            absent = "0")
        int farLatency,
    @Key(
            value =
                "consecutive memory behind one half of L2 (an address hash selects it); SMs"
                    + " alternate between halves by pairs; unused if farLatency is 0",
            unit = "B",
            min = 32,
            max = 1 << 20,
            powerOfTwo = true,
            absent = "4096")
        int halfInterleaveBytes,
    @Key(
            value =
                "replacement policy: name, Java file or full name of your class, or object with"
                    + " name and parameters",
            named = "name",
            absent = ReplacementPolicies.LRU)
        PartConfig replacement,
    @Key(
            value =
                "arbiter of the port to each DRAM channel, for which its slices compete: name, Java file or full name of your class, or object with name and"
                    + " parameters",
            named = "name",
            absent = Arbiters.ROUND_ROBIN)
        PartConfig arbiter,
    @Key(
            value =
                "prefetcher of all slices: name, Java file or full name of your class, or object with name and"
                    + " parameters",
            named = "name",
            absent = Prefetchers.NONE)
        PartConfig prefetcher)
    implements Keys.Related {
  @Override
  public void check(Violation.Checks checks) {
    Prefetchers.KIND.check(checks, "prefetcher", prefetcher);
    Arbiters.KIND.check(checks, "arbiter", arbiter);
    ReplacementPolicies.KIND.check(checks, "replacement", replacement);
    CacheShape.checkSectors(checks, sectorBytes, lineBytes);
    long unit = (long) slices * ways * lineBytes;
    checks
        .require(
            bytes % unit == 0,
            "bytes",
            bytes,
            "a multiple of slices * ways * lineBytes (" + unit + ")")
        .require(
            bytes % unit != 0 || CacheShape.isSetCount(bytes / unit, ways),
            "bytes",
            bytes,
            "a power of two of sets in each slice, 65535 lines or fewer")
        .require(
            !fetchesOnWriteMiss() || missQueue >= 3,
            "missQueue",
            missQueue,
            "at least 3 where writeMiss is fetch: the write, the read and the write-back of a line");
  }

  /** Returns the bytes fetched per miss and tracked by one MSHR. */
  public int fillBytes() {
    return fill.bytes(sectorBytes, lineBytes);
  }

  public boolean fetchesOnWriteMiss() {
    return writeMiss == WriteMiss.FETCH;
  }

  /** Returns the number of sets of each slice, at least 1 in a valid config. */
  public int setsPerSlice() {
    return bytes / slices / (ways * lineBytes);
  }
}
