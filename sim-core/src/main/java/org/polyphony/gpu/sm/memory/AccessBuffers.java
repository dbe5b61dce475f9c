package org.polyphony.gpu.sm.memory;

import java.util.Arrays;

/**
 * The accesses of memory instructions between issue and L1D, one buffer per instruction.
 *
 * <p>State per buffer: the remaining sectors (sent from the last one down), the remaining passes
 * over the shared-memory banks, and the waiting load.
 */
public final class AccessBuffers {
  /** No load is waiting. */
  static final int NO_LOAD = -1;

  final long[] address;
  final int[] bytes;
  final int[] count;
  final int[] passes;
  final int[] load;
  private final int[] free;
  private int freeCount;

  public AccessBuffers(int buffers) {
    address = new long[buffers * Coalescer.MAX_ACCESSES];
    bytes = new int[buffers * Coalescer.MAX_ACCESSES];
    count = new int[buffers];
    passes = new int[buffers];
    load = new int[buffers];
    free = new int[buffers];
    for (int i = 0; i < buffers; i++) {
      free[i] = buffers - 1 - i;
    }
    freeCount = buffers;
  }

  int take() {
    int buffer = free[--freeCount];
    count[buffer] = 0;
    passes[buffer] = 0;
    load[buffer] = NO_LOAD;
    return buffer;
  }

  /** Copies the coalescer's accesses into a buffer, relocated to the address space of a process. */
  void fill(int buffer, Coalescer from, int accesses, long addressBase) {
    int base = buffer * Coalescer.MAX_ACCESSES;
    for (int i = 0; i < accesses; i++) {
      address[base + i] = from.address[i] + addressBase;
    }
    System.arraycopy(from.bytes, 0, bytes, base, accesses);
    count[buffer] = accesses;
  }

  /** Returns the index of the access sent last. */
  int first(int buffer) {
    return buffer * Coalescer.MAX_ACCESSES;
  }

  /** Returns the index of the next access; there must be one. */
  int next(int buffer) {
    return first(buffer) + count[buffer] - 1;
  }

  /** Reverses the order of the accesses of a read. */
  void reverse(int buffer) {
    for (int low = first(buffer), high = next(buffer); low < high; low++, high--) {
      long other = address[low];
      address[low] = address[high];
      address[high] = other;
    }
  }

  /** Swaps an access with the next one. */
  void bringForward(int buffer, int at) {
    int next = next(buffer);
    long sector = address[at];
    int written = bytes[at];
    address[at] = address[next];
    bytes[at] = bytes[next];
    address[next] = sector;
    bytes[next] = written;
  }

  void release(int buffer) {
    free[freeCount++] = buffer;
  }

  public int size() {
    return free.length - freeCount;
  }

  @Override
  public String toString() {
    return "in use " + size() + ", accesses " + Arrays.toString(count);
  }
}
