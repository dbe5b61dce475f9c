package org.polyphony.workload.fidelity;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.gpu.kernel.Fidelity;
import org.polyphony.gpu.kernel.Fidelity.Treatment;

/**
 * How often warps execute an instruction that the device does not execute exactly.
 *
 * @param mnemonic opcode with modifiers
 * @param fidelity what the device does instead
 * @param warpInstructions executed
 */
public record InstructionCount(String mnemonic, Fidelity fidelity, long warpInstructions) {
  /** Returns the sums by mnemonic, in alphabetical order, without unexecuted ones. */
  public static List<InstructionCount> merged(List<InstructionCount> counts) {
    Map<String, InstructionCount> byMnemonic = new TreeMap<>();
    counts.stream()
        .filter(count -> count.warpInstructions > 0)
        .forEach(count -> byMnemonic.merge(count.mnemonic, count, InstructionCount::plus));
    return List.copyOf(byMnemonic.values());
  }

  private InstructionCount plus(InstructionCount other) {
    return new InstructionCount(mnemonic, fidelity, warpInstructions + other.warpInstructions);
  }

  /** Returns the warp instructions of some counts with a treatment. */
  public static long sum(List<InstructionCount> counts, Treatment treatment) {
    return counts.stream()
        .filter(count -> count.fidelity.treatment() == treatment)
        .mapToLong(InstructionCount::warpInstructions)
        .sum();
  }
}
