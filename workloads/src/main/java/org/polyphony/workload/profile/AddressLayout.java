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
import org.polyphony.workload.sass.SassMnemonic;

/**
 * Gives each global access of a launch an address: an array and a byte in it.
 *
 * <p>What the code says is kept: strides of threads, blocks and loops that are numbers. Strides
 * that depend on kernel parameters are chosen so that an array is dense: first the rows of a thread
 * block, then its accesses in order, then the trips of its loops, then the blocks. Accesses whose
 * address was loaded are random in an array as large as the traffic says.
 */
final class AddressLayout {
  private static final double SECTOR = 32; // bytes
  private static final double LINE = 128; // bytes
  private static final long ALIGNMENT = 128; // bytes

  private final KernelProfile profile;
  private final Values values;
  private final Map<String, Double> trips; // by loop counter
  private final Map<String, Group> groups = new LinkedHashMap<>();
  private final IdentityHashMap<SassLine, Access> accesses = new IdentityHashMap<>();
  private final List<String> notes = new ArrayList<>();

  /** An access in a group: its place in the program, and its loops from the outside in. */
  private record Access(SassLine line, Value value, List<String> loops, Group group) {}

  /** Accesses of one array. */
  private static final class Group {
    final String name;
    final List<Access> accesses = new ArrayList<>();
    final IdentityHashMap<Access, String> expressions = new IdentityHashMap<>();
    long bytes;

    Group(String name) {
      this.name = name;
    }
  }

  AddressLayout(KernelProfile profile, Values values, Map<String, Double> trips) {
    this.profile = profile;
    this.values = values;
    this.trips = trips;
  }

  /** Notes a global access of the program; all are noted before {@link #place}. */
  void add(SassLine line, List<String> loops) {
    Value value = values.address(line);
    if (value == null) {
      value = Value.function(profile.threads(), Set.of(Value.THREAD));
    }
    String key = key(line, value);
    Group group = groups.computeIfAbsent(key, k -> new Group("array" + groups.size()));
    Access access = new Access(line, value, List.copyOf(loops), group);
    group.accesses.add(access);
    accesses.put(line, access);
  }

  /** One array has one pointer among the parameters; else accesses of one shape share an array. */
  private String key(SassLine line, Value value) {
    String pointer =
        value.parameters().stream().filter(p -> p.startsWith("0x")).findFirst().orElse("");
    boolean isWritten = line.name().startsWith("ST") || line.name().startsWith("RED");
    String shape =
        pointer.isEmpty()
            ? value.arguments() + " " + Arrays.hashCode(shape(value)) + " " + isWritten
            : "";
    boolean isGather = value.arguments().contains(Value.DATA);
    return pointer + shape + (isGather ? " gather" : "");
  }

  private long[] shape(Value value) {
    long[] found = new long[Math.min(64, profile.threads())];
    for (int t = 0; t < found.length; t++) {
      found[t] = value.at(t) - value.at(0);
      for (long[] table : value.pitched()) {
        found[t] = found[t] * 31 + table[t];
      }
    }
    return found;
  }

  /** Places all arrays. */
  void place() {
    for (Group group : groups.values()) {
      boolean isGather =
          group.accesses.stream().anyMatch(a -> a.value.arguments().contains(Value.DATA));
      if (isGather) {
        placeRandom(group);
      } else {
        new Dense(group, Set.of()).place();
      }
    }
    shareTiles();
  }

  /** Returns the array and the byte of an access, as {@code array[byte]}. */
  String address(SassLine line) {
    Access access = accesses.get(line);
    return access.group.name + "[" + access.group.expressions.get(access) + "]";
  }

