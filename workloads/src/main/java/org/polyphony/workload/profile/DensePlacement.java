package org.polyphony.workload.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.polyphony.workload.profile.GlobalArray.Access;

/**
 * Lays out an array without gaps: first the rows of a thread block, then strides that the code
 * says, its accesses in order, the blocks, and then the trips of its loops.
 */
final class DensePlacement {
  private static final String TRANSPOSED = "transposed"; // in place of the thread's part

  private final GlobalArray array;
  private final KernelProfile profile;
  private final Set<String> dropped;
  private final Set<String> overlapped;
  private final Map<String, Long> blockStrides = new LinkedHashMap<>();
  private final Map<String, Long> ranges = new HashMap<>();
  private final IdentityHashMap<Access, String> at = new IdentityHashMap<>();
  private final List<String> notes = new ArrayList<>();
  private long extent; // bytes of what is placed so far
  private long ofBlock; // bytes from the first to the last that a thread block accesses
  private long bytes; // of the array

  private DensePlacement(
      GlobalArray array,
      KernelProfile profile,
      Map<String, Double> trips,
      Set<String> dropped,
      Set<String> overlapped) {
    this.array = array;
    this.profile = profile;
    this.dropped = dropped;
    this.overlapped = overlapped;
    ranges.put("bx", (long) profile.grid()[0]);
    ranges.put("by", (long) profile.grid()[1]);
    ranges.put("bz", (long) profile.grid()[2]);
    trips.forEach((k, t) -> ranges.put(k, (long) Math.ceil(t - 1e-6)));
  }

  /**
   * Places the accesses of an array.
   *
   * @param trips by loop counter
   * @param dropped block indices that the address is taken not to depend on
   * @param overlapped loops whose trips are taken to be one element apart
   * @throws ArithmeticException if the array is larger than 64 bits say
   */
  static Placement of(
      GlobalArray array,
      KernelProfile profile,
      Map<String, Double> trips,
      Set<String> dropped,
      Set<String> overlapped) {
    DensePlacement placement = new DensePlacement(array, profile, trips, dropped, overlapped);
    placement.place();
    return new Placement(placement.bytes, placement.at, placement.notes);
  }

  private void place() {
    Map<List<String>, List<Access>> byLoops = new LinkedHashMap<>();
    for (Access access : array.accesses()) {
      byLoops.computeIfAbsent(access.dependentLoops(), k -> new ArrayList<>()).add(access);
    }
    IdentityHashMap<Access, String> inBlock = new IdentityHashMap<>();
    Map<String, Long> offsets = new HashMap<>();
    long blockBytes = 0;
    for (Map.Entry<List<String>, List<Access>> entry : byLoops.entrySet()) {
      List<Long> shape = entry.getKey().stream().map(ranges::get).toList();
      String again = shape + " " + entry.getValue().size();
      boolean isAgain = !shape.isEmpty() && offsets.containsKey(again);
      long from = isAgain ? offsets.get(again) : blockBytes;
      extent = 0;
      placeInBlock(entry.getKey(), entry.getValue(), from, inBlock);
      offsets.put(again, from);
      blockBytes = Math.max(blockBytes, Math.addExact(from, extent));
    }
    placeBlocks(inBlock);
  }

