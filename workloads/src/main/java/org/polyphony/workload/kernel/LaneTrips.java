package org.polyphony.workload.kernel;

import org.polyphony.gpu.kernel.Kernel;

/**
 * How often each lane does the loops whose trip counts differ between lanes.
 *
 * <p>State per warp and loop: trips by lane.
 */
final class LaneTrips {
  private final int loops;
  private final int[] trips;

  /** Makes the state of the warps of all slots, for such loops of the program. */
  LaneTrips(int warps, int loops) {
    this.loops = loops;
    this.trips = new int[warps * loops * Kernel.WARP_SIZE];
  }

  /** Notes the trips, by lane, of a warp that enters a loop; returns the fewest. */
  int enter(int warp, int loop, long[] counts) {
    int base = (warp * loops + loop) * Kernel.WARP_SIZE;
    int fewest = Integer.MAX_VALUE;
    for (int lane = 0; lane < Kernel.WARP_SIZE; lane++) {
      int count = (int) counts[lane];
      trips[base + lane] = count;
      fewest = Math.min(fewest, count);
    }
    return fewest;
  }

  /** Returns the lanes that do more trips than {@code done}. */
  int lanesWithMore(int warp, int loop, int done) {
    int base = (warp * loops + loop) * Kernel.WARP_SIZE;
    int lanes = 0;
    for (int lane = 0; lane < Kernel.WARP_SIZE; lane++) {
      lanes |= trips[base + lane] > done ? 1 << lane : 0;
    }
    return lanes;
  }
}