  /** Returns the bytes of each array. */
  Map<String, Long> arrays() {
    Map<String, Long> found = new LinkedHashMap<>();
    groups
        .values()
        .forEach(g -> found.put(g.name, (g.bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT));
    return found;
  }

  /** Returns what was chosen, one sentence each. */
  List<String> notes() {
    return notes;
  }

  /**
   * Where blocks read more than DRAM delivered and the code hides which blocks read the same data,
   * the groups take turns in depending on one block index only, as the operands of a matrix product
   * do.
   */
  private void shareTiles() {
    List<Group> hidden = new ArrayList<>();
    double read = 0;
    for (Group group : groups.values()) {
      boolean isRead = group.accesses.get(0).line.name().startsWith("LD");
      read += isRead ? group.bytes : 0;
      boolean isHidden =
          isRead && group.accesses.stream().allMatch(a -> blocksOf(a.value.arguments()).size() > 1);
      if (isHidden) {
        hidden.add(group);
      }
    }
    double measured = profile.metric("dram__bytes_read.sum");
    if (hidden.isEmpty() || measured <= 0 || read < 1.5 * measured) {
      return;
    }
    List<String> sides = List.of("bx", "by", "bz");
    for (int i = 0; i < hidden.size(); i++) {
      String kept = sides.get(1 - i % 2);
      Set<String> dropped = new TreeSet<>(sides);
      dropped.remove(kept);
      new Dense(hidden.get(i), dropped).place();
      notes.add(
          hidden.get(i).name
              + ": blocks with the same "
              + kept
              + " are taken to read the same data; the code hides which do, and DRAM delivered less"
              + " than all of them read");
    }
  }

  private static Set<String> blocksOf(Set<String> names) {
    Set<String> found = new TreeSet<>(names);
    found.retainAll(Set.of("bx", "by", "bz"));
    return found;
  }

  /** Random accesses: the array is what missed L2, or so large that as many hit as were counted. */
  private void placeRandom(Group group) {
    double hits = profile.metric("lts__t_sectors_srcunit_tex_lookup_hit.sum");
    double misses = profile.metric("lts__t_sectors_srcunit_tex_lookup_miss.sum");
    double sectors = group.accesses.stream().mapToDouble(a -> a.line.counts().sectors()).sum();
    double requested = Math.max(1, profile.metric("lts__t_sectors_srcunit_tex.sum"));
    double dense = Math.max(0, profile.metric("lts__t_sectors_srcunit_tex_op_read.sum") - sectors);
    boolean isUpdate = group.accesses.get(0).line.name().startsWith("RED");
    double missed =
        isUpdate
            ? profile.metric("lts__t_sectors_srcunit_tex_op_red_lookup_miss.sum")
            : Math.max(
                0, profile.metric("lts__t_sectors_srcunit_tex_op_read_lookup_miss.sum") - dense);
    double cache = profile.metric("device__attribute_l2_cache_size") / 2;
    double hitShare = Math.max(0.001, 1 - missed / Math.max(1, sectors));
    double bytes = hitShare > 0.5 ? missed * SECTOR : cache / hitShare;
    bytes = Math.min(Math.max(bytes, 4096), 8e9);
    int width = width(group.accesses.get(0).line);
    long elements = Math.max(1, Math.round(bytes / width));
    group.bytes = elements * width;
    int i = 0;
    for (Access access : group.accesses) {
      StringBuilder seed = new StringBuilder("hash(" + i++ + ", bx, by, bz, ");
      seed.append(lanesPerAddress(access.line) > 1 ? "warp" : "thread");
      access.loops.forEach(k -> seed.append(", ").append(k));
      group.expressions.put(
          access, seed + ") % " + elements + " * " + width + laneOffset(access.line));
    }
    notes.add(
        group.name
            + ": random accesses in "
            + Math.round(bytes / 1e5) / 10.0
            + " MB, chosen so that as many miss L2 as were counted ("
            + Math.round(100 * (1 - hits / Math.max(1, hits + misses)))
            + "% of "
            + Math.round(requested)
            + " sectors)");
  }

  private static int lanesPerAddress(SassLine line) {
    double perRequest = (double) line.counts().sectors() / Math.max(1, line.counts().warps());
    return perRequest > line.counts().lanes() / 2 ? 1 : 32;
  }

  private static String laneOffset(SassLine line) {
    return lanesPerAddress(line) == 1 ? "" : " + lane * " + width(line);
  }

  private static int width(SassLine line) {
    return SassMnemonic.ofModel(line.opcode()).widthBytes();
  }

  /** Lays out one group without gaps. */
  private final class Dense {
    private final Group group;
    private final Set<String> dropped;
    private final Map<String, Long> ranges = new HashMap<>();
    private long extent; // bytes of what is placed so far

    Dense(Group group, Set<String> dropped) {
      this.group = group;
      this.dropped = dropped;
      ranges.put("bx", (long) profile.grid()[0]);
      ranges.put("by", (long) profile.grid()[1]);
      ranges.put("bz", (long) profile.grid()[2]);
      trips.forEach((k, t) -> ranges.put(k, (long) Math.ceil(t - 1e-6)));
    }

    void place() {
      Map<List<String>, List<Access>> byLoops = new LinkedHashMap<>();
      for (Access access : group.accesses) {
        byLoops.computeIfAbsent(dependentLoops(access), k -> new ArrayList<>()).add(access);
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
        blockBytes = Math.max(blockBytes, from + extent);
      }
      placeBlocks(blockBytes, inBlock);
    }

    private List<String> dependentLoops(Access access) {
      Set<String> all = access.value.all();
      return access.loops.stream().filter(all::contains).toList();
    }

    /**
     * Rows of the block, then trips of known strides, accesses, other trips from the inside out.
     */
    private void placeInBlock(
        List<String> loops, List<Access> members, long from, IdentityHashMap<Access, String> to) {
      IdentityHashMap<Access, String> threads = new IdentityHashMap<>();
      long tile = 0;
      Map<String, Long> places = new TreeMap<>();
      for (Access access : members) {
        long bytes = threadPart(access, threads);
        tile = Math.max(tile, bytes);
        places.putIfAbsent(relative(access), (long) places.size());
      }
      tile = round(tile);
      Map<String, String> strides = new LinkedHashMap<>();
      for (int i = loops.size() - 1; i >= 0; i--) {
        String k = loops.get(i);
        long known = known(members, k);
        if (known > 0) { // within an array, of which each place may be another one
          tile = Math.max(tile, known * (range(k) - 1) + tile);
          strides.put(k, k + " * " + known);
        }
      }
      extent = tile * places.size();
      for (int i = loops.size() - 1; i >= 0; i--) {
        String k = loops.get(i);
        if (!strides.containsKey(k)) {
          strides.put(k, k + " * " + extent);
          extent *= range(k);
        }
      }
      for (Access access : members) {
        long at =
            from + places.get(relative(access)) * tile + access.value.at(0) % Math.max(1, tile);
        StringBuilder text = new StringBuilder(threads.get(access));
        strides.values().forEach(s -> text.append(" + ").append(s));
        to.put(access, text + (at == 0 ? "" : " + " + at));
      }
    }

    private long range(String loop) {
      return Math.max(1, ranges.getOrDefault(loop, 1L));
    }

    /**
     * Accesses at known distances belong to one tile. Those at the same known place differ in what
     * is not known: each has a tile of its own.
     */
    private String relative(Access access) {
      long same =
          !access.value.parameters().contains("?")
              ? 0
              : group.accesses.subList(0, group.accesses.indexOf(access)).stream()
                  .filter(other -> isAlike(access, other))
                  .count();
      return access.value.parameters() + " " + same;
    }

    private boolean isAlike(Access a, Access b) {
      return a.value.parameters().equals(b.value.parameters())
          && a.value.at(0) == b.value.at(0)
          && dependentLoops(a).equals(dependentLoops(b));
    }

    private long known(List<Access> members, String symbol) {
      long found = 0;
      for (Access access : members) {
        Long factor = access.value.coefficients().get(symbol);
        found = factor == null || factor == Value.UNKNOWN ? found : Math.abs(factor);
      }
      return found;
    }

    /** Returns the bytes of a block's tile that an access touches. */
    private long threadPart(Access access, IdentityHashMap<Access, String> to) {
      int width = width(access.line);
      Value value = access.value;
      long[] bytes = new long[profile.threads()];
      for (int t = 0; t < bytes.length; t++) {
        bytes[t] = value.at(t) - value.at(0);
      }
      long row = span(bytes) + width;
      boolean isHidden = value.arguments().contains(Value.THREAD);
      if (isHidden) {
        return hidden(access, width, to);
      }
      for (long[] table : value.pitched()) {
        long[] rows = ranks(table);
        long pitch = row;
        for (int t = 0; t < bytes.length; t++) {
          bytes[t] += rows[t] * pitch;
        }
        row = span(bytes) + width;
      }
      long least = Arrays.stream(bytes).min().orElse(0);
      for (int t = 0; t < bytes.length; t++) {
        bytes[t] -= least;
      }
      String expression = ThreadFunction.expression(bytes);
      to.put(access, expression == null ? "thread * " + width : expression);
      long known = value.at(0) - minimum(value.parameters());
      return (expression == null ? (long) bytes.length * width : row) + Math.max(0, known);
    }

    private long minimum(Set<String> parameters) {
      return group.accesses.stream()
          .filter(a -> a.value.parameters().equals(parameters))
          .mapToLong(a -> a.value.at(0))
          .min()
          .orElse(0);
    }

    /**
     * A function of the thread that the code hides: in order; as far apart as the lines that a warp
     * touches say; or transposed if each lane has a line of its own.
     */
    private long hidden(Access access, int width, IdentityHashMap<Access, String> to) {
      SassLine.Counts counts = access.line.counts();
      double warps = Math.max(1.0, (double) counts.warps());
      double lanes = Math.max(1, counts.lanes());
      boolean isDense = counts.sectors() / warps <= 2 * Math.ceil(lanes * width / SECTOR);
      double lines = counts.tags() / warps;
      if (!isDense && lines > 0.9 * lanes) {
        to.put(access, "transposed");
        return (long) profile.threads() * width;
      }
      long apart = Math.round(lines * LINE / lanes / width) * width;
      long stride = isDense ? width : Math.max(width, apart);
      to.put(access, "thread * " + stride);
      return profile.threads() * stride;
    }

    private void placeBlocks(long blockBytes, IdentityHashMap<Access, String> inBlock) {
      Set<String> blocks = new TreeSet<>();
      group.accesses.forEach(a -> blocks.addAll(blocksOf(a.value.all())));
      blocks.removeAll(dropped);
      long bytes = blockBytes;
      StringBuilder text = new StringBuilder();
      for (String b : List.of("bx", "by", "bz")) {
        if (blocks.contains(b) && ranges.get(b) > 1) {
          long known = known(group.accesses, b);
          long stride = known == 0 ? bytes : known;
          text.append(" + ").append(b).append(" * ").append(stride);
          bytes = stride * (ranges.get(b) - 1) + Math.max(bytes, 0);
        }
      }
      group.bytes = bytes;
      for (Access access : group.accesses) {
        String inside = inBlock.get(access);
        group.expressions.put(
            access,
            inside.startsWith("transposed")
                ? transposed(access, inside.substring("transposed".length()) + text)
                : inside + text);
      }
    }

    /** A square matrix that is read by columns, elements in the order of the threads. */
    private String transposed(Access access, String rest) {
      int width = width(access.line);
      long elements = Math.max(1, group.bytes / width);
      long side = Math.max(1, Math.round(Math.sqrt((double) elements)));
      group.bytes = Math.max(group.bytes, side * side * width);
      String index = "((thread * " + width + rest + ") / " + width + ")";
      notes.add(
          group.name
              + ": lanes read "
              + side
              + " elements apart, as in a transposed square matrix");
      return "(" + index + " % " + side + " * " + side + " + " + index + " / " + side + " % " + side
          + ") * " + width;
    }

    private long round(long bytes) {
      return (bytes + 31) / 32 * 32;
    }

    private long span(long[] table) {
      return Arrays.stream(table).max().orElse(0) - Arrays.stream(table).min().orElse(0);
    }

    /** Replaces values by their rank, in steps of the smallest difference. */
    private long[] ranks(long[] table) {
      long least = Arrays.stream(table).min().orElse(0);
      long step = 0;
      for (long v : table) {
        step = greatestCommonDivisor(v - least, step);
      }
      long unit = Math.max(1, step);
      return Arrays.stream(table).map(v -> (v - least) / unit).toArray();
    }

    private long greatestCommonDivisor(long a, long b) {
      return b == 0 ? Math.abs(a) : greatestCommonDivisor(b, a % b);
    }
  }
}
