package org.polyphony.policy.partition.measure;

import java.util.Arrays;
import java.util.List;

/**
 * The thread blocks of each kernel on one SM.
 *
 * @param of by kernel; 0 for a kernel that is not on the SM
 */
public record Mix(List<Integer> of) {
  /** Spatial multitasking in place of a mix that all SMs hold: each SM runs one kernel. */
  public static final Mix SPATIAL = new Mix(List.of());

  public Mix {
    of = List.copyOf(of);
  }

  public static Mix of(int... counts) {
    return new Mix(Arrays.stream(counts).boxed().toList());
  }

  public int of(int kernel) {
    return of.get(kernel);
  }

  public int[] counts() {
    return of.stream().mapToInt(Integer::intValue).toArray();
  }
}
