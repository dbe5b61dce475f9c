package org.polyphony.policy.partition;

import org.polyphony.gpu.KernelTraffic;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.sm.issue.StallCause;

/**
 * The device state that a partition policy can read. Kernels are identified by their row of the
 * kernel control block; listed kernels have thread blocks left to launch and are ordered by start
 * time.
 *
 * <p>A process runs one kernel in each of its streams. Only policies with {@link
 * PartitionPolicy#sharesStreams} see all of them; others see the one that started first.
 */
public interface DeviceView {
  /** No kernel. */
  int NONE = KernelControlBlocks.NONE;

  GpuConfig config();

  /** Returns the number of processes of the run, running or not, at least 1. */
  int processes();

  int kernels();

  /**
   * Returns the row of a listed kernel.
   *
   * @param index 0 (started first) to {@link #kernels} - 1
   */
  int kernel(int index);

  /** Returns the process that launched a kernel, from 0. */
  int process(int kernelRow);

  /** Returns the priority of the process that launched a kernel; higher is more important. */
  int priority(int kernelRow);

  /**
   * Returns the row of a kernel that a process runs, the listed one if there is one, or {@link
   * #NONE}. A kernel is no longer listed once it has launched its last thread block, but runs until
   * that block has ended.
   */
  int running(int process);

  /**
   * Returns whether a process has launched a kernel whose first thread block is still waiting for
   * the launch latency.
   */
  boolean isLaunching(int process);

  ThreadBlockNeed need(int kernelRow);

  /** Returns the number of thread blocks in a kernel's grid, at least 1. */
  long threadBlocks(int kernelRow);

  /**
   * Returns the number of thread blocks that a kernel has not launched yet, at least 1 if it is
   * listed.
   */
  long threadBlocksLeft(int kernelRow);

  int resident(int kernelRow);

  int resident(int sm, int kernelRow);

  /**
   * Returns how many thread blocks of a kernel occupy an SM, including ended ones whose resources
   * are not yet free.
   */
  int held(int sm, int kernelRow);

  /**
   * Returns whether another thread block of a kernel fits on an SM, contiguously, now or once the
   * resources of thread blocks that have just left are free.
   */
  boolean hasPlace(int sm, int kernelRow);

  /**
   * Returns the core cycles since the start of the run in which an SM {@link #held} a thread block
   * of kernels in a row. Monotonic, not reset when the row is reused.
   */
  long heldCycles(long cycle, int sm, int kernelRow);

  String name(int kernelRow);

  long launch(int kernelRow);

  /**
   * Returns the thread instructions that kernels in a row have issued on one SM since the start of
   * the run. Monotonic, not reset when the row is reused.
   */
  long threadInstructions(int sm, int kernelRow);

  /** Returns the issue slots of an SM without an instruction since the start of the run. */
  long stalledSlots(long cycle, int sm);

  /**
   * Returns the {@link #stalledSlots(long, int)} with one cause. Stalls are charged to the SM, not
   * to a kernel: a slot stalls if no warp of any kernel there can issue.
   *
   * @param cause of the stall; {@link StallCause#ISSUED} counts the slots that issued
   */
  long stalledSlots(long cycle, int sm, StallCause cause);

  /** Returns the L1, L2 and DRAM traffic of kernels and their memory latency. */
  KernelTraffic traffic();

  /**
   * Returns the {@link #stalledSlots(long, int)} in which a warp waited for global or local memory,
   * or for the memory pipe after such an access; shared memory and constants do not count.
   */
  long memoryStalledSlots(long cycle, int sm);

  /**
   * Returns whether no thread block on an SM is being preempted or exceeds its kernel's quota;
   * kernels without thread blocks left to launch do not count.
   */
  boolean isSettled(int sm);

  /**
   * Returns the occupancy of an empty SM: the thread blocks of a kernel that it can hold, at least
   * 1.
   */
  default int occupancy(int kernelRow) {
    return Occupancy.of(config().sm(), need(kernelRow)).threadBlocks();
  }
}
