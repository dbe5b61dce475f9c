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
import org.polyphony.gpu.sm.warp.KernelProgram;

/**
 * The kernels on the device, by KCB row: the program of each, the contexts of its suspended thread
 * blocks and the SMs that it ran on.
 *
 * <p>A process has an address space of its own, in which each kernel name has its place for code,
 * so that launches of the same kernel share lines of instructions and processes share none.
 */
final class LoadedKernels {
  /** Processes live this far apart in the address space, so that they share no line. */
  private static final int PROCESS_SHIFT = 48;

  /** Kernels of a process lie this far apart in its code. */
  private static final int CODE_SHIFT = 22;

  private final GpuConfig config;
  private final KernelProgram[] programs = new KernelProgram[KernelControlBlocks.ROWS];
  private final List<Map<Long, ThreadBlockContext>> suspended = new ArrayList<>(); // by row
  private final long[] contextBytes = new long[KernelControlBlocks.ROWS];
  private final boolean[][] ranOn;
  private final List<Map<String, Long>> codeBases = new ArrayList<>(); // by process

  LoadedKernels(GpuConfig config, int processes) {
    this.config = config;
    this.ranOn = new boolean[KernelControlBlocks.ROWS][config.sms()];
    for (int p = 0; p < processes; p++) {
      codeBases.add(new HashMap<>());
    }
    for (int row = 0; row < KernelControlBlocks.ROWS; row++) {
      suspended.add(new HashMap<>());
    }
  }

  /** Returns where the address space of a process begins. */
  static long base(int process) {
    return (long) process << PROCESS_SHIFT;
  }

  void load(int row, int process, Kernel kernel) {
    Map<String, Long> bases = codeBases.get(process);
    bases.putIfAbsent(kernel.name(), (long) bases.size() << CODE_SHIFT);
    long codeBase = bases.get(kernel.name());
    int slots = config.sms() * config.sm().threadBlocks();
    programs[row] = new KernelProgram(row, process, base(process), codeBase, kernel, slots, config);
    contextBytes[row] = ThreadBlockPreemption.contextBytes(ThreadBlockNeed.of(config.sm(), kernel));
    Arrays.fill(ranOn[row], false);
  }

  void unload(int row) {
    suspended.get(row).clear();
    programs[row].close();
    programs[row] = null;
  }

  KernelProgram programFor(int row, int sm) {
    ranOn[row][sm] = true;
    return programs[row];
  }

  /** Returns whether a kernel has run on an SM, also after its end. */
  boolean ranOn(int row, int sm) {
    return ranOn[row][sm];
  }

  long contextBytes(int row) {
    return contextBytes[row];
  }

  /** Keeps the context of a suspended thread block. */
  void keep(ThreadBlockContext context) {
    suspended.get(context.row()).put(context.threadBlock(), context);
  }

  /** Gives the context of a thread block that goes on on an SM, and forgets it. */
  ThreadBlockContext takeContext(int row, long threadBlock, int sm) {
    ThreadBlockContext context = suspended.get(row).remove(threadBlock);
    if (context == null) {
      throw new IllegalStateException("not suspended: thread block " + threadBlock);
    }
    ranOn[row][sm] = true;
    return context;
  }
}
