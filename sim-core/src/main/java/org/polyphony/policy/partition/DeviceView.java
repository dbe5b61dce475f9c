package org.polyphony.policy.partition;

import java.util.List;
import org.polyphony.gpu.KernelTraffic;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.sm.issue.StallCause;

/**
 * The device state that a partition policy can read. Kernels are identified by their row of the
 * kernel control block, from 0 to {@link KernelControlBlocks#ROWS} - 1; listed kernels have thread
 * blocks left to launch and are ordered by start time.
 *
 * <p>A row is free again when its kernel has ended, and the next kernel that starts may get it. A
 * policy that keeps something about a kernel must compare {@link #launch}, which no two kernels of
 * a run share. Counters of a row continue over its kernels.
 *
 * <p>A process runs one kernel in each of its streams. Only policies with {@link
 * PartitionPolicy#sharesStreams} see all of them; others see the one that started first.
 */
public interface DeviceView {
  /** No kernel. */
  int NONE = KernelControlBlocks.NONE;

  /**
   * Returns the device, or the part of it (a MIG instance, for example) that the policy divides.
   */
  GpuConfig config();

  /**
   * Returns some SMs and processes of the device as a device of their own, which both count from 0
   * there; kernels keep their rows.
   *
   * @param part what the policy there sees, with as many SMs
   * @param firstSm the first of its SMs
   */
  DeviceView part(GpuConfig part, int firstSm, List<Integer> processes);

  /** Returns the number of processes of the run, running or not, at least 1. */
  int processes();

  /** Returns the number of listed kernels; 0 while all thread blocks have been launched. */
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

  /** Returns the threads, registers and shared memory of one thread block of a kernel. */
  ThreadBlockNeed need(int kernelRow);

  /** Returns the number of thread blocks in a kernel's grid, at least 1. */
  long threadBlocks(int kernelRow);

  /**
   * Returns the number of thread blocks that a kernel has not launched yet, at least 1 if it is
   * listed.
   */
  long threadBlocksLeft(int kernelRow);

  /** Returns how many thread blocks of a kernel are running on all SMs. */
  int resident(int kernelRow);

  /**
   * Returns how many thread blocks of a kernel are running on an SM, including those that are being
   * preempted.
   *
   * @param sm 0 to {@code config().sms()} - 1
   */
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

  /** Returns the name of a kernel as its workload states it; launches of one kernel share it. */
  String name(int kernelRow);

  /**
   * Returns the number of a kernel's launch in the run, in launch order; no two kernels share it.
   */
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
