package org.polyphony.workload.profile;

import static org.polyphony.workload.profile.GlobalArray.SECTOR_BYTES;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.workload.profile.GlobalArray.Access;

/**
 * Where the accesses of an array are in it.
 *
 * @param bytes of the array
 * @param at byte of each access, an expression of the model language
 * @param notes what was chosen, one sentence each
 */
record Placement(long bytes, IdentityHashMap<Access, String> at, List<String> notes) {
  private static final int LANES = 32;
  private static final double FETCH = 64; // bytes that a miss of L2 reads from DRAM
  private static final double LEAST_BYTES = 256;
  private static final double MOST_BYTES = 8e9;
  private static final double REUSE =
      0.1; // share of L1 hits by which blocks have parts of their own

  /**
   * Places accesses whose address was loaded. They are random in an array of which DRAM delivers as
   * many bytes as were counted, each thread block in a part of its own if L1 hits; the lanes of a
   * warp lie as the counted sectors say, and trips of known strides one behind the other.
   *
   * @param read bytes that DRAM delivered for it if it is read
   */
  static Placement random(
      GlobalArray array, KernelProfile profile, Map<String, Double> trips, double read) {
    double fetched = fetched(array, profile, read);
    double hits = profile.find(Counter.L1_HITS).orElse(0) / Math.max(1, array.sectors());
    boolean isLocal =
        array.isRead()
            && array.accesses().stream().allMatch(Placement::hasAddressPerLane)
            && hits > REUSE;
    double all = isLocal ? fetched : bytes(array, profile, fetched);
    double part = isLocal ? Math.max(LEAST_BYTES, all / profile.blocks()) : all;
    IdentityHashMap<Access, String> at = new IdentityHashMap<>();
    long reach = 0;
    for (Access access : array.accesses()) {
      String inside = inside(array, access, (long) part, trips);
      at.put(access, isLocal ? block(profile) + " * " + (long) part + " + " + inside : inside);
      reach = Math.max(reach, reach(array, access, trips));
    }
    long bytes = ((long) part) * (isLocal ? profile.blocks() : 1);
    return new Placement(
        Math.addExact(bytes, reach), at, List.of(note(array, profile, part, isLocal)));
  }

  private static String block(KernelProfile profile) {
    int[] grid = profile.grid();
    return "(bx + " + grid[0] + " * (by + " + grid[1] + " * bz))";
  }

  /** Returns the byte of an access in a random part of an array. */
  private static String inside(
      GlobalArray array, Access access, long bytes, Map<String, Double> trips) {
    boolean isPerLane = hasAddressPerLane(access);
    StringBuilder text = new StringBuilder("hash(").append(seed(array, access));
    text.append(", bx, by, bz, ").append(isPerLane ? "thread" : "warp");
    access.loops().stream()
        .filter(k -> step(access, k) == 0)
        .forEach(k -> text.append(", ").append(k));
    long unit = isPerLane ? access.width() : span(access);
    text.append(") % ").append(Math.max(1, bytes / unit)).append(" * ").append(unit);
    if (!isPerLane && access.laneStride() > 0) {
      text.append(" + lane * ").append(access.laneStride());
    }
    access.loops().stream()
        .filter(k -> step(access, k) > 0 && trips.containsKey(k))
        .forEach(k -> text.append(" + ").append(k).append(" * ").append(step(access, k)));
    long first = offset(array, access);
    return first == 0 ? text.toString() : text + " + " + first;
  }

  /** Accesses at known distances from one loaded address share it. */
  private static long seed(GlobalArray array, Access access) {
    List<Access> all = array.accesses();
    for (int i = 0; i < all.size(); i++) {
      if (isSameBase(all.get(i), access)) {
        long same =
            all.subList(0, all.indexOf(access)).stream()
                .filter(a -> isSameBase(a, access) && a.value().at(0) == access.value().at(0))
                .count();
        return i + same * all.size();
      }
    }
    return all.indexOf(access);
  }

  private static boolean isSameBase(Access a, Access b) {
    return a.loops().equals(b.loops())
        && a.value().parameters().equals(b.value().parameters())
        && a.value().arguments().equals(b.value().arguments())
        && a.value().coefficients().equals(b.value().coefficients());
  }

  private static long offset(GlobalArray array, Access access) {
    return access.value().at(0)
        - array.accesses().stream()
            .filter(a -> isSameBase(a, access))
            .mapToLong(a -> a.value().at(0))
            .min()
            .orElse(access.value().at(0));
  }

  /**
   * Returns by how many bytes a trip of a loop moves an access; 0 if its address is loaded anew.
   */
  private static long step(Access access, String loop) {
    Long factor = access.value().coefficients().get(loop);
    return factor == null || factor == Value.UNKNOWN ? 0 : Math.abs(factor);
  }

  /** Returns the bytes that an access may lie above its random place, those of a lane included. */
  private static long reach(GlobalArray array, Access access, Map<String, Double> trips) {
    double steps =
        access.loops().stream()
            .mapToDouble(k -> step(access, k) * Math.ceil(trips.getOrDefault(k, 1.0)))
            .sum();
    return (long) steps + offset(array, access) + span(access) + access.width();
  }

  /** Returns the bytes that the lanes of a warp span, whole sectors. */
  private static long span(Access access) {
    long lanes = access.laneStride() * (LANES - 1) + access.width();
    return (lanes + SECTOR_BYTES - 1) / SECTOR_BYTES * SECTOR_BYTES;
  }

  /** Returns the bytes that DRAM delivered for an array, or took. */
  private static double fetched(GlobalArray array, KernelProfile profile, double read) {
    return array.isUpdate()
        ? profile.counter(Counter.L2_RED_MISSES) * SECTOR_BYTES
        : array.isRead() ? read : array.sectors() * SECTOR_BYTES;
  }

  /**
   * So many bytes that the accesses fetch what was fetched, if a half of L2 keeps what was last.
   */
  private static double bytes(GlobalArray array, KernelProfile profile, double fetched) {
    double cache = profile.counter(Counter.L2_BYTES) / 2;
    double accesses = 0;
    for (Access access : array.accesses()) {
      double lines = hasAddressPerLane(access) ? access.sectors() : span(access) / FETCH;
      accesses += lines * access.line().counts().warps();
    }
    double missShare = Math.min(1, fetched / FETCH / Math.max(1, accesses));
    double kept = cache * (missShare > 0.5 ? SECTOR_BYTES / FETCH : 1);
    double bytes = fetched < cache ? fetched : kept / Math.max(1e-3, 1 - missShare);
    return Math.min(Math.max(bytes, LEAST_BYTES), MOST_BYTES);
  }

  private static String note(
      GlobalArray array, KernelProfile profile, double bytes, boolean isLocal) {
    double read = profile.counter(Counter.DRAM_READ);
    return "%s: random accesses in %s MB%s, chosen so that DRAM delivers as much as counted (%s MB)"
        .formatted(
            array.name(),
            Math.round(bytes / 1e4) / 100.0,
            isLocal ? " of each thread block" : "",
            Math.round(read / 1e5) / 10.0);
  }

  /** Many sectors a request: the lanes of a warp have an address each. */
  private static boolean hasAddressPerLane(Access access) {
    return access.sectors() > access.line().counts().lanes() / 2;
  }
}
