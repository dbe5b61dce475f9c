package org.polyphony.gpu.alloc;

/**
 * Gives out consecutive ranges of a one-dimensional resource of an SM, registers or shared memory.
 * A range of length 0 takes no place and always fits. Source: GPU Maestro sections 3.3.1 and 4.2.
 *
 * <p>{@code side} numbers the processes whose thread blocks share the SM, from 0; an allocator may
 * place them apart.
 */
public abstract class RangeAllocator {
  /** No range of this length is free where the side may have it. */
  public static final int NONE = -1;

  final FreeSpace space;

  /** Makes the allocator of one resource of one SM. */
  @FunctionalInterface
  public interface Factory {
    /**
     * Returns an allocator with all of the resource free.
     *
     * @param capacity its amount, at least 0
     */
    RangeAllocator create(int capacity);
  }

  /** Makes an allocator with all of the resource free. */
  RangeAllocator(int capacity) {
    space = new FreeSpace(capacity);
  }

  /** Returns where {@link #take} would place a range now, or {@link #NONE}. */
  public abstract int find(int side, int length);

  /**
   * Takes a range.
   *
   * @param side whose it is
   * @param length its length, at least 0
   * @return its first unit
   * @throws IllegalStateException if there is no room
   */
  public final int take(int side, int length) {
    int start = find(side, length);
    space.take(start, length);
    return start;
  }

  /**
   * Frees a range.
   *
   * @param start what {@link #take} returned
   * @param length what it was given
   * @throws IllegalArgumentException if no such range is taken
   */
  public final void release(int start, int length) {
    space.release(start, length);
  }

  /**
   * Returns which range of a side lies at its boundary and should be given up first: 1 the highest,
   * -1 the lowest, 0 when it makes no difference. Source: GPU Maestro Figure 10 (b).
   */
  public abstract int boundary(int side);

  /** Returns the amount of the resource. */
  public final int capacity() {
    return space.capacity();
  }

  /** Returns the amount that is free, in one piece or many. */
  public final int free() {
    return space.free();
  }

  /**
   * Returns the free amount that ranges of this length could use if it were in one piece, but
   * cannot use as it lies. A remainder too small for another range does not count. Source: GPU
   * Maestro Figure 6.
   *
   * @param length at least 1
   */
  public final int fragmented(int length) {
    return space.fragmented(length);
  }
}
