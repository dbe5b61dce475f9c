package org.polyphony.gpu.config;

import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.replacement.ReplacementPolicies;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** Two-level constant cache of an SM; lanes that read different words are serialized. */
public record ConstantCacheConfig(
    @Key("whether every read hits") boolean perfect,
    @Key(value = "capacity, a multiple of ways * lineBytes", unit = "B", min = 1) int bytes,
    @Key(value = "associativity", min = 1, max = 65535) int ways,
    @Key(value = "line size", unit = "B", min = 4, max = 1024, powerOfTwo = true) int lineBytes,
    @Key(value = "latency of a hit, from issue to use", unit = "core cycles", min = 1, max = 512)
        int hitLatency,
    @Key(value = "outstanding lines (MSHRs) at each level", min = 1, max = 64) int mshrEntries,
    @Key(
            "whether constant loads bypass the load/store unit; false: they queue there with"
                + " other memory instructions")
        boolean ownPath,
    @Key("second-level cache, between first level and L2") SecondLevel secondLevel,
    @Key(
            value =
                "replacement policy of both levels: name, Java file or full name of your class, or object with"
                    + " name and parameters",
            named = "name",
            absent = ReplacementPolicies.LRU)
        PartConfig replacement)
    implements Keys.Related {
  /** The second level of an SM's constant cache, called L1.5 in microbenchmark papers. */
  public record SecondLevel(
      @Key(value = "capacity, a multiple of ways * lineBytes", unit = "B", min = 1) int bytes,
      @Key(value = "associativity", min = 1, max = 65535) int ways,
      @Key(value = "line size", unit = "B", min = 4, max = 1024, powerOfTwo = true) int lineBytes,
      @Key(
              value = "latency of a hit, from issue to use; above hitLatency of the first level",
              unit = "core cycles",
              min = 2,
              max = 512)
          int hitLatency)
      implements Keys.Related {
    @Override
    public void check(Violation.Checks checks) {
      CacheShape.check(checks, bytes, ways, lineBytes);
    }
  }

  @Override
  public void check(Violation.Checks checks) {
    ReplacementPolicies.KIND.check(checks, "replacement", replacement);
    CacheShape.check(checks, bytes, ways, lineBytes);
    checks.require(
        secondLevel.hitLatency() > hitLatency,
        "secondLevel.hitLatency",
        secondLevel.hitLatency(),
        "above hitLatency of the first level");
  }
}
