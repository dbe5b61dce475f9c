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

  /** Places all arrays: those whose addresses were loaded last, as what DRAM delivered says. */
  void place() {
    List<GlobalArray> random = arrays.values().stream().filter(GlobalArray::isGather).toList();
    for (GlobalArray array : arrays.values()) {
      if (!array.isGather()) {
        place(array, DensePlacement.of(array, profile, trips, Set.of(), Set.of()));
      }
    }
    double measured = profile.find(Counter.DRAM_READ).orElse(0);
    if (measured > 0 && random.stream().noneMatch(GlobalArray::isRead)) {
      joinAliases(measured);
      shareTiles();
      overlapTrips(measured);
    }
    double rest = Math.max(0, measured - bytesRead());
    double sectors =
        random.stream().filter(GlobalArray::isRead).mapToDouble(GlobalArray::sectors).sum();
    for (GlobalArray array : random) {
      double share = array.sectors() / Math.max(1, sectors);
      place(array, Placement.random(array, profile, trips, rest * share));
    }
  }

  private double bytesRead() {
    return arrays.values().stream()
        .filter(array -> array.isRead() && placements.containsKey(array))
        .mapToDouble(array -> placements.get(array).bytes())
        .sum();
  }

  /**
   * Two pointers to data that is read in the same way are taken to be one if DRAM delivered the
   * bytes of one only.
   */
  private void joinAliases(double measured) {
    List<GlobalArray> read = new ArrayList<>(arrays.values());
    read.removeIf(array -> !array.isRead() || !placements.containsKey(array));
    for (int i = 0; i < read.size(); i++) {
      for (int j = i + 1; j < read.size(); j++) {
        GlobalArray first = read.get(i);
        GlobalArray other = read.get(j);
        double all = bytesRead();
        double without = all - placements.get(other).bytes();
        boolean isNearer = Math.abs(Math.log(without / measured)) < Math.log(all / measured);
        if (isNearer && addresses(first).equals(addresses(other))) {
          join(first, other);
          read.remove(j--);
        }
      }
    }
  }

  private List<String> addresses(GlobalArray array) {
    return array.accesses().stream().map(placements.get(array).at()::get).toList();
  }

  private void join(GlobalArray first, GlobalArray other) {
    placements.get(first).at().putAll(placements.get(other).at());
    other.accesses().forEach(access -> arrayOf.put(access.line(), first));
    arrays.values().remove(other);
    notes.add(
        "%s: also what another pointer reads in the same way; DRAM delivered the bytes of one"
            .formatted(first.name()));
  }

  /**
   * Where DRAM delivered less than a program reads, trips whose stride the code hides touch the
   * next element, inner loops first, as the windows of a pooling do.
   */
  private void overlapTrips(double measured) {
    for (GlobalArray array : List.copyOf(arrays.values())) {
      Set<String> overlapped = new TreeSet<>();
      List<String> hidden = array.isRead() ? array.hiddenLoops() : List.of();
      for (int i = hidden.size() - 1; i >= 0 && bytesRead() > 1.5 * measured; i--) {
        overlapped.add(hidden.get(i));
        place(array, DensePlacement.of(array, profile, trips, Set.of(), overlapped));
      }
      if (!overlapped.isEmpty()) {
        notes.add(
            "%s: trips of %d loops are taken to be an element apart; DRAM delivered less than all read"
                .formatted(array.name(), overlapped.size()));
      }
    }
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
      place(hidden.get(i), DensePlacement.of(hidden.get(i), profile, trips, dropped, Set.of()));
      notes.add(
          ("%s: blocks with the same %s are taken to read the same data; the code hides which do,"
                  + " and DRAM delivered less than all of them read")
              .formatted(hidden.get(i).name(), kept));
    }
  }
}