  /** Rows of the block, then trips of known strides, accesses, other trips from the inside out. */
  private void placeInBlock(
      List<String> loops, List<Access> members, long from, IdentityHashMap<Access, String> to) {
    IdentityHashMap<Access, String> threads = new IdentityHashMap<>();
    long tile = 0;
    Map<String, Long> places = new TreeMap<>();
    for (Access access : members) {
      long touched = threadPart(access, threads);
      tile = Math.max(tile, touched);
      places.putIfAbsent(relative(access), (long) places.size());
    }
    tile = round(tile);
    Map<String, String> strides = new LinkedHashMap<>();
    for (int i = loops.size() - 1; i >= 0; i--) {
      String k = loops.get(i);
      long known = overlapped.contains(k) ? members.get(0).width() : known(members, k);
      if (known > 0) { // within an array, of which each place may be another one
        tile = Math.max(tile, Math.addExact(Math.multiplyExact(known, range(k) - 1), tile));
        strides.put(k, k + " * " + known);
      }
    }
    extent = Math.multiplyExact(tile, (long) places.size());
    long last = Math.addExact(from, extent); // of the first thread block
    if (strides.size() < loops.size()) {
      extent = placeBlocksWithin(extent);
    }
    for (int i = loops.size() - 1; i >= 0; i--) {
      String k = loops.get(i);
      if (!strides.containsKey(k)) {
        strides.put(k, k + " * " + extent);
        last = Math.addExact(last, Math.multiplyExact(extent, range(k) - 1));
        extent = Math.multiplyExact(extent, range(k));
      }
    }
    ofBlock = Math.max(ofBlock, last);
    for (Access access : members) {
      long first = from + places.get(relative(access)) * tile + above(access);
      StringBuilder text = new StringBuilder(threads.get(access));
      strides.values().forEach(s -> text.append(" + ").append(s));
      to.put(access, text + (first == 0 ? "" : " + " + first));
    }
  }

  private long range(String loop) {
    return Math.max(1, ranges.getOrDefault(loop, 1L));
  }

  /**
   * Accesses at known distances belong to one tile. Those at the same known place differ in what is
   * not known: each has a tile of its own.
   */
  private String relative(Access access) {
    long same =
        !access.value().parameters().contains("?")
            ? 0
            : array.accesses().subList(0, array.accesses().indexOf(access)).stream()
                .filter(other -> isAlike(access, other))
                .count();
    return access.value().parameters() + " " + same;
  }

  private static boolean isAlike(Access a, Access b) {
    return a.value().parameters().equals(b.value().parameters())
        && a.value().at(0) == b.value().at(0)
        && a.dependentLoops().equals(b.dependentLoops());
  }

  private static long known(List<Access> members, String symbol) {
    long found = 0;
    for (Access access : members) {
      Long factor = access.value().coefficients().get(symbol);
      found = factor == null || factor == Value.UNKNOWN ? found : Math.abs(factor);
    }
    return found;
  }

  /** Returns the bytes of a block's tile that an access touches. */
  private long threadPart(Access access, IdentityHashMap<Access, String> to) {
    int width = access.width();
    Value value = access.value();
    if (value.arguments().contains(Value.THREAD)) {
      return hidden(access, width, to) + above(access);
    }
    long[] offsets = new long[profile.threads()];
    for (int t = 0; t < offsets.length; t++) {
      offsets[t] = value.at(t) - value.at(0);
    }
    long row = span(offsets) + width;
    long between = value.pitched().isEmpty() ? 0 : farthest(access) + alongRow(access);
    for (long[] table : value.pitched()) {
      long[] rows = ranks(table);
      long pitch = row + between;
      between = 0;
      for (int t = 0; t < offsets.length; t++) {
        offsets[t] += rows[t] * pitch;
      }
      row = span(offsets) + width;
    }
    long least = Arrays.stream(offsets).min().orElse(0);
    for (int t = 0; t < offsets.length; t++) {
      offsets[t] -= least;
    }
    String expression = ThreadFunction.expression(offsets);
    to.put(access, expression == null ? "thread * " + width : expression);
    return (expression == null ? (long) offsets.length * width : row) + above(access);
  }

  /** Returns the bytes from the first access at a known distance to an access. */
  private long above(Access access) {
    return access.value().at(0) - alike(access).min().orElse(0);
  }

  /** Returns the bytes by which blocks and trips of known strides move along a row. */
  private long alongRow(Access access) {
    long found = 0;
    for (Map.Entry<String, Long> factor : access.value().coefficients().entrySet()) {
      long stride = factor.getValue() == Value.UNKNOWN ? 0 : Math.abs(factor.getValue());
      found = Math.addExact(found, Math.multiplyExact(stride, range(factor.getKey()) - 1));
    }
    return found;
  }

