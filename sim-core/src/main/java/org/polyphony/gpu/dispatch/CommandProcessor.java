package org.polyphony.gpu.dispatch;

import java.util.Arrays;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;

/**
 * The command processor: executes the launches and copies of each process in program order. Kernels
 * of a process run one after another. From a launch (the end of the previous kernel) to its first
 * thread block, the launch latency passes; on some devices a longer one if the process has launched
 * before. Copies take no time.
 *
 * <p>State per process: the next step of its host program, the pending kernel and its due cycle.
 * Source: GPU Maestro section 2.2.
 */
public final class CommandProcessor {
  /** No kernel is pending. */
  public static final long NEVER = DeviceControl.NEVER;

  private final Workload[] workloads; // by process
  private final int launchLatency;
  private final int launchGap;
  private final KernelListener listener;
  private final int[] nextStep;
  private final long[] dueCycle;
  private final Kernel[] waiting;
  private final long[] launches; // by process, so far
  private final Perturbation perturbation;

  /**
   * Creates an idle command processor.
   *
   * @param launchLatency core cycles from a launch to its first thread block, at least 0
   * @param launchGap the same if the process has launched before
   */
  public CommandProcessor(
      int processes,
      int launchLatency,
      int launchGap,
      KernelListener listener,
      Perturbation perturbation) {
    this.workloads = new Workload[processes];
    this.launchLatency = launchLatency;
    this.launchGap = launchGap;
    this.listener = listener;
    this.perturbation = perturbation;
    nextStep = new int[processes];
    dueCycle = new long[processes];
    waiting = new Kernel[processes];
    launches = new long[processes];
    Arrays.fill(dueCycle, NEVER);
  }

  /**
   * Assigns a host program to a process and starts it at its first step.
   *
   * @return false if the program has no kernel launch
   */
  public boolean start(long cycle, int process, Workload workload) {
    workloads[process] = workload;
    nextStep[process] = 0;
    return advance(cycle, process);
  }

  /**
   * Advances a process to its next launch, performing the copies in between.
   *
   * @return false if the program has no further launch
   */
  public boolean advance(long cycle, int process) {
    cancel(process);
    Workload workload = workloads[process];
    while (nextStep[process] < workload.steps()) {
      Workload.Step step = workload.step(nextStep[process]++);
      if (step instanceof Workload.Launch launch) {
        waiting[process] = launch.kernel();
        dueCycle[process] = cycle + nextLatency(process);
        return true;
      }
      Workload.HostCopy copy = (Workload.HostCopy) step;
      listener.hostCopy(cycle, process, copy.address(), copy.bytes());
    }
    return false;
  }

  private long nextLatency(int process) {
    int latency = launches[process] == 0 ? launchLatency : launchGap;
    return latency + perturbation.launchDelay(process, launches[process]++, latency);
  }

  /** Returns the cycle of the pending kernel's first thread block, or {@link #NEVER}. */
  public long dueCycle(int process) {
    return dueCycle[process];
  }

  /** Returns the step of the pending or last taken kernel, from 0. */
  public int step(int process) {
    return nextStep[process] - 1;
  }

  /**
   * Removes and returns the pending kernel.
   *
   * @throws IllegalStateException if none is pending
   */
  public Kernel take(int process) {
    Kernel kernel = waiting[process];
    if (kernel == null) {
      throw new IllegalStateException("no kernel waits in process " + process);
    }
    cancel(process);
    return kernel;
  }

  /** Discards the pending kernel, if any. */
  public void cancel(int process) {
    waiting[process] = null;
    dueCycle[process] = NEVER;
  }
}
