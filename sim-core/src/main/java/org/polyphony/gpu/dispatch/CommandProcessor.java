package org.polyphony.gpu.dispatch;

import java.util.Arrays;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;

/**
 * The command processor: takes the launches and copies of every process in the order of its host
 * program. The kernels of a process run one after another; each waits the launch latency from its
 * launch, which is the end of the one before, to its first thread block; on some devices longer
 * behind another kernel of its process. Copies take no time.
 *
 * <p>State per process: the next step of its host program, the kernel that waits and when it is
 * due. Source: GPU Maestro section 2.2.
 */
public final class CommandProcessor {
  /** No kernel waits. */
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
   * Makes a command processor with nothing to do.
   *
   * @param launchLatency core cycles from a launch to its first thread block, at least 0
   * @param launchGap the same where the process has launched before
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
   * Gives a process a host program and starts it from its first step.
   *
   * @return false when its host program launches nothing
   */
  public boolean start(long cycle, int process, Workload workload) {
    workloads[process] = workload;
    nextStep[process] = 0;
    return advance(cycle, process);
  }

  /**
   * Goes on to the next launch of a process; copies on the way are done.
   *
   * @return false when the host program has no further launch
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

  /** Returns the cycle of the first thread block of the kernel that waits, or {@link #NEVER}. */
  public long dueCycle(int process) {
    return dueCycle[process];
  }

  /** Returns the step of the kernel that waits or was taken last, from 0. */
  public int step(int process) {
    return nextStep[process] - 1;
  }

  /**
   * Takes the kernel that waits.
   *
   * @throws IllegalStateException if none waits
   */
  public Kernel take(int process) {
    Kernel kernel = waiting[process];
    if (kernel == null) {
      throw new IllegalStateException("no kernel waits in process " + process);
    }
    cancel(process);
    return kernel;
  }

  /** Forgets the kernel that waits, if any. */
  public void cancel(int process) {
    waiting[process] = null;
    dueCycle[process] = NEVER;
  }
}
