package org.polyphony.gpu.config;

import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** Instruction fetch of an SM and its L1 instruction cache; misses go to L2. */
public record InstructionFetchConfig(
    @Key("true when every fetch hits; the sizes below then do not matter") boolean perfect,
    @Key(value = "capacity, a multiple of ways * lineBytes", unit = "B", min = 1) int bytes,
    @Key(value = "associativity", min = 1, max = 65535) int ways,
    @Key(value = "line", unit = "B", min = 4, max = 1024, powerOfTwo = true) int lineBytes,
    @Key(
            value =
                "code bytes of an instruction on this device; programs are laid out at this "
                    + "size",
            unit = "B",
            min = 1,
            max = 64)
        int instructionBytes,
    @Key(value = "warps whose next two instructions are fetched in a cycle", min = 1, max = 64)
        int fetchesPerCycle,
    @Key(value = "lines that can be outstanding", min = 1, max = 65536) int mshrEntries)
    implements Keys.Related {
  @Override
  public void check(Violation.Checks checks) {
    CacheShape.check(checks, bytes, ways, lineBytes);
  }
}