  private long farthest(Access access) {
    return alike(access).max().orElse(0) - alike(access).min().orElse(0);
  }

  private LongStream alike(Access access) {
    Set<String> parameters = access.value().parameters();
    return array.accesses().stream()
        .filter(a -> a.value().parameters().equals(parameters))
        .mapToLong(a -> a.value().at(0));
  }

  /**
   * A function of the thread that the code hides: the same for all lanes, in order, or as far apart
   * as the sectors that a warp touches say; or transposed if each lane has a line of its own.
   */
  private long hidden(Access access, int width, IdentityHashMap<Access, String> to) {
    SassLine.Counts counts = access.line().counts();
    double lanes = Math.max(1, counts.lanes());
    double lines = (double) counts.tags() / Math.max(1, counts.warps());
    double dense = Math.ceil(lanes * width / GlobalArray.SECTOR_BYTES);
    if (access.sectors() > 2 * dense && lines > 0.9 * lanes) {
      to.put(access, TRANSPOSED);
      return (long) profile.threads() * width;
    }
    long stride = access.laneStride();
    to.put(access, stride == 0 ? "0" : "thread * " + stride);
    return Math.max(width, profile.threads() * stride);
  }

  /** Returns the bytes of what all blocks access, of what each accesses so many bytes of. */
  private long placeBlocksWithin(long inside) {
    long found = inside;
    for (String b : blocks()) {
      long known = known(array.accesses(), b);
      long stride = blockStrides.getOrDefault(b, known == 0 ? Math.max(1, round(found)) : known);
      blockStrides.put(b, stride);
      found = Math.addExact(Math.multiplyExact(stride, ranges.get(b) - 1), found);
    }
    return round(found);
  }

  /** Returns the block indices that addresses depend on. */
  private List<String> blocks() {
    Set<String> all = new TreeSet<>(); // bx, by, bz
    array.accesses().forEach(a -> all.addAll(a.blocks()));
    all.removeAll(dropped);
    all.removeIf(b -> ranges.get(b) == 1);
    return List.copyOf(all);
  }

  private void placeBlocks(IdentityHashMap<Access, String> inBlock) {
    bytes = placeBlocksWithin(ofBlock);
    StringBuilder text = new StringBuilder();
    blocks().forEach(b -> text.append(" + ").append(b).append(" * ").append(blockStrides.get(b)));
    for (Access access : array.accesses()) {
      String inside = inBlock.get(access);
      at.put(
          access,
          inside.startsWith(TRANSPOSED)
              ? transposed(access, inside.substring(TRANSPOSED.length()) + text)
              : inside + text);
    }
  }

  /** A square matrix that is read by columns, elements in the order of the threads. */
  private String transposed(Access access, String rest) {
    int width = access.width();
    long elements = Math.max(1, bytes / width);
    long side = Math.max(1, Math.round(Math.sqrt((double) elements)));
    bytes = Math.max(bytes, side * side * width);
    String index = "((thread * " + width + rest + ") / " + width + ")";
    notes.add(
        "%s: lanes read %s elements apart, as in a transposed square matrix"
            .formatted(array.name(), side));
    return "(" + index + " % " + side + " * " + side + " + " + index + " / " + side + " % " + side
        + ") * " + width;
  }

  private static long round(long number) {
    return (number + 31) / 32 * 32;
  }

  private static long span(long[] table) {
    return Arrays.stream(table).max().orElse(0) - Arrays.stream(table).min().orElse(0);
  }

  /** Replaces values by their rank, in steps of the smallest difference. */
  private static long[] ranks(long[] table) {
    long least = Arrays.stream(table).min().orElse(0);
    long step = 0;
    for (long v : table) {
      step = greatestCommonDivisor(v - least, step);
    }
    long unit = Math.max(1, step);
    return Arrays.stream(table).map(v -> (v - least) / unit).toArray();
  }

  private static long greatestCommonDivisor(long a, long b) {
    return b == 0 ? Math.abs(a) : greatestCommonDivisor(b, a % b);
  }
}
