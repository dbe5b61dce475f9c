package org.polyphony.study.maestro;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.polyphony.gpu.alloc.RangeAllocator;

/**
 * Two kernels hold an SM evenly, A first; B is to get one thread block more, for which thread
 * blocks of A have to leave. What of the registers can B not use, because they do not lie together?
 * Source: GPU Maestro section 3.3.1, Figure 6.
 */
record RegisterFragmentation(
    RangeAllocator.Factory allocation, int registers, int slots, Choice choice, int draws) {
  private static final int SIDE_A = 0;
  private static final int SIDE_B = 1;

  /** Which thread blocks leave. */
  enum Choice {
    /** Any, as without a rule. */
    RANDOM,
    /** Those at the boundary first. Source: GPU Maestro Figure 10 (b). */
    BOUNDARY
  }

  /**
   * Returns the mean share of the registers that would do for B but lie apart, 0 to 1.
   *
   * @param ofA registers of a thread block of A, at most half of the SM's
   */
  double mean(int ofA, int ofB, Random random) {
    double sum = 0;
    for (int draw = 0; draw < draws; draw++) {
      sum += once(ofA, ofB, random);
    }
    return sum / draws;
  }

  private double once(int ofA, int ofB, Random random) {
    RangeAllocator space = allocation.create(registers);
    List<Integer> placesOfA = fill(space, SIDE_A, ofA);
    int countOfB = fill(space, SIDE_B, ofB).size();
    order(placesOfA, space, random);
    int slotsFree = slots - placesOfA.size() - countOfB;
    for (int start : placesOfA) {
      if (space.free() >= ofB && slotsFree > 0) {
        break;
      }
      space.release(start, ofA);
      slotsFree++;
    }
    boolean hasPlace = space.find(SIDE_B, ofB) != RangeAllocator.NONE;
    return hasPlace ? 0 : (double) space.fragmented(ofB) / registers;
  }

  /** Gives a kernel its half of the SM; returns where its thread blocks lie, in their order. */
  private List<Integer> fill(RangeAllocator space, int side, int each) {
    List<Integer> places = new ArrayList<>();
    int count = Math.min(slots / 2, registers / 2 / each);
    for (int i = 0; i < count; i++) {
      places.add(space.take(side, each));
    }
    return places;
  }

  private void order(List<Integer> places, RangeAllocator space, Random random) {
    if (choice == Choice.RANDOM) {
      Collections.shuffle(places, random);
    } else if (space.boundary(SIDE_A) > 0) {
      Collections.reverse(places);
    }
  }
}
