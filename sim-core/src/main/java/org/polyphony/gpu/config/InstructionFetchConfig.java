package org.polyphony.gpu.config;

import java.util.List;
import org.polyphony.input.Violation;

/**
 * Instruction fetch of an SM and its L1 instruction cache; misses go to L2.
 *
 * @param perfect true when every fetch hits; the sizes below then do not matter
 * @param bytes capacity, a multiple of {@code ways * lineBytes}
 * @param ways associativity
 * @param lineBytes line, a power of two
 * @param instructionBytes code bytes of an instruction on this device, 1 to 64; a program is laid
 *     out at this size whatever the size in its source
 * @param fetchesPerCycle warps whose next two instructions are fetched in a cycle, at least 1
 * @param mshrEntries lines that can be outstanding, at least 1
 */
public record InstructionFetchConfig(
    boolean perfect,
    int bytes,
    int ways,
    int lineBytes,
    int instructionBytes,
    int fetchesPerCycle,
    int mshrEntries) {
  public List<Violation> violations() {
    return CacheShape.check(bytes, ways, lineBytes, lineBytes)
        .between(1, 64, "instructionBytes", instructionBytes)
        .between(1, 64, "fetchesPerCycle", fetchesPerCycle)
        .between(1, 65536, "mshrEntries", mshrEntries)
        .violations();
  }
}
