package org.polyphony.workload.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The pipeline of a warp-specialized kernel, as a report tells it: a producer warp fills stages of
 * shared memory by bulk loads, consumer warps multiply what is in them, and two mbarriers per stage
 * keep them in step.
 *
 * @param steps of a tile
 * @param tiles of the launch, of one thread block each
 * @param stages of the ring in shared memory
 * @param stageBytes that arrive in the shared memory of a thread block per step
 * @param consumerWarps of a thread block
 * @param groups of consumer warps, which take turns tile by tile
 * @param cluster thread blocks of a cluster
 * @param draw the atomic by which a cluster gets its next tile; null without one
 * @param loads the bulk loads of the producer
 * @param operands the matrices that these read; at least one
 * @param panels in which tiles are read
 * @param store the boxes that bulk stores write
 * @param waits whether its roles wait for each other
 */
record Pipeline(
    long steps,
    long tiles,
    int stages,
    long stageBytes,
    int consumerWarps,
    int groups,
    int cluster,
    SassLine draw,
    List<BulkLoad> loads,
    List<Operand> operands,
    Panels panels,
    Store store,
    boolean waits) {
  static final int ROW_BYTES = 128; // of a box: the widest swizzle

  /**
   * A matrix that is read by boxes.
   *
   * @param clusterRows that a cluster reads per tile
   * @param isMulticast whether the thread blocks of a cluster read parts for each other
   */
  record Operand(String array, long clusterRows, boolean isMulticast) {
    /** Returns the bytes of a panel that tiles of so many steps read. */
    long panelBytes(long steps) {
      return Math.multiplyExact(Math.multiplyExact(clusterRows, steps), ROW_BYTES);
    }
  }

  /**
   * An instruction that loads a box.
   *
   * @param rows of the box
   */
  record BulkLoad(SassLine line, Operand operand, long rows) {
    boolean isAlike(BulkLoad other) {
      return operand.equals(other.operand);
    }
  }

  /** Panels of the two operands: a tile multiplies one of each. */
  record Panels(long first, long second) {}

  /**
   * What bulk stores write.
   *
   * @param boxBytes of one store
   * @param tileBytes of a tile, at least those of one box
   */
  record Store(long boxBytes, long tileBytes) {}

  /** Returns whether clusters draw their tiles. */
  boolean drawsTiles() {
    return draw != null;
  }

  /** Returns the tiles of the launch; clusters share each one. */
  long clusterTiles() {
    return Math.max(1, tiles / cluster);
  }

  boolean hasMulticast() {
    return operands.stream().anyMatch(Operand::isMulticast);
  }

  /** Returns a load. */
  BulkLoad load(SassLine line) {
    return loads.stream().filter(load -> load.line.equals(line)).findFirst().orElseThrow();
  }

  /** Returns what was inferred, one sentence each. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (drawsTiles()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "clusters draw their tiles: %s draws %d of %d",
              draw.opcode(),
              draw.counts().warps(),
              clusterTiles()));
    }
    notes.add(
        String.format(
            Locale.ROOT,
            "a pipeline of %d stages of %d bytes, %d steps a tile, %d tiles, %d consumer warps%s;"
                + " tiles are read as %d by %d, which comes nearest to the bytes that DRAM"
                + " delivered",
            stages,
            stageBytes,
            steps,
            tiles,
            consumerWarps,
            groups > 1 ? " in " + groups + " groups that take turns" : "",
            panels.first,
            panels.second));
    if (!waits) {
      notes.add("its roles do not wait for each other: as they are understood, they wait for ever");
    }
    return notes;
  }
}
