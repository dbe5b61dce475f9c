package org.polyphony.gpu.sm.issue;

import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.sm.async.AsyncUnit;
import org.polyphony.gpu.sm.execution.InFlight;
import org.polyphony.gpu.sm.warp.AsyncGroups;
import org.polyphony.gpu.sm.warp.Barriers;
import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.InstructionKind;
import org.polyphony.gpu.sm.warp.NamedBarriers;
import org.polyphony.gpu.sm.warp.Warp;
import org.polyphony.gpu.sm.warp.WarpTable;

/**
 * What instructions do at issue besides entering a pipe: groups of asynchronous operations,
 * numbered barriers, sleep. An instruction without an active lane does nothing.
 */
final class Effects {
  private static final int COPIES = (1 << AsyncGroups.COPY) | (1 << AsyncGroups.BULK);
  private static final int MULTIPLIES = 1 << AsyncGroups.MULTIPLY;
  private static final long LEAST_SLEEP_NANOSECONDS = 38; // as the next, measured on an H200
  private static final long EARLY_NANOSECONDS = 16;
  private static final long SHORT_SLEEP_NANOSECONDS = 100; // where the operand is not known
  private static final long MOST_SLEEP_NANOSECONDS = 1_000_000; // PTX ISA, nanosleep
  private static final long KHZ_NANOSECONDS = 1_000_000; // in a cycle at 1 kHz

  private final int coreKhz;
  private final int multiplyWait;
  private final int copyWait;
  private final WarpTable warps;
  private final Barriers barriers;
  private final WarpStalls stalls;
  private final AsyncUnit async;
  private final long[] operands = new long[InstructionTable.MOST_OPERANDS];

  Effects(
      GpuConfig config, WarpTable warps, Barriers barriers, WarpStalls stalls, AsyncUnit async) {
    this.coreKhz = config.coreKhz();
    this.multiplyWait = config.sm().warpgroupWait();
    this.copyWait = config.sm().copyWait();
    this.warps = warps;
    this.barriers = barriers;
    this.stalls = stalls;
    this.async = async;
  }

  /**
   * First half, while the stream is positioned at the instruction.
   *
   * @return what {@link #end} and the completion need: a group, a barrier, or cycles to sleep;
   *     {@link InFlight#NONE} if nothing
   */
  int begin(Warp warp, Instruction instruction, int mask, long cycle) {
    if (mask == 0) {
      return InFlight.NONE;
    }
    operands[0] = 0;
    operands[1] = 0;
    if (instruction.operandCount > 0) {
      warp.program().stream.operands(warp.streamSlot(), warp.indexInBlock(), operands);
    }
    if (InstructionKind.isAsync(instruction.kind)) {
      async.issue(warp, instruction, mask, operands, cycle);
      return InFlight.NONE;
    }
    boolean commits = (instruction.flags & InstructionTable.COMMITS) != 0;
    switch (instruction.kind) {
      case InstructionKind.COMMIT_COPIES -> warps.commitGroup(warp, AsyncGroups.COPY);
      case InstructionKind.AWAIT_COPIES -> {
        warps.awaitGroups(warp, COPIES, (int) operands[0]);
        return copyWait;
      }
      case InstructionKind.MULTIPLY -> {
        return multiply(warp, commits);
      }
      case InstructionKind.COMMIT_MULTIPLIES -> warps.commitGroup(warp, AsyncGroups.MULTIPLY);
      case InstructionKind.AWAIT_MULTIPLIES -> {
        awaitMultiplies(warp, commits);
        return multiplyWait;
      }
      case InstructionKind.NAMED_BARRIER, InstructionKind.ARRIVE -> {
        return NamedBarriers.pack(operands[0], operands[1]);
      }
      case InstructionKind.SLEEP -> {
        return sleepCycles(instruction.operandCount > 0 ? operands[0] : SHORT_SLEEP_NANOSECONDS);
      }
      default -> throw new IllegalStateException("kind without effect: " + instruction.kind);
    }
    return InFlight.NONE;
  }

  private int multiply(Warp warp, boolean commits) {
    int group = warps.joinGroup(warp, AsyncGroups.MULTIPLY);
    if (commits) {
      warps.commitGroup(warp, AsyncGroups.MULTIPLY);
    }
    return group;
  }

  private void awaitMultiplies(Warp warp, boolean commits) {
    if (commits) {
      warps.commitGroup(warp, AsyncGroups.MULTIPLY);
    }
    warps.awaitGroups(warp, MULTIPLIES, (int) operands[0]);
  }

  /** A warp sleeps until the next power of two of nanoseconds, less a little. */
  private int sleepCycles(long nanoseconds) {
    long asked = Math.max(1, Math.min(MOST_SLEEP_NANOSECONDS, nanoseconds));
    long power = Long.highestOneBit(2 * asked - 1);
    long asleep = Math.max(LEAST_SLEEP_NANOSECONDS, power - EARLY_NANOSECONDS);
    return (int) (asleep * coreKhz / KHZ_NANOSECONDS);
  }

  /**
   * Second half, when the warp stands at its next instruction.
   *
   * @return whether a barrier opened
   */
  boolean end(Warp warp, int kind, int ticket, long cycle) {
    if (ticket == InFlight.NONE) {
      return false;
    }
    switch (kind) {
      case InstructionKind.NAMED_BARRIER, InstructionKind.ARRIVE -> {
        boolean waits = kind == InstructionKind.NAMED_BARRIER;
        return barriers.issuedNamed(warp.block(), warp.slot(), ticket, waits);
      }
      case InstructionKind.SLEEP, InstructionKind.AWAIT_MULTIPLIES, InstructionKind.AWAIT_COPIES ->
          stalls.sleep(warp.slot(), cycle + ticket);
      default -> {} // it was done before the stream moved on
    }
    return false;
  }
}
