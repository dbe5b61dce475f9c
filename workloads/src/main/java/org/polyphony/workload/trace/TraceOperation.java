package org.polyphony.workload.trace;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.workload.order.HiddenRegisters;
import org.polyphony.workload.order.Operation;

/**
 * An instruction of a trace as an operation. Of a vector and of a 64-bit value a trace lists the
 * first register: the others are added, and some more where the mnemonic leaves it open.
 */
final class TraceOperation {
  private static final int REGISTER_BYTES = 4;

  private TraceOperation() {}

  static Operation of(StaticInstruction i) {
    int data = Math.max(1, i.widthBytes / REGISTER_BYTES);
    int written = isWide(i) ? Math.max(2, data) : data;
    int read = isWide(i) || i.space != MemorySpace.NONE ? Math.max(2, data) : 1;
    int[] writes = spans(i.destinations, written);
    int[] reads = spans(i.sources, read);
    return HiddenRegisters.ofTrace(i.mnemonic, new Operation(i.opClass, i.space, writes, reads));
  }

  private static boolean isWide(StaticInstruction i) {
    return i.opClass == OpClass.FP64
        || i.mnemonic.contains("64")
        || i.mnemonic.contains("WIDE")
        || i.mnemonic.startsWith("CS2R");
  }

  private static int[] spans(int[] firsts, int count) {
    return Arrays.stream(firsts)
        .filter(register -> register != InstructionTable.ZERO_REGISTER)
        .flatMap(register -> IntStream.range(register, register + count))
        .map(register -> HiddenRegisters.COUNT + register)
        .toArray();
  }
}
