package org.polyphony.workload.profile;

import java.util.IdentityHashMap;
import java.util.List;
import org.polyphony.workload.profile.GlobalArray.Access;

/**
 * Where the accesses of an array are in it.
 *
 * @param bytes of the array
 * @param at byte of each access, an expression of the model language
 * @param notes what was chosen, one sentence each
 */
record Placement(long bytes, IdentityHashMap<Access, String> at, List<String> notes) {
  private static final double SECTOR = 32; // bytes
  private static final double LEAST_BYTES = 4096;
  private static final double MOST_BYTES = 8e9;

  /**
   * Places accesses whose address was loaded: random in an array as large as the traffic says, what
   * missed L2, or so large that as many accesses hit as were counted.
   */
  static Placement random(GlobalArray array, KernelProfile profile) {
    double bytes = bytes(array, profile);
    int width = array.accesses().get(0).width();
    long elements = Math.max(1, Math.round(bytes / width));
    IdentityHashMap<Access, String> at = new IdentityHashMap<>();
    int i = 0;
    for (Access access : array.accesses()) {
      boolean isPerLane = hasAddressPerLane(access.line());
      StringBuilder seed = new StringBuilder("hash(" + i++ + ", bx, by, bz, ");
      seed.append(isPerLane ? "thread" : "warp");
      access.loops().forEach(k -> seed.append(", ").append(k));
      String lane = isPerLane ? "" : " + lane * " + access.width();
      at.put(access, seed + ") % " + elements + " * " + width + lane);
    }
    return new Placement(elements * width, at, List.of(note(array, profile, bytes)));
  }

  private static double bytes(GlobalArray array, KernelProfile profile) {
    double sectors = array.accesses().stream().mapToDouble(a -> a.line().counts().sectors()).sum();
    double dense = Math.max(0, profile.counter(Counter.L2_READS) - sectors);
    boolean isUpdate = array.accesses().get(0).line().name().startsWith("RED");
    double missed =
        isUpdate
            ? profile.counter(Counter.L2_RED_MISSES)
            : Math.max(0, profile.counter(Counter.L2_READ_MISSES) - dense);
    double cache = profile.counter(Counter.L2_BYTES) / 2;
    double hitShare = Math.max(0.001, 1 - missed / Math.max(1, sectors));
    double bytes = hitShare > 0.5 ? missed * SECTOR : cache / hitShare;
    return Math.min(Math.max(bytes, LEAST_BYTES), MOST_BYTES);
  }

  private static String note(GlobalArray array, KernelProfile profile, double bytes) {
    double hits = profile.counter(Counter.L2_HITS);
    double misses = profile.counter(Counter.L2_MISSES);
    double requested = Math.max(1, profile.counter(Counter.L2_SECTORS));
    return ("%s: random accesses in %s MB, chosen so that as many miss L2 as were counted"
            + " (%s%% of %s sectors)")
        .formatted(
            array.name(),
            Math.round(bytes / 1e5) / 10.0,
            Math.round(100 * (1 - hits / Math.max(1, hits + misses))),
            Math.round(requested));
  }

  /** Few sectors a request: the lanes of a warp are one behind the other. */
  private static boolean hasAddressPerLane(SassLine line) {
    double perRequest = (double) line.counts().sectors() / Math.max(1, line.counts().warps());
    return perRequest > line.counts().lanes() / 2;
  }
}
