package org.polyphony.workload.kernel;

import org.polyphony.gpu.kernel.MemorySpace;

/**
 * A named array in memory.
 *
 * @param space where it lies
 * @param address first byte: of the workload's address space for global and constant memory, of the
 *     thread block's shared memory, of the thread's local memory
 * @param elementBytes bytes of an element, at least 1
 * @param elements number of elements, at least 1
 */
record ArrayRange(String name, MemorySpace space, long address, int elementBytes, long elements) {
  long bytes() {
    return elementBytes * elements;
  }

  long end() {
    return address + bytes();
  }

  /** Returns whether all addresses of lanes {@code from} to {@code to} - 1 lie in the array. */
  boolean contains(long[] lanes, int from, int to) {
    long last = end() - 1;
    long outside = 0; // negative when a distance is
    for (int lane = from; lane < to; lane++) {
      outside |= lanes[lane] - address | last - lanes[lane];
    }
    return outside >= 0;
  }
}
