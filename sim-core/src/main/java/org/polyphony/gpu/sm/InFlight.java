package org.polyphony.gpu.sm;

/**
 * The instructions between issue and write-back on an SM, a slot each.
 *
 * <p>Slots are recycled last in, first out. {@code age} is the order of issue on the SM.
 */
final class InFlight {
  /** No instruction. */
  static final int NONE = -1;

  final int[] warp;
  final int[] index; // static instruction
  final int[] timing; // as in KernelProgram
  final int[] buffer; // access buffer of a memory instruction, or NONE
  final long[] age;
  private final int[] free;
  private int freeCount;
  private long issued;

  InFlight(int slots) {
    warp = new int[slots];
    index = new int[slots];
    timing = new int[slots];
    buffer = new int[slots];
    age = new long[slots];
    free = new int[slots];
    for (int i = 0; i < slots; i++) {
      free[i] = slots - 1 - i;
    }
    freeCount = slots;
  }

  int take(int ofWarp, int staticIndex, int timingInPipe, int accessBuffer) {
    int slot = free[--freeCount];
    warp[slot] = ofWarp;
    index[slot] = staticIndex;
    timing[slot] = timingInPipe;
    buffer[slot] = accessBuffer;
    age[slot] = issued++;
    return slot;
  }

  void release(int slot) {
    free[freeCount++] = slot;
  }

  /** Returns the instructions in flight. */
  int size() {
    return free.length - freeCount;
  }
}
