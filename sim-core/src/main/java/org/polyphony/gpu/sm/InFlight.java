package org.polyphony.gpu.sm;

/**
 * The instructions between issue and write-back on an SM, a slot each.
 *
 * <p>Slots are recycled last in, first out.
 */
final class InFlight {
  /** No instruction. */
  static final int NONE = -1;

  private final Issued[] slots;
  private final int[] free;
  private int freeCount;
  private long issued;

  /** An instruction in flight. */
  static final class Issued {
    /** Whose it is. */
    Warp warp;

    /** The static instruction. */
    Instruction instruction;

    /** Access buffer of a memory instruction, or {@link InFlight#NONE}. */
    int buffer;

    /** Its number in the order of issue on the SM. */
    long age;
  }

  InFlight(int count) {
    slots = new Issued[count];
    free = new int[count];
    for (int i = 0; i < count; i++) {
      slots[i] = new Issued();
      free[i] = count - 1 - i;
    }
    freeCount = count;
  }

  int take(Warp warp, Instruction instruction, int accessBuffer) {
    int slot = free[--freeCount];
    Issued taken = slots[slot];
    taken.warp = warp;
    taken.instruction = instruction;
    taken.buffer = accessBuffer;
    taken.age = issued++;
    return slot;
  }

  /** Returns the instruction in a slot that is taken. */
  Issued at(int slot) {
    return slots[slot];
  }

  void release(int slot) {
    free[freeCount++] = slot;
  }

  /** Returns the instructions in flight. */
  int size() {
    return free.length - freeCount;
  }
}
