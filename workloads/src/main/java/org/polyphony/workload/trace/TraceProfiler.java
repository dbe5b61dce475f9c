package org.polyphony.workload.trace;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.workload.trace.TraceProfile.GlobalTraffic;
import org.polyphony.workload.trace.TraceProfile.SharedTraffic;

/**
 * Walks every instruction of kernels, traced or modelled, and counts what {@link TraceProfile} has.
 */
public final class TraceProfiler {
  private final String name;
  private final long[] mix = new long[OpClass.values().length];
  private final long[] lanes = new long[32];
  private final WarpAccess access = new WarpAccess();
  private final LineSet footprint = new LineSet();
  private InstructionTable table;
  private long launches;
  private long threadBlocks;
  private long warpInstructions;
  private long threadInstructions;
  private long globalReads;
  private long globalWrites;
  private long sectors;
  private long lines;
  private long localAccesses;
  private long constantReads;
  private long sharedAccesses;
  private long bankPasses;
  private long conflictFreePasses;
  private long readBytes;
  private long writtenBytes;

  private TraceProfiler(String name) {
    this.name = name;
  }

  /** Profiles one launch of a kernel. */
  public static TraceProfile profile(Kernel kernel) {
    return sample(List.of(kernel), Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /** Profiles all launches of a workload together. */
  public static TraceProfile profile(Workload workload) {
    TraceProfiler profiler = new TraceProfiler(workload.name());
    for (int i = 0; i < workload.steps(); i++) {
      if (workload.step(i) instanceof Workload.Launch launch) {
        profiler.walk(launch.kernel(), Long.MAX_VALUE, Long.MAX_VALUE);
      }
    }
    return profiler.result();
  }

  /**
   * Profiles some thread blocks of some launches of one kernel.
   *
   * @param kernels the launches
   * @param blocks thread blocks of each launch, spread evenly over its grid, 1 or more
   * @param enough warp instructions after which no further thread block is taken
   */
  public static TraceProfile sample(List<Kernel> kernels, long blocks, long enough) {
    TraceProfiler profiler = new TraceProfiler(kernels.get(0).name());
    for (Kernel kernel : kernels) {
      profiler.walk(kernel, blocks, enough);
    }
    return profiler.result();
  }

  private void walk(Kernel kernel, long most, long enough) {
    long blocks = Math.min(most, kernel.threadBlocks());
    table = kernel.instructions();
    launches++;
    try (InstructionStream stream = kernel.open(1)) {
      for (long i = 0; i < blocks && warpInstructions < enough; i++) {
        // the middle of each of as many equal parts of the grid
        walkBlock(stream, kernel, (2 * i + 1) * kernel.threadBlocks() / (2 * blocks));
      }
    }
  }

  private void walkBlock(InstructionStream stream, Kernel kernel, long block) {
    threadBlocks++;
    stream.begin(0, block);
    if (kernel.tiles() > 0) {
      drawTiles(stream, kernel, block / kernel.clusterSize());
    }
    for (int warp = 0; warp < kernel.warpsPerBlock(); warp++) {
      walkWarp(stream, warp);
    }
    stream.end(0);
  }

  /** Assigns tiles to a cluster as if all clusters drew in turn. */
  private static void drawTiles(InstructionStream stream, Kernel kernel, long cluster) {
    long tile = cluster;
    while (tile < kernel.tiles()) {
      stream.drawn(0, tile);
      tile += kernel.threadBlocks() / kernel.clusterSize();
    }
    stream.drawn(0, tile); // ends the loop
  }

  private void walkWarp(InstructionStream stream, int warp) {
    int index = stream.next(0, warp);
    while (index != InstructionStream.END) {
      int mask = stream.activeMask(0, warp);
      mix[table.opClass(index).ordinal()]++;
      warpInstructions++;
      threadInstructions += Integer.bitCount(mask);
      if (table.widthBytes(index) > 0 && mask != 0) {
        stream.addresses(0, warp, lanes);
        count(index, mask);
      }
      index = stream.next(0, warp);
    }
  }

  private void count(int index, int mask) {
    switch (table.space(index)) {
      case GLOBAL -> countGlobal(index, mask);
      case SHARED -> countShared(table.widthBytes(index), mask);
      case LOCAL -> localAccesses++;
      case CONSTANT -> constantReads++;
      case NONE -> {
        // only part of the instruction mix
      }
    }
  }

  private void countGlobal(int index, int mask) {
    int width = table.widthBytes(index);
    long bytes = (long) width * Integer.bitCount(mask);
    boolean writes = table.opClass(index) == OpClass.STORE;
    globalWrites += writes ? 1 : 0;
    globalReads += writes ? 0 : 1;
    readBytes += writes ? 0 : bytes;
    writtenBytes += writes || table.opClass(index) == OpClass.ATOMIC ? bytes : 0;
    sectors += access.pieces(mask, lanes, width, WarpAccess.SECTOR_SHIFT);
    int found = access.pieces(mask, lanes, width, WarpAccess.LINE_SHIFT);
    lines += found;
    for (int i = 0; i < found; i++) {
      footprint.add(access.piece(i) << WarpAccess.LINE_SHIFT);
    }
  }

  private void countShared(int width, int mask) {
    sharedAccesses++;
    bankPasses += access.bankPasses(mask, lanes, width);
    conflictFreePasses += access.groups(mask, width);
  }

  private TraceProfile result() {
    Map<OpClass, Long> counts = new EnumMap<>(OpClass.class);
    for (OpClass opClass : OpClass.values()) {
      long count = mix[opClass.ordinal()];
      if (count > 0) {
        counts.put(opClass, count);
      }
    }
    return new TraceProfile(
        name,
        launches,
        threadBlocks,
        warpInstructions,
        threadInstructions,
        counts,
        global(),
        new SharedTraffic(sharedAccesses, bankPasses, conflictFreePasses),
        localAccesses,
        constantReads);
  }

  private GlobalTraffic global() {
    return new GlobalTraffic(
        globalReads,
        globalWrites,
        sectors,
        lines,
        footprint.size() * LineSet.LINE_BYTES,
        readBytes,
        writtenBytes);
  }
}
