package org.polyphony.workload.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.polyphony.workload.profile.GlobalArray.Access;

/**
 * Gives each global access of a launch an address: an array and a byte in it.
 *
 * <p>What the code says is kept: strides of threads, blocks and loops that are numbers. Strides
 * that depend on kernel parameters are chosen so that an array is dense ({@link DensePlacement}).
 * Accesses whose address was loaded are random ({@link Placement#random}).
 */
final class AddressLayout {
  private static final long ALIGNMENT = 128; // bytes

  private final KernelProfile profile;
  private final Values values;
  private final Map<String, Double> trips; // by loop counter
  private final Map<String, GlobalArray> arrays = new LinkedHashMap<>(); // by what they share
  private final IdentityHashMap<SassLine, Access> accesses = new IdentityHashMap<>();
  private final IdentityHashMap<SassLine, GlobalArray> arrayOf = new IdentityHashMap<>();
  private final IdentityHashMap<GlobalArray, Placement> placements = new IdentityHashMap<>();
  private final List<String> notes = new ArrayList<>();

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
    GlobalArray array =
        arrays.computeIfAbsent(
            key, k -> new GlobalArray("array" + arrays.size(), new ArrayList<>()));
    Access access = new Access(line, value, List.copyOf(loops));
    array.accesses().add(access);
    accesses.put(line, access);
    arrayOf.put(line, array);
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
    for (GlobalArray array : arrays.values()) {
      place(
          array,
          array.isGather()
              ? Placement.random(array, profile)
              : DensePlacement.of(array, profile, trips, Set.of()));
    }
    shareTiles();
  }

  private void place(GlobalArray array, Placement placement) {
    placements.put(array, placement);
    notes.addAll(placement.notes());
  }

  /** Returns the array and the byte of an access, as {@code array[byte]}. */
  String address(SassLine line) {
    GlobalArray array = arrayOf.get(line);
    return array.name() + "[" + placements.get(array).at().get(accesses.get(line)) + "]";
  }

  /** Returns the bytes of each array. */
  Map<String, Long> arrays() {
    Map<String, Long> found = new LinkedHashMap<>();
    for (GlobalArray array : arrays.values()) {
      long bytes = Math.addExact(placements.get(array).bytes(), ALIGNMENT - 1);
      found.put(array.name(), bytes / ALIGNMENT * ALIGNMENT);
    }
    return found;
  }

  /** Returns what was chosen, one sentence each. */
  List<String> notes() {
    return notes;
  }

  /**
   * Where blocks read more than DRAM delivered and the code hides which blocks read the same data,
   * the arrays take turns in depending on one block index only, as the operands of a matrix product
   * do.
   */
  private void shareTiles() {
    List<GlobalArray> hidden = new ArrayList<>();
    double read = 0;
    for (GlobalArray array : arrays.values()) {
      read += array.isRead() ? placements.get(array).bytes() : 0;
      if (array.isRead() && array.hidesBlocks()) {
        hidden.add(array);
      }
    }
    double measured = hidden.isEmpty() ? 0 : profile.counter(Counter.DRAM_READ);
    if (measured <= 0 || read < 1.5 * measured) {
      return;
    }
    List<String> sides = List.of("bx", "by", "bz");
    for (int i = 0; i < hidden.size(); i++) {
      String kept = sides.get(1 - i % 2);
      Set<String> dropped = new TreeSet<>(sides);
      dropped.remove(kept);
      place(hidden.get(i), DensePlacement.of(hidden.get(i), profile, trips, dropped));
      notes.add(
          ("%s: blocks with the same %s are taken to read the same data; the code hides which do,"
                  + " and DRAM delivered less than all of them read")
              .formatted(hidden.get(i).name(), kept));
    }
  }
}
