package org.polyphony.policy.partition;

import org.polyphony.gpu.KernelTraffic;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.sm.issue.StallCause;

/**
 * What a partition policy sees of the device. A kernel is named by its row of the kernel control
 * block; the kernels listed are those that have thread blocks left to launch, in the order of their
 * start.
 */
public interface DeviceView {
  /** No kernel. */
  int NONE = KernelControlBlocks.NONE;

  GpuConfig config();

  /** Returns how many processes the run has, running or not, at least 1. */
  int processes();

  int kernels();

  /**
   * Returns the row of one of them.
   *
   * @param index 0, the one that started first, to {@link #kernels} - 1
   */
  int kernel(int index);

  /** Returns the process that launched a kernel, from 0; a process runs one kernel at a time. */
  int process(int kernelRow);

  /**
   * Returns the row of the kernel that a process runs; {@link #NONE} when it runs none. A kernel
   * that has launched its last thread block is listed no more, but runs until that has ended.
   */
  int running(int process);

  /**
   * Returns whether a process has launched a kernel whose first thread block is still to come: it
   * waits for the launch latency of the device.
   */
  boolean isLaunching(int process);

  ThreadBlockNeed need(int kernelRow);

  /** Returns the thread blocks of a kernel's grid, at least 1. */
  long threadBlocks(int kernelRow);

  /** Returns the thread blocks that a kernel has still to launch, at least 1 when it is listed. */
  long threadBlocksLeft(int kernelRow);

  int resident(int kernelRow);

  int resident(int sm, int kernelRow);

  /**
   * Returns the thread blocks of a kernel on one SM, and those that have ended there and whose room
   * cannot be taken yet.
   */
  int held(int sm, int kernelRow);

  /**
   * Returns whether another thread block of a kernel has a place on an SM, by amount and in one
   * piece, now or when the room is free that others have just left.
   */
  boolean hasPlace(int sm, int kernelRow);

  /**
   * Returns the core cycles in which an SM {@link #held} a thread block of kernels in a row since
   * the start of the run; never falls, and counts on when the row is used again.
   */
  long heldCycles(long cycle, int sm, int kernelRow);

  String name(int kernelRow);

  long launch(int kernelRow);

  /**
   * Returns the thread instructions that kernels in a row have issued on one SM since the start of
   * the run; never falls, and counts on when the row is used again.
   */
  long threadInstructions(int sm, int kernelRow);

  /** Returns the issue slots of an SM that issued nothing since the start of the run. */
  long stalledSlots(long cycle, int sm);

  /**
   * Returns those of {@link #stalledSlots(long, int)} that had one cause. It belongs to the SM: a
   * slot stalls when no warp of any kernel there can issue.
   *
   * @param cause why; with {@link StallCause#ISSUED}, the slots that issued
   */
  long stalledSlots(long cycle, int sm, StallCause cause);

  /** Returns what kernels have asked of L1, L2 and DRAM, and how long they waited for it. */
  KernelTraffic traffic();

  /**
   * Returns those of {@link #stalledSlots(long, int)} in which a warp waited for global or local
   * memory, or for the memory pipe after an access to it; shared memory and constants do not count.
   */
  long memoryStalledSlots(long cycle, int sm);

  /**
   * Returns whether no thread block on an SM is being taken away or has to leave because its kernel
   * is above its quota there; kernels that have nothing left to launch do not count.
   */
  boolean isSettled(int sm);

  /** Returns how many thread blocks of a kernel an empty SM holds, at least 1. */
  default int occupancy(int kernelRow) {
    return Occupancy.of(config().sm(), need(kernelRow)).threadBlocks();
  }
}
