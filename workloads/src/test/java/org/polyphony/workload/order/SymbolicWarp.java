package org.polyphony.workload.order;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;

/**
 * Executes a warp on symbols: what an instruction gives is a hash of its mnemonic, lanes,
 * addresses, the values of its operands and what was stored to its memory before. Two orders of the
 * same instructions agree exactly when every value passes through the same hands.
 */
public final class SymbolicWarp {
  private final InstructionTable table;
  private final long[] registers = new long[256];
  private final Map<MemorySpace, Long> stored = new EnumMap<>(MemorySpace.class);
  private final List<String> executed = new ArrayList<>();
  private final long[] lanes = new long[32];
  private long passed; // control flow, barriers, fences so far

  private SymbolicWarp(Kernel kernel) {
    table = kernel.instructions();
  }

  /** Returns what a warp executes and what that gives, sorted. */
  public static List<String> executed(Kernel kernel, long block, int warp) {
    SymbolicWarp symbols = new SymbolicWarp(kernel);
    try (InstructionStream stream = kernel.open(1)) {
      stream.begin(0, block);
      for (int i = stream.next(0, warp); i >= 0; i = stream.next(0, warp)) {
        symbols.execute(i, stream, warp);
      }
    }
    Collections.sort(symbols.executed);
    return symbols.executed;
  }

  private void execute(int i, InstructionStream stream, int warp) {
    int mask = stream.activeMask(0, warp);
    Arrays.fill(lanes, 0);
    if (table.widthBytes(i) > 0 && mask != 0) {
      stream.addresses(0, warp, lanes);
    }
    for (int lane = 0; lane < lanes.length; lane++) {
      lanes[lane] = (mask >>> lane & 1) == 0 ? 0 : lanes[lane]; // of the others nothing is said
    }
    OpClass opClass = table.opClass(i);
    List<Object> from = new ArrayList<>(List.of(table.mnemonic(i), mask, Arrays.hashCode(lanes)));
    for (int k = 0; k < table.sourceCount(i); k++) {
      from.add(
          table.source(i, k) == InstructionTable.ZERO_REGISTER ? 0 : value(table.source(i, k)));
    }
    if (opClass == OpClass.LOAD || opClass == OpClass.STORE || opClass == OpClass.ATOMIC) {
      from.add(stored.getOrDefault(table.space(i), 0L));
      from.add(passed);
    }
    boolean isPassed = List.of(OpClass.BRANCH, OpClass.BARRIER, OpClass.FENCE).contains(opClass);
    if (isPassed) {
      from.add(++passed);
    }
    long result = from.hashCode() * 0x9E3779B97F4A7C15L;
    if (opClass == OpClass.STORE || opClass == OpClass.ATOMIC) {
      stored.put(table.space(i), result);
    }
    for (int k = 0; k < table.destinationCount(i); k++) {
      registers[table.destination(i, k)] = result + k;
    }
    executed.add(table.mnemonic(i) + " " + Long.toHexString(result));
  }

  private long value(int register) {
    return registers[register];
  }
}
