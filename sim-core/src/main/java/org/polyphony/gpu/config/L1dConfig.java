package org.polyphony.gpu.config;

import java.util.List;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.prefetch.Prefetchers;
import org.polyphony.gpu.part.replacement.ReplacementPolicies;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** L1 data cache of an SM: sectored, write-through. */
public record L1dConfig(
    @Key("whether all global loads are cached; false: only read-only and local ones")
        boolean cachesGlobalLoads,
    @Key(
            value = "capacity, a multiple of ways * lineBytes (of lineBytes if tagBytes is set)",
            unit = "B",
            min = 1)
        int bytes,
    @Key(value = "associativity", min = 1, max = 65535) int ways,
    @Key(value = "line size", unit = "B", min = 4, max = 1024, powerOfTwo = true) int lineBytes,
    @Key(
            value = "sector size, at least an eighth of a line",
            unit = "B",
            min = 4,
            max = 32,
            powerOfTwo = true)
        int sectorBytes,
    @Key(value = "lookup ports, interleaved by fill unit", min = 1, max = 32, powerOfTwo = true)
        int banks,
    @Key(value = "lookup latency", unit = "core cycles", min = 1, max = 512) int hitLatency,
    @Key(value = "outstanding fills (MSHRs), see fill", min = 1, max = 65535) int mshrEntries,
    @Key(value = "requests merged per MSHR, the first included", min = 1, max = 65536)
        int mshrMerges,
    @Key(value = "requests in the queue to the crossbar", min = 1, max = 65536) int missQueue,
    @Key("whether a store hit invalidates the sector; false: it updates it") boolean writeEvicts,
    @Key("whether the end of a kernel invalidates the cache") boolean flushedAtKernelEnd,
    @Key(
            value = "unit of a fill: the missing sector, its aligned pair of sectors, or the line",
            absent = "sector")
        Fill fill,
    @Key(
            value =
                "when a miss allocates its line: when data arrives (fill), or at once"
                    + " (miss), so that a set of pending lines blocks further misses",
            absent = "fill")
        LineAllocation allocate,
    @Key(
            value =
                "whether sectors of an instruction wait for their own bank only and banks"
                    + " miss in turn; false: they also wait for earlier sectors, and the first"
                    + " ready bank misses",
            absent = "false")
        boolean banksApart,
    @Key(
            value =
                "per bit of the set index, lowest first: the address bits it is the parity"
                    + " of; empty: the low bits of the line",
            absent = "[]")
        List<List<Integer>> setHash,
    @Key(
            value =
                "whether a store miss allocates a line; a sector is readable once fully written",
            absent = "false")
        boolean writeAllocates,
    @Key(
            value =
                "capacity of the tags; if larger than bytes, sets in turn evict their LRU"
                    + " line when data runs out; 0: bytes",
            unit = "B",
            absent = "0")
        int tagBytes,
    @Key(
            value =
                "replacement policy: name, Java file or full name of your class, or object with"
                    + " name and parameters",
            named = "name",
            absent = ReplacementPolicies.LRU)
        PartConfig replacement,
    @Key(
            value =
                "prefetcher: name, Java file or full name of your class, or object with name and"
                    + " parameters",
            named = "name",
            absent = Prefetchers.NONE)
        PartConfig prefetcher)
    implements Keys.Related {
  @Override
  public void check(Violation.Checks checks) {
    Prefetchers.KIND.check(checks, "prefetcher", prefetcher);
    ReplacementPolicies.KIND.check(checks, "replacement", replacement);
    CacheShape.check(checks, tagged(), ways, lineBytes);
    CacheShape.checkSectors(checks, sectorBytes, lineBytes);
    checks
        .require(
            tagBytes == 0 || (tagBytes >= bytes && bytes % lineBytes == 0),
            "tagBytes",
            tagBytes,
            "at least bytes, which are whole lines")
        .require(
            setHash.isEmpty() || ((long) ways * lineBytes) << setHash.size() == tagged(),
            "setHash",
            setHash.size() + " bits",
            "2^bits sets, each of ways * lineBytes, are tagBytes, or bytes without")
        .require(
            setHash.stream().noneMatch(List::isEmpty)
                && setHash.stream().flatMap(List::stream).allMatch(this::isLineBit),
            "setHash",
            setHash,
            "bits from that of lineBytes to 63");
  }

  private int tagged() {
    return tagBytes == 0 ? bytes : tagBytes;
  }

  private boolean isLineBit(int bit) {
    return bit >= Integer.numberOfTrailingZeros(lineBytes) && bit < 64;
  }

  /** Returns the bytes fetched per miss and tracked by one MSHR. */
  public int fillBytes() {
    return fill.bytes(sectorBytes, lineBytes);
  }

  /** Returns whether a line is allocated when it misses rather than when it is filled. */
  public boolean allocatesOnMiss() {
    return allocate == LineAllocation.MISS;
  }

  /** Returns the number of sets, at least 1 in a valid config. */
  public int sets() {
    return tagged() / (ways * lineBytes);
  }
}
