package org.polyphony.workload.trace;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.input.KernelName;

/**
 * What a kernel, or all kernels of a workload, execute: raw counts; ratios are derived from them.
 *
 * @param name of the kernel or workload
 * @param launches kernel launches
 * @param threadBlocks thread blocks over all launches
 * @param warpInstructions instructions per warp, over all warps
 * @param threadInstructions sum of their active lanes
 * @param mix warp instructions per class; a class that does not occur is absent
 * @param global accesses to global memory
 * @param shared accesses to shared memory
 * @param localAccesses loads and stores of local memory with at least one active lane
 * @param constantReads loads of constant memory that say their address, with at least one active
 *     lane; those of real traces do not
 */
public record TraceProfile(
    String name,
    long launches,
    long threadBlocks,
    long warpInstructions,
    long threadInstructions,
    Map<OpClass, Long> mix,
    GlobalTraffic global,
    SharedTraffic shared,
    long localAccesses,
    long constantReads) {

  /**
   * Accesses to global memory with at least one active lane.
   *
   * @param reads loads and atomics
   * @param writes stores
   * @param sectors distinct sectors of 32 bytes per access, summed
   * @param lines distinct lines of 128 bytes per access, summed
   * @param footprintBytes distinct lines of 128 bytes over all accesses, in bytes
   * @param readBytes bytes that active lanes read, the same byte counted each time
   * @param writtenBytes bytes that active lanes write
   */
  public record GlobalTraffic(
      long reads,
      long writes,
      long sectors,
      long lines,
      long footprintBytes,
      long readBytes,
      long writtenBytes) {
    public long accesses() {
      return reads + writes;
    }

    /** Returns distinct 32-byte sectors per access; 0 without one. */
    public double sectorsPerAccess() {
      return ratio(sectors, accesses());
    }

    /** Returns distinct 128-byte lines per access; 0 without one. */
    public double linesPerAccess() {
      return ratio(lines, accesses());
    }

    /** Returns bytes read per byte written; infinite when none is written, 0 without accesses. */
    public double readWriteRatio() {
      boolean onlyReads = writtenBytes == 0 && readBytes > 0;
      return onlyReads ? Double.POSITIVE_INFINITY : ratio(readBytes, writtenBytes);
    }
  }

  /**
   * Accesses to shared memory with at least one active lane.
   *
   * @param accesses loads, stores and atomics
   * @param bankPasses passes over the 32 banks of 4 bytes, summed: an access of 4, 8 or 16 bytes
   *     per lane takes 1, 2 or 4 when it is free of conflicts
   * @param conflictFreePasses what {@code bankPasses} would be without conflicts
   */
  public record SharedTraffic(long accesses, long bankPasses, long conflictFreePasses) {
    /** Returns passes over the banks relative to those without conflicts, at least 1; 0: none. */
    public double bankConflictDegree() {
      return ratio(bankPasses, conflictFreePasses);
    }
  }

  /** Copies the map. */
  public TraceProfile {
    EnumMap<OpClass, Long> copy = new EnumMap<>(OpClass.class);
    copy.putAll(mix);
    mix = Collections.unmodifiableMap(copy);
  }

  /** Returns the share of a class among warp instructions, 0 to 1. */
  public double share(OpClass opClass) {
    return ratio(mix.getOrDefault(opClass, 0L), warpInstructions);
  }

  /** Returns active lanes per warp instruction, 0 to 32. */
  public double meanActiveLanes() {
    return ratio(threadInstructions, warpInstructions);
  }

  public long barriers() {
    return mix.getOrDefault(OpClass.BARRIER, 0L);
  }

  private static double ratio(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }

  /** Returns the counts and ratios as aligned text, one per line. */
  public String table() {
    StringBuilder text = new StringBuilder(KernelName.shown(name)).append('\n');
    count(text, "launches", launches);
    count(text, "thread blocks", threadBlocks);
    count(text, "warp instructions", warpInstructions);
    count(text, "thread instructions", threadInstructions);
    row(text, "mean active lanes", "%.3f", meanActiveLanes());
    for (OpClass opClass : OpClass.values()) {
      row(text, "share of " + opClass, "%.2f%%", 100 * share(opClass));
    }
    count(text, "barriers (per warp)", barriers());
    count(text, "global reads", global.reads());
    count(text, "global writes", global.writes());
    row(text, "32 B sectors per global access", "%.3f", global.sectorsPerAccess());
    row(text, "128 B lines per global access", "%.3f", global.linesPerAccess());
    count(text, "local accesses", localAccesses);
    count(text, "constant reads with an address", constantReads);
    count(text, "shared accesses", shared.accesses());
    row(text, "bank-conflict degree", "%.3f", shared.bankConflictDegree());
    count(text, "footprint (bytes)", global.footprintBytes());
    double perByteWritten = global.readWriteRatio();
    String format = Double.isInfinite(perByteWritten) ? "only read" : "%.3f";
    row(text, "bytes read per byte written", format, perByteWritten);
    return text.toString();
  }

  private static void count(StringBuilder text, String name, long value) {
    row(text, name, "%,d", value);
  }

  private static void row(StringBuilder text, String name, String format, Object value) {
    String cell = String.format(Locale.ROOT, format, value);
    text.append(String.format(Locale.ROOT, "  %-32s %18s%n", name, cell));
  }
}
