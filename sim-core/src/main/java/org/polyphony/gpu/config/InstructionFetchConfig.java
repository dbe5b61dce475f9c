package org.polyphony.gpu.config;

import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** Instruction fetch of an SM and its L1 instruction cache, backed by L2. */
public record InstructionFetchConfig(
    @Key("whether every fetch hits; the sizes below then have no effect") boolean perfect,
    @Key(value = "capacity, a multiple of ways * lineBytes", unit = "B", min = 1) int bytes,
    @Key(value = "associativity", min = 1, max = 65535) int ways,
    @Key(value = "line size", unit = "B", min = 4, max = 1024, powerOfTwo = true) int lineBytes,
    @Key(value = "size of an encoded instruction", unit = "B", min = 1, max = 64)
        int instructionBytes,
    @Key(value = "warps that fetch their next two instructions per cycle", min = 1, max = 64)
        int fetchesPerCycle,
    @Key(value = "outstanding lines (MSHRs)", min = 1, max = 65536) int mshrEntries)
    implements Keys.Related {
  @Override
  public void check(Violation.Checks checks) {
    CacheShape.check(checks, bytes, ways, lineBytes);
  }
}
