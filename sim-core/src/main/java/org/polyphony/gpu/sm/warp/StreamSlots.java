package org.polyphony.gpu.sm.warp;

/** The free slots of a launch's instruction stream, one for each resident thread block. */
final class StreamSlots {
  private final int[] free; // a stack
  private int count;

  StreamSlots(int slots) {
    free = new int[slots];
    for (int i = 0; i < slots; i++) {
      free[i] = slots - 1 - i;
    }
    count = slots;
  }

  int take() {
    return free[--count];
  }

  void release(int slot) {
    free[count++] = slot;
  }
}
