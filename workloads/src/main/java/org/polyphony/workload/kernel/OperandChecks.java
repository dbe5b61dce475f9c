package org.polyphony.workload.kernel;

import java.util.List;
import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.workload.kernel.ProgramStep.Instruction;

/** How many immediate operands an instruction takes, and their values. */
final class OperandChecks {
  private static final long MOST_COUNT = (1 << 20) - 1; // of arrivals and bytes of an mbarrier
  private static final long MOST_RANK = 15;

  private static final Range ARRIVALS = new Range("arrivals", 1, MOST_COUNT);
  private static final Range EXPECTED = new Range("bytes", 0, MOST_COUNT);
  private static final Range PHASES = new Range("phases", 0, Integer.MAX_VALUE);
  private static final Range RANK = new Range("rank", 0, MOST_RANK);
  private static final Range BYTES = new Range("bytes", 1, MOST_COUNT);
  private static final Range ROWS = new Range("rows", 1, MOST_COUNT);
  private static final Range PITCH = new Range("bytes from row to row", 0, 1L << 40);
  private static final Range RANKS = new Range("ranks", 1, (2 << MOST_RANK) - 1);
  private static final Range PASSES = new Range("passes", 1, 1024);
  private static final Range PENDING = new Range("groups", 0, 63); // a counter of 6 bits
  private static final Range NANOSECONDS = new Range("nanoseconds", 0, 1_000_000);
  private static final Range NUMBER = new Range("barrier", 0, 15);
  private static final Range THREADS = new Range("threads", 0, 1024);

  private OperandChecks() {}

  /** The meaning and the values of an operand. */
  private record Range(String name, long least, long most) {}

  /**
   * Checks the operands of an instruction that is known to take some; others may have any.
   *
   * @param found the values that each may have
   */
  static void check(Instruction instruction, List<Bounds> found) {
    List<Range> allowed = ranges(instruction, found.size());
    if (allowed == null || found.isEmpty()) {
      return;
    }
    String of = " of " + instruction.mnemonic();
    if (found.size() == 2 && allowed.size() > 2) {
      throw instruction.error(
          "2 operands" + of, "bytes; or rows, bytes of a row, bytes from row to row");
    }
    if (found.size() > allowed.size()) {
      throw instruction.error(found.size() + " operands" + of, "at most " + allowed.size());
    }
    for (int i = 0; i < found.size(); i++) {
      Range range = allowed.get(i);
      Bounds values = found.get(i);
      if (values.least() < range.least || values.most() > range.most) {
        String from = " from " + values.least() + " to " + values.most();
        throw instruction.error(range.name + of + from, range.least + " to " + range.most);
      }
    }
  }

  private static List<Range> ranges(Instruction i, int operands) {
    Effect effect = i.effect();
    if (effect.compareTo(Effect.REMOTE) >= 0) {
      return ofAsyncUnit(effect, operands);
    }
    if (i.space() == MemorySpace.SHARED || effect == Effect.COPY) {
      return List.of(PASSES);
    }
    if (i.opClass() == OpClass.BARRIER) {
      return List.of(NUMBER, THREADS);
    }
    return switch (effect) {
      case AWAIT_COPIES, AWAIT_MULTIPLIES -> List.of(PENDING);
      case SLEEP -> List.of(NANOSECONDS);
      case MULTIPLY, COMMIT_COPIES -> List.of();
      default -> null;
    };
  }

  private static List<Range> ofAsyncUnit(Effect effect, int operands) {
    return switch (effect) {
      case MBARRIER_INIT, MBARRIER_ARRIVE -> List.of(ARRIVALS);
      case MBARRIER_ARRIVE_AT, CLUSTER_STORE -> List.of(RANK);
      case MBARRIER_EXPECT -> List.of(EXPECTED);
      case MBARRIER_WAIT -> List.of(PHASES);
      case BULK_LOAD -> operands == 1 ? List.of(BYTES) : List.of(ROWS, BYTES, PITCH, RANKS);
      case BULK_STORE, BULK_REDUCE, BULK_PREFETCH ->
          operands == 1 ? List.of(BYTES) : List.of(ROWS, BYTES, PITCH);
      default -> List.of();
    };
  }
}
