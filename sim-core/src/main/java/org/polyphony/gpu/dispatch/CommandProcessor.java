package org.polyphony.gpu.dispatch;

import java.util.Arrays;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;

/**
 * The command processor: executes the host program of each process. Kernels of a hardware queue run
 * one after another, those of different queues at once. From a launch (the end of the previous
 * kernel of its queue) to its first thread block, the launch latency passes; on some devices a
 * longer one if the queue has launched before. Copies take no time; they wait for all queues of
 * their process, which then continue together.
 *
 * <p>State per queue: the next step of its host program, before which everything of the queue has
 * ended unless a kernel is pending or runs; the pending kernel and its due cycle. Source: GPU
 * Maestro section 2.2; Hyper-Q.
 */
public final class CommandProcessor {
  /** No kernel is pending. */
  public static final long NEVER = DeviceControl.NEVER;

  private final StreamQueues queues;
  private final Workload[] workloads; // by process
  private final int launchLatency;
  private final int launchGap;
  private final KernelListener listener;
  private final int[] nextStep;
  private final long[] dueCycle;
  private final Kernel[] waiting;
  private final boolean[] busy; // a kernel is pending or runs
  private final long[] launches; // by queue, so far
  private final Perturbation perturbation;

  /**
   * Creates an idle command processor.
   *
   * @param launchLatency core cycles from a launch to its first thread block, at least 0
   * @param launchGap the same if the queue has launched before
   */
  public CommandProcessor(
      StreamQueues queues,
      int launchLatency,
      int launchGap,
      KernelListener listener,
      Perturbation perturbation) {
    this.queues = queues;
    this.workloads = new Workload[queues.processes()];
    this.launchLatency = launchLatency;
    this.launchGap = launchGap;
    this.listener = listener;
    this.perturbation = perturbation;
    nextStep = new int[queues.count()];
    dueCycle = new long[queues.count()];
    waiting = new Kernel[queues.count()];
    busy = new boolean[queues.count()];
    launches = new long[queues.count()];
    Arrays.fill(dueCycle, NEVER);
  }

  /**
   * Assigns a host program to a process and starts it at its first step.
   *
   * @return false if the program has no kernel launch
   */
  public boolean start(long cycle, int process, Workload workload) {
    workloads[process] = workload;
    for (int queue : queues.ofProcess(process)) {
      nextStep[queue] = 0;
      busy[queue] = false;
    }
    return proceed(cycle, process);
  }

  /**
   * Continues the host program of a process after a kernel of a queue has ended.
   *
   * @return false if no kernel of the process is pending or running any more
   */
  public boolean kernelEnded(long cycle, int queue) {
    busy[queue] = false;
    return proceed(cycle, queues.process(queue));
  }

  /** Advances all queues of a process to their next launch, or as far as they can go. */
  private boolean proceed(long cycle, int process) {
    boolean hasMoved = true;
    while (hasMoved) {
      hasMoved = false;
      for (int queue : queues.ofProcess(process)) {
        int before = nextStep[queue];
        advance(cycle, process, queue);
        hasMoved |= nextStep[queue] != before;
      }
    }
    boolean isRunning = false;
    for (int queue : queues.ofProcess(process)) {
      isRunning |= busy[queue];
    }
    return isRunning;
  }

  private void advance(long cycle, int process, int queue) {
    Workload workload = workloads[process];
    while (!busy[queue] && nextStep[queue] < workload.steps()) {
      Workload.Step step = workload.step(nextStep[queue]);
      if (step instanceof Workload.HostCopy copy) {
        if (!haveReached(process, nextStep[queue])) {
          return;
        }
        listener.hostCopy(cycle, process, copy.address(), copy.bytes());
        passTogether(process);
      } else {
        if (step instanceof Workload.Launch launch) {
          launch(cycle, process, queue, launch);
        } else if (step instanceof Workload.EventWait wait && !isOver(process, queue, wait)) {
          return;
        }
        nextStep[queue]++;
      }
    }
  }

  private void launch(long cycle, int process, int queue, Workload.Launch launch) {
    if (queues.ofStream(process, launch.streamId()) == queue) {
      busy[queue] = true;
      waiting[queue] = launch.kernel();
      dueCycle[queue] = cycle + nextLatency(queue);
    }
  }

  /** Returns whether every queue of a process has ended all its steps before one. */
  private boolean haveReached(int process, int step) {
    for (int queue : queues.ofProcess(process)) {
      if (busy[queue] || nextStep[queue] < step) {
        return false;
      }
    }
    return true;
  }

  private void passTogether(int process) {
    for (int queue : queues.ofProcess(process)) {
      nextStep[queue]++;
    }
  }

  /** Returns whether the event that a step waits for has occurred, or concerns another queue. */
  private boolean isOver(int process, int queue, Workload.EventWait wait) {
    if (queues.ofStream(process, wait.streamId()) != queue) {
      return true;
    }
    for (int i = nextStep[queue] - 1; i >= 0; i--) {
      if (workloads[process].step(i) instanceof Workload.EventRecord recorded
          && recorded.event() == wait.event()) {
        int other = queues.ofStream(process, recorded.streamId());
        return other == queue || nextStep[other] > i;
      }
    }
    return true;
  }

  private long nextLatency(int queue) {
    int latency = launches[queue] == 0 ? launchLatency : launchGap;
    return latency + perturbation.launchDelay(queue, launches[queue]++, latency);
  }

  /** Returns the cycle of the pending kernel's first thread block, or {@link #NEVER}. */
  public long dueCycle(int queue) {
    return dueCycle[queue];
  }

  /** Returns whether a kernel of a process is pending. */
  public boolean isLaunching(int process) {
    boolean isLaunching = false;
    for (int queue : queues.ofProcess(process)) {
      isLaunching |= dueCycle[queue] != NEVER;
    }
    return isLaunching;
  }

  /**
   * Removes and returns the pending kernel of a queue.
   *
   * @throws IllegalStateException if none is pending
   */
  public Kernel take(int queue) {
    Kernel kernel = waiting[queue];
    if (kernel == null) {
      throw new IllegalStateException("no kernel waits in queue " + queue);
    }
    forget(queue);
    return kernel;
  }

  /** Ends the host program of a process; its pending kernels are discarded. */
  public void cancel(int process) {
    for (int queue : queues.ofProcess(process)) {
      forget(queue);
      nextStep[queue] = workloads[process] == null ? 0 : workloads[process].steps();
    }
  }

  private void forget(int queue) {
    waiting[queue] = null;
    dueCycle[queue] = NEVER;
  }
}
