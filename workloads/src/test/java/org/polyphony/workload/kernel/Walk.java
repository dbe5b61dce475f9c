package org.polyphony.workload.kernel;

import java.util.EnumMap;
import java.util.Map;
import java.util.StringJoiner;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.kernel.Workload;

/** Walks through launches functionally and counts what they execute. */
final class Walk {
  long threadInstructions;
  long segments; // distinct 32-byte segments of global accesses, summed
  final Map<OpClass, Long> mix = new EnumMap<>(OpClass.class);
  private final long[] lanes = new long[32];

  /** Walks every thread block whose index is a multiple of {@code stride}. */
  void run(Kernel kernel, long stride) {
    try (InstructionStream stream = kernel.open(1)) {
      for (long block = 0; block < kernel.threadBlocks(); block += stride) {
        stream.begin(0, block);
        for (int warp = 0; warp < kernel.warpsPerBlock(); warp++) {
          runWarp(kernel.instructions(), stream, warp);
        }
        stream.end(0);
      }
    }
  }

  void run(Workload workload, long stride) {
    for (int i = 0; i < workload.steps(); i++) {
      if (workload.step(i) instanceof Workload.Launch launch) {
        run(launch.kernel(), stride);
      }
    }
  }

  private void runWarp(InstructionTable table, InstructionStream stream, int warp) {
    for (int i = stream.next(0, warp); i >= 0; i = stream.next(0, warp)) {
      int mask = stream.activeMask(0, warp);
      threadInstructions += Integer.bitCount(mask);
      mix.merge(table.opClass(i), 1L, Long::sum);
      if (table.space(i) != MemorySpace.NONE) {
        stream.addresses(0, warp, lanes);
        if (table.space(i) == MemorySpace.GLOBAL && mask != 0) {
          segments += segments(mask);
        }
      }
    }
  }

  private int segments(int mask) {
    long[] seen = new long[32];
    int count = 0;
    for (int lane = 0; lane < 32; lane++) {
      long segment = lanes[lane] >> 5;
      int at = 0;
      while (at < count && seen[at] != segment) {
        at++;
      }
      if ((mask >>> lane & 1) != 0 && at == count) {
        seen[count++] = segment;
      }
    }
    return count;
  }

  /** Returns the instructions of a warp as "mnemonic:mask" in hexadecimal, separated by blanks. */
  static String trace(Kernel kernel, long block, int warp) {
    StringJoiner out = new StringJoiner(" ");
    try (InstructionStream stream = kernel.open(1)) {
      stream.begin(0, block);
      for (int i = stream.next(0, warp); i >= 0; i = stream.next(0, warp)) {
        out.add(
            kernel.instructions().mnemonic(i)
                + ":"
                + Integer.toHexString(stream.activeMask(0, warp)));
      }
    }
    return out.toString();
  }
}
