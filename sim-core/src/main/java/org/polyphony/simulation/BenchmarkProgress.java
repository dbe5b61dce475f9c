package org.polyphony.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.polyphony.gpu.dispatch.CommandProcessor;
import org.polyphony.gpu.dispatch.DeviceControl;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.StreamQueues;
import org.polyphony.gpu.sm.issue.ProgressCounters;

/**
 * Round bookkeeping of one process, and the results of its first round or of its requests, each of
 * which is a round. Instructions of flushed thread blocks do not count, because they are executed
 * again.
 */
final class BenchmarkProgress {
  final int index;
  private final int[] queues;
  private final ProgressCounters counters;
  private final long startCycle;
  private final Optional<RequestQueue> requests;
  private final List<RunResult.Launch> launches = new ArrayList<>();
  private final long[] launchCycle; // by queue; NEVER while it has no kernel
  boolean roundOver = true; // none has begun, or its running kernels are being dropped
  private int rounds; // completed
  private int begun;
  private long roundStartInstructions;
  private long firstRoundCycles;
  private long firstRoundWarpInstructions;
  private long firstRoundThreadInstructions;

  BenchmarkProgress(
      int index, StreamQueues queues, Tenant tenant, long startCycle, ProgressCounters counters) {
    this.index = index;
    this.queues = queues.ofProcess(index);
    this.startCycle = startCycle;
    this.counters = counters;
    this.requests =
        tenant.arrivals().map(arrivals -> new RequestQueue(index, tenant, arrivals, startCycle));
    launchCycle = new long[queues.count()];
  }

  /**
   * Returns the cycle in which the first round starts or the next request arrives, or {@link
   * DeviceControl#NEVER}.
   */
  long startDue() {
    return requests.isPresent()
        ? requests.get().nextWork()
        : begun > 0 ? DeviceControl.NEVER : startCycle;
  }

  /** Returns whether the first round, or that of the next request, can begin. */
  boolean takesUpRound(long cycle) {
    if (requests.isEmpty()) {
      return begun == 0 && startCycle <= cycle;
    }
    requests.get().arrive(cycle);
    return roundOver && requests.get().canServe();
  }

  /** Returns whether a round follows the one before without a request. */
  boolean repeatsRounds() {
    return requests.isEmpty();
  }

  /** Returns whether a run need not wait for the process any more. */
  boolean isDone() {
    return requests.map(RequestQueue::isDone).orElse(hasFinished());
  }

  boolean hasFinished() {
    return rounds > 0;
  }

  /** Returns the thread instructions executed in the current round, without flushed ones. */
  long roundInstructions() {
    return counters.lastingThreadInstructions(index) - roundStartInstructions;
  }

  void beginRound() {
    roundStartInstructions = counters.lastingThreadInstructions(index);
    roundOver = false;
    begun++;
    Arrays.fill(launchCycle, DeviceControl.NEVER);
    requests.ifPresent(RequestQueue::serve);
  }

  void endRound(long cycle) {
    if (rounds == 0) {
      firstRoundCycles = cycle - startCycle;
      firstRoundWarpInstructions = counters.lastingWarpInstructions(index);
      firstRoundThreadInstructions = counters.lastingThreadInstructions(index);
    }
    rounds++;
    roundOver = true;
    requests.ifPresent(queue -> queue.end(cycle));
  }

  /** Notes the kernels that have been launched in a cycle. */
  void kernelsLaunched(long cycle, CommandProcessor commands) {
    for (int queue : queues) {
      boolean isPending = commands.dueCycle(queue) != CommandProcessor.NEVER;
      if (isPending && launchCycle[queue] == DeviceControl.NEVER) {
        launchCycle[queue] = cycle;
      }
    }
  }

  /** Notes when the first thread block of a request has been launched. */
  void noteFirstBlock(long cycle, RunningKernels running) {
    if (requests.isEmpty() || !requests.get().awaitsFirstBlock()) {
      return;
    }
    KernelControlBlocks kernels = running.scheduler().kernels();
    for (int queue : queues) {
      int row = running.row(queue);
      if (row != KernelControlBlocks.NONE && kernels.resident(row) > 0) {
        requests.get().firstBlock(cycle);
        return;
      }
    }
  }

  /** Records the kernels that are on the device when the round ends. */
  void recordKernels(long cycle, RunningKernels running) {
    for (int queue : queues) {
      if (running.row(queue) != KernelControlBlocks.NONE) {
        recordKernel(cycle, queue, running);
      }
    }
  }

  /** Records a finished launch; launches after the first round are ignored. */
  void recordKernel(long cycle, int queue, RunningKernels running) {
    long launched = launchCycle[queue];
    launchCycle[queue] = DeviceControl.NEVER;
    if (rounds > 0) {
      return;
    }
    KernelControlBlocks kernels = running.scheduler().kernels();
    int row = running.row(queue);
    launches.add(
        new RunResult.Launch(
            index,
            kernels.kernel(row).name(),
            launched,
            cycle - launched,
            counters.kernelWarpInstructions(row),
            counters.kernelThreadInstructions(row),
            kernels.finished(row)));
  }

  List<RunResult.Launch> launches() {
    return launches;
  }

  List<RunResult.Request> requests() {
    return requests.map(RequestQueue::ended).orElse(List.of());
  }

  double doneShare(double shareOfRound) {
    return requests.map(RequestQueue::doneShare).orElse(hasFinished() ? 1 : shareOfRound);
  }

  /**
   * Returns its progress.
   *
   * @param cycle now
   * @param ofAllRounds false for the first round only
   */
  RunResult.Benchmark result(long cycle, boolean ofAllRounds) {
    boolean isFirst = hasFinished() && !ofAllRounds;
    return new RunResult.Benchmark(
        isFirst ? firstRoundWarpInstructions : counters.lastingWarpInstructions(index),
        isFirst ? firstRoundThreadInstructions : counters.lastingThreadInstructions(index),
        isFirst ? firstRoundCycles : Math.max(0, cycle - startCycle),
        Math.max(0, begun - 1),
        isDone());
  }
}
