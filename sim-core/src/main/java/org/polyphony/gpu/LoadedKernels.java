package org.polyphony.gpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.dispatch.ThreadBlockPreemption;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.sm.ThreadBlockContext;
import org.polyphony.gpu.sm.async.Cluster;
import org.polyphony.gpu.sm.warp.KernelProgram;

/**
 * The kernels on the device by KCB row: their programs, the contexts of suspended thread blocks,
 * and the SMs they ran on.
 *
 * <p>Each process has its own address space, in which each kernel name has a fixed code address:
 * launches of the same kernel share instruction lines, processes share none.
 */
final class LoadedKernels {
  /** Spacing of the processes' address spaces, so that processes share no line. */
  private static final int PROCESS_SHIFT = 48;

  /** Spacing of a process's kernels in its code segment. */
  private static final int CODE_SHIFT = 22;

  private final GpuConfig config;
  private final boolean hasOwnMemory;
  private final boolean sharesViews; // of instruction streams, among SMs
  private final KernelProgram[] programs = new KernelProgram[KernelControlBlocks.ROWS];
  private final KernelProgram[][] programsOn; // by row and SM, null if it has not run there
  private final List<Map<Long, ThreadBlockContext>> suspended = new ArrayList<>(); // by row
  private final int[] processes = new int[KernelControlBlocks.ROWS];
  private final long[] contextBytes = new long[KernelControlBlocks.ROWS];
  private final int[] clusterSizes = new int[KernelControlBlocks.ROWS];
  private final Cluster[] clusters = new Cluster[KernelControlBlocks.ROWS]; // launched last
  private int loaded;
  private final List<Map<String, Long>> codeBases = new ArrayList<>(); // by process

  /**
   * Creates an empty table.
   *
   * @param hasOwnMemory whether processes have parts of the memory of their own
   */
  LoadedKernels(GpuConfig config, int processes, boolean hasOwnMemory) {
    this.config = config;
    this.hasOwnMemory = hasOwnMemory;
    this.sharesViews = Processors.most(config) == 1;
    this.programsOn = new KernelProgram[KernelControlBlocks.ROWS][config.sms()];
    for (int p = 0; p < processes; p++) {
      codeBases.add(new HashMap<>());
    }
    for (int row = 0; row < KernelControlBlocks.ROWS; row++) {
      suspended.add(new HashMap<>());
    }
  }

  /** Returns the start of a process's address space. */
  static long base(int process) {
    return (long) process << PROCESS_SHIFT;
  }

  void load(int row, int process, Kernel kernel) {
    Map<String, Long> bases = codeBases.get(process);
    bases.putIfAbsent(kernel.name(), (long) bases.size() << CODE_SHIFT);
    long codeBase = bases.get(kernel.name());
    int slots = config.sms() * config.sm().threadBlocks();
    programs[row] = new KernelProgram(row, process, base(process), codeBase, kernel, slots, config);
    processes[row] = process;
    loaded++;
    clusterSizes[row] = kernel.clusterSize();
    programs[row].contextBase = hasOwnMemory ? base(process) : 0;
    contextBytes[row] = ThreadBlockPreemption.contextBytes(ThreadBlockNeed.of(config.sm(), kernel));
    Arrays.fill(programsOn[row], null);
  }

  /** Returns whether no kernel is on the device. */
  boolean isEmpty() {
    return loaded == 0;
  }

  void unload(int row) {
    suspended.get(row).clear();
    programs[row].close();
    programs[row] = null;
    loaded--;
  }

  /** Returns the cluster of a thread block that launches; null if its kernel has none. */
  Cluster clusterOf(int row, long threadBlock) {
    if (clusterSizes[row] == 1) {
      return null;
    }
    if (threadBlock % clusterSizes[row] == 0) {
      clusters[row] = new Cluster(processes[row], clusterSizes[row]);
    }
    return clusters[row];
  }

  int clusterSize(int row) {
    return clusterSizes[row];
  }

  KernelProgram programFor(int row, int sm) {
    if (programsOn[row][sm] == null) {
      programsOn[row][sm] = sharesViews ? programs[row] : programs[row].view();
    }
    return programsOn[row][sm];
  }

  /** Returns whether a kernel has run on an SM; still valid after the kernel's end. */
  boolean ranOn(int row, int sm) {
    return programsOn[row][sm] != null;
  }

  /** Returns the process of the last kernel in a row; still valid after the kernel's end. */
  int process(int row) {
    return processes[row];
  }

  long contextBytes(int row) {
    return contextBytes[row];
  }

  /** Stores the context of a suspended thread block. */
  void keep(ThreadBlockContext context) {
    suspended.get(context.row()).put(context.threadBlock(), context);
  }

  /** Removes and returns the context of a thread block that resumes. */
  ThreadBlockContext takeContext(int row, long threadBlock) {
    ThreadBlockContext context = suspended.get(row).remove(threadBlock);
    if (context == null) {
      throw new IllegalStateException("not suspended: thread block " + threadBlock);
    }
    return context;
  }
}
