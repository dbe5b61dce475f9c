package org.polyphony.workload.trace;

import java.util.EnumMap;
import java.util.LinkedHashMap;
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
  private long threadInstructions;
  private long globalReads;
  private long globalWrites;
  private long sectors;
  private long lines;
  private long localAccesses;
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
    TraceProfiler profiler = new TraceProfiler(kernel.name());
    profiler.walk(kernel);
    return profiler.result();
  }

  /** Profiles all launches of a workload together. */
  public static TraceProfile profile(Workload workload) {
    TraceProfiler profiler = new TraceProfiler(workload.name());
    for (int i = 0; i < workload.steps(); i++) {
      if (workload.step(i) instanceof Workload.Launch launch) {
        profiler.walk(launch.kernel());
      }
    }
    return profiler.result();
  }

  /**
   * Profiles a workload kernel by kernel, all launches of a kernel together.
   *
   * @return profiles by the kernels' plain names, in the order of their first launches
   */
  public static Map<String, TraceProfile> profileKernels(Workload workload) {
    Map<String, TraceProfiler> profilers = new LinkedHashMap<>();
    for (int i = 0; i < workload.steps(); i++) {
      if (workload.step(i) instanceof Workload.Launch launch) {
        String name = KernelNames.plain(launch.kernel().name());
        profilers.computeIfAbsent(name, TraceProfiler::new).walk(launch.kernel());
      }
    }
    Map<String, TraceProfile> profiles = new LinkedHashMap<>();
    profilers.forEach((name, profiler) -> profiles.put(name, profiler.result()));
    return profiles;
  }

  private void walk(Kernel kernel) {
    table = kernel.instructions();
    launches++;
    threadBlocks += kernel.threadBlocks();
    try (InstructionStream stream = kernel.open(1)) {
      for (long block = 0; block < kernel.threadBlocks(); block++) {
        stream.begin(0, block);
        for (int warp = 0; warp < kernel.warpsPerBlock(); warp++) {
          walkWarp(stream, warp);
        }
        stream.end(0);
      }
    }
  }

  private void walkWarp(InstructionStream stream, int warp) {
    int index = stream.next(0, warp);
    while (index != InstructionStream.END) {
      int mask = stream.activeMask(0, warp);
      mix[table.opClass(index).ordinal()]++;
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
      case CONSTANT, NONE -> {
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
    long warpInstructions = 0;
    for (OpClass opClass : OpClass.values()) {
      long count = mix[opClass.ordinal()];
      warpInstructions += count;
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
        localAccesses);
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
