package org.polyphony.study.maestro;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.alloc.RangeAllocator;

/**
 * The two situations of GPU Maestro's Figure 5, on an allocator of the device: 10 kB of shared
 * memory, a thread block of kernel 0 with 2.5 kB, two of kernel 1 with 3 kB each.
 */
record SharedMemorySituations(RangeAllocator.Factory allocation) {
  private static final int KILOBYTE = 1024;
  private static final int CAPACITY = 10 * KILOBYTE;
  private static final int OF_FIRST = 5 * KILOBYTE / 2;
  private static final int OF_SECOND = 3 * KILOBYTE;

  /**
   * The free shared memory in a situation.
   *
   * @param pieces free bytes of each contiguous piece, in address order
   * @param fittingByAmount thread blocks for which the free bytes suffice
   * @param unusable bytes that would suffice for more of them, but are not contiguous
   */
  record State(List<Integer> pieces, int fittingByAmount, int launched, int unusable) {
    State {
      pieces = List.copyOf(pieces);
    }
  }

  /** The allocated ranges. */
  private final class Layout {
    private final RangeAllocator space = allocation.create(CAPACITY);
    private final List<List<Integer>> places = List.of(new ArrayList<>(), new ArrayList<>());

    boolean launch(int kernel) {
      boolean fits = space.find(kernel, bytes(kernel)) != RangeAllocator.NONE;
      if (fits) {
        places.get(kernel).add(space.take(kernel, bytes(kernel)));
      }
      return fits;
    }

    void leave(int kernel, int place) {
      space.release(place, bytes(kernel));
      places.get(kernel).remove(Integer.valueOf(place));
    }

    void end(int kernel) {
      List.copyOf(places.get(kernel)).forEach(place -> leave(kernel, place));
    }

    /** Preempts the thread block at the boundary, or without a boundary the lowest one. */
    void preempt(int kernel) {
      boolean isLowest = space.boundary(kernel) < 0;
      List<Integer> sorted = places.get(kernel).stream().sorted().toList();
      leave(kernel, isLowest ? sorted.get(0) : sorted.get(sorted.size() - 1));
    }

    /** Launches as many thread blocks of a kernel as fit. */
    State fill(int kernel) {
      int fitting = space.free() / bytes(kernel);
      int launched = 0;
      while (launched < fitting && launch(kernel)) {
        launched++;
      }
      return new State(pieces(), fitting, launched, space.fragmented(bytes(kernel)));
    }

    private List<Integer> pieces() {
      int[] taken = new int[CAPACITY + 1];
      for (int kernel = 0; kernel < 2; kernel++) {
        for (int place : places.get(kernel)) {
          taken[place]++;
          taken[place + bytes(kernel)]--;
        }
      }
      List<Integer> pieces = new ArrayList<>();
      int length = 0;
      int depth = 0;
      for (int at = 0; at <= CAPACITY; at++) {
        depth += taken[at];
        boolean isFree = depth == 0 && at < CAPACITY;
        if (!isFree && length > 0) {
          pieces.add(length);
        }
        length = isFree ? length + 1 : 0;
      }
      return pieces;
    }
  }

  private static int bytes(int kernel) {
    return kernel == 0 ? OF_FIRST : OF_SECOND;
  }

  private Layout start() {
    Layout layout = new Layout();
    layout.launch(0);
    layout.launch(1);
    layout.launch(1);
    return layout;
  }

  /** Situation (a): kernel 0 ends, and kernel 1 launches as many thread blocks as fit. */
  State afterAKernelEnds() {
    Layout layout = start();
    layout.end(0);
    return layout.fill(1);
  }

  /**
   * Situation (b): a thread block of kernel 1 is preempted and one of kernel 0 launched; then
   * kernel 1 ends, and kernel 0 launches as many thread blocks as fit.
   */
  State afterAPreemption() {
    Layout layout = start();
    layout.preempt(1);
    layout.launch(0);
    layout.end(1);
    return layout.fill(0);
  }
}
