package org.polyphony.workload.order;

import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;

/**
 * An instruction, as far as its place among others depends on it.
 *
 * @param opClass what it is
 * @param space the memory that it accesses; {@link MemorySpace#NONE} of a memory instruction: not
 *     known
 * @param writes registers, 0 or more; without the zero register
 * @param reads registers, likewise
 * @param stays whether it waits for nothing: it writes what much depends on, as a predicate
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Operation(
    OpClass opClass, MemorySpace space, int[] writes, int[] reads, boolean stays) {
  /** Makes an operation that may wait. */
  public Operation(OpClass opClass, MemorySpace space, int[] writes, int[] reads) {
    this(opClass, space, writes, reads, false);
  }

  boolean isLoad() {
    return (opClass == OpClass.LOAD || opClass == OpClass.TEXTURE) && writes.length > 0;
  }

  /** Returns whether it may write memory. */
  boolean isStore() {
    return opClass == OpClass.STORE || opClass == OpClass.ATOMIC;
  }

  /**
   * Returns whether nothing passes it: control flow, barriers and fences; loads without a register,
   * which are prefetches and copies to shared memory; and tensor instructions, of whose registers
   * traces list a part.
   */
  boolean endsStretch() {
    return switch (opClass) {
      case BRANCH, EXIT, BARRIER, FENCE, TENSOR -> true;
      case LOAD, TEXTURE -> writes.length == 0;
      default -> false;
    };
  }

  /** Returns whether both may access the same memory. */
  boolean mayAlias(Operation other) {
    return space == other.space || space == MemorySpace.NONE || other.space == MemorySpace.NONE;
  }

  boolean uses(Operation writer) {
    for (int register : writer.writes) {
      if (contains(reads, register) || contains(writes, register)) {
        return true;
      }
    }
    return false;
  }

  private static boolean contains(int[] registers, int register) {
    for (int one : registers) {
      if (one == register) {
        return true;
      }
    }
    return false;
  }
}
