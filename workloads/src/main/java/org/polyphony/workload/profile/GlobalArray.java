package org.polyphony.workload.profile;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.polyphony.workload.sass.SassMnemonic;

/**
 * The accesses of a program that are taken to be to one array.
 *
 * @param name of the array in the model
 * @param accesses in the order of the program, at least one
 */
record GlobalArray(String name, List<Access> accesses) {
  static final int SECTOR_BYTES = 32;

  boolean isGather() {
    return accesses.stream().anyMatch(Access::isGather);
  }

  boolean isRead() {
    return accesses.get(0).isRead();
  }

  /** Returns the sectors that the launch touched. */
  double sectors() {
    return accesses.stream().mapToDouble(a -> a.line().counts().sectors()).sum();
  }

  /**
   * Returns the loops by which addresses move in a way that the code hides, from the outside in.
   */
  List<String> hiddenLoops() {
    return accesses.stream()
        .flatMap(a -> a.dependentLoops().stream().filter(a::hidesStep))
        .distinct()
        .toList();
  }

  boolean isUpdate() {
    return accesses.get(0).line().name().startsWith("RED");
  }

  /** Returns whether the code hides which blocks access the same data. */
  boolean hidesBlocks() {
    return accesses.stream().allMatch(a -> a.hiddenBlocks().size() > 1);
  }

  /**
   * An access to global memory in a program.
   *
   * @param line the instruction
   * @param value what is known of its address
   * @param loops counters of the loops around it, from the outside in
   */
  record Access(SassLine line, Value value, List<String> loops) {
    private static final Set<String> BLOCK_INDICES = Set.of("bx", "by", "bz");

    /** Returns the bytes of a lane. */
    int width() {
      return SassMnemonic.ofModel(line.opcode()).widthBytes();
    }

    boolean isRead() {
      return line.name().startsWith("LD");
    }

    /** Returns the sectors that an execution touches. */
    double sectors() {
      return (double) line.counts().sectors() / Math.max(1, line.counts().warps());
    }

    /**
     * Returns the bytes from lane to lane that the sectors of an execution say; 0 for one word. Up
     * to 40% off counts as dense, for unaligned accesses touch a sector more than their bytes fill.
     */
    long laneStride() {
      double lanes = Math.max(1, line.counts().lanes());
      double dense = Math.max(1, lanes * width() / SECTOR_BYTES);
      double found = sectors() * SECTOR_BYTES / lanes;
      if (sectors() > 0.6 * dense && sectors() < 1.4 * dense) {
        return width();
      }
      return sectors() < 1.4
          ? 0
          : found < width() ? (long) found : Math.round(found / width()) * width();
    }

    /** Returns whether its address was loaded. */
    boolean isGather() {
      return value.arguments().contains(Value.DATA);
    }

    /** Returns the loops around it that its address depends on. */
    List<String> dependentLoops() {
      Set<String> all = value.all();
      return loops.stream().filter(all::contains).toList();
    }

    boolean hidesStep(String loop) {
      return value.coefficients().getOrDefault(loop, Value.UNKNOWN) == Value.UNKNOWN;
    }

    /** Returns the block indices that its address depends on. */
    Set<String> blocks() {
      return blocksOf(value.all());
    }

    /** Returns the block indices that its address depends on in a way that the code hides. */
    Set<String> hiddenBlocks() {
      return blocksOf(value.arguments());
    }

    private static Set<String> blocksOf(Set<String> names) {
      Set<String> found = new TreeSet<>(names);
      found.retainAll(BLOCK_INDICES);
      return found;
    }
  }
}
