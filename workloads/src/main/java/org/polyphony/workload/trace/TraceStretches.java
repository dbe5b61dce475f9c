package org.polyphony.workload.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.workload.order.Operation;
import org.polyphony.workload.order.SourceOrder;

/**
 * The straight stretches of a traced kernel, by program counter, and their source order.
 *
 * <p>A stretch begins where a warp has jumped to, and behind control flow, barriers and fences. A
 * counter with several static instructions (a generic access to several memories, functions that
 * lie at the same counters) is a stretch of its own. What no warp executes is not there: it changes
 * nothing.
 */
final class TraceStretches {
  private static final Operation NOT_KNOWN =
      new Operation(OpClass.BRANCH, MemorySpace.NONE, new int[0], new int[0]);

  private static final int REGISTER_BYTES = 4;

  private final List<StaticInstruction> instructions;
  private final long[] pcs; // ascending, each once
  private final int[] places; // in pcs, by static instruction
  private final BitSet starts = new BitSet(); // by place
  private int[] stretch; // by place
  private int[] rank; // by place: the place that it moves to

  TraceStretches(List<StaticInstruction> instructions) {
    this.instructions = instructions;
    this.pcs = instructions.stream().mapToLong(i -> i.pc).sorted().distinct().toArray();
    this.places = instructions.stream().mapToInt(i -> Arrays.binarySearch(pcs, i.pc)).toArray();
  }

  /** Notes that a warp executes one instruction after another one. */
  void follow(int before, int after) {
    int from = places[before];
    int to = places[after];
    OpClass opClass = instructions.get(before).opClass;
    boolean mayJump = opClass == OpClass.BRANCH || opClass == OpClass.EXIT;
    if (to <= from || (mayJump && to != from + 1)) {
      starts.set(to);
    }
  }

  /** Puts the stretches into source order; all that warps execute has been noted. */
  void order() {
    Operation[] operations = new Operation[pcs.length];
    for (int i = 0; i < instructions.size(); i++) {
      boolean isKnown = operations[places[i]] == null;
      operations[places[i]] = isKnown ? operation(instructions.get(i)) : NOT_KNOWN;
    }
    stretch = new int[pcs.length];
    rank = new int[pcs.length];
    int from = 0;
    while (from < pcs.length) {
      int next = starts.nextSetBit(from + 1);
      int to = next < 0 ? pcs.length : next;
      int[] order = SourceOrder.of(Arrays.asList(operations).subList(from, to));
      for (int k = 0; k < order.length; k++) {
        stretch[from + order[k]] = from;
        rank[from + order[k]] = from + k;
      }
      from = to;
    }
  }

  boolean isOneStretch(int instruction, int other) {
    return stretch[places[instruction]] == stretch[places[other]];
  }

  int place(int instruction) {
    return places[instruction];
  }

  /** Returns its place in source order. */
  int rank(int instruction) {
    return rank[places[instruction]];
  }

  /**
   * Returns the instructions in source order, with the program counters that belong to their new
   * places.
   *
   * @param numbers receives the new number of each
   */
  List<StaticInstruction> ordered(int[] numbers) {
    int[] sorted =
        IntStream.range(0, instructions.size())
            .boxed()
            .sorted(Comparator.comparingInt(this::rank))
            .mapToInt(i -> i)
            .toArray();
    List<StaticInstruction> ordered = new ArrayList<>();
    for (int k = 0; k < sorted.length; k++) {
      numbers[sorted[k]] = k;
      ordered.add(instructions.get(sorted[k]).at(pcs[rank(sorted[k])]));
    }
    return ordered;
  }

  /**
   * Of a vector and of a 64-bit value a trace lists the first register: the others are added, and
   * some more where the mnemonic leaves it open.
   */
  private static Operation operation(StaticInstruction i) {
    int data = Math.max(1, i.widthBytes / REGISTER_BYTES);
    int written = isWide(i) ? Math.max(2, data) : data;
    int read = isWide(i) || i.space != MemorySpace.NONE ? Math.max(2, data) : 1;
    int[] writes = spans(i.destinations, written);
    int[] reads = spans(i.sources, read);
    return Operation.ofTrace(i.mnemonic, new Operation(i.opClass, i.space, writes, reads));
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
        .map(register -> Operation.HIDDEN + register)
        .toArray();
  }
}
