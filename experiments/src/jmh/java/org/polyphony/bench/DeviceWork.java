package org.polyphony.bench;

import org.polyphony.gpu.Gpu;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.gpu.sm.SmCounters;
import org.polyphony.multiprogram.MultiprogramRun;
import org.polyphony.policy.partition.PartitionPolicies;
import org.polyphony.policy.preemption.Preemptions;
import org.polyphony.policy.warp.WarpSchedulers;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunWatcher;

/**
 * What a run had to simulate.
 *
 * @param cycles core cycles of the run
 * @param visitedCycles of these, those in which some part of the device had work
 * @param smCycles {@code cycles} times SMs
 * @param warpInstructions issued
 * @param l1Lookups sectors looked up in L1D
 * @param packets requests that SMs sent and answers that they took
 * @param l2Lookups in L2
 * @param dramRequests sectors read and lines written back
 */
record DeviceWork(
    long cycles,
    long visitedCycles,
    long smCycles,
    long warpInstructions,
    long l1Lookups,
    long packets,
    long l2Lookups,
    long dramRequests) {
  static final DeviceWork NONE = new DeviceWork(0, 0, 0, 0, 0, 0, 0, 0);

  /**
   * Runs a request on a device of its own, as {@code GpuSimulation} does, and counts.
   *
   * @param request what runs
   * @param watcher may end it
   */
  static DeviceWork of(RunRequest request, RunWatcher watcher) {
    RunRequest.Sharing sharing = request.sharing();
    int count = request.workloads().size();
    Gpu gpu =
        new Gpu(
            request.gpu(),
            WarpSchedulers.scheduling(
                sharing.warpScheduler(), sharing.kernelScheduler(), request.aloneIssue()),
            count);
    MultiprogramRun control =
        new MultiprogramRun(
            request.gpu(),
            request.plan(),
            PartitionPolicies.create(sharing.policy(), sharing.parameters(), request.gpu(), count),
            RangeAllocators.of(sharing.allocation(), count),
            Preemptions.create(
                sharing.preemption(), request.gpu(), sharing.preemptionLatencyLimit()),
            MultiprogramRun.Device.of(gpu));
    CycleCount visited = new CycleCount(gpu, count, watcher);
    gpu.run(control, visited);
    return of(gpu, visited.cycles);
  }

  /** Counts cycles with work, and asks the watcher in the cycles in which a simulation does. */
  private static final class CycleCount implements Gpu.Observer {
    private static final int WATCH_CYCLES = 10_000;

    private final Gpu gpu;
    private final int workloads;
    private final RunWatcher watcher;
    private long watchDue;
    private long cycles;

    CycleCount(Gpu gpu, int workloads, RunWatcher watcher) {
      this.gpu = gpu;
      this.workloads = workloads;
      this.watcher = watcher;
    }

    @Override
    public long observe(long cycle) {
      cycles++;
      if (cycle >= watchDue) {
        watchDue = cycle + WATCH_CYCLES;
        return watcher.goOn(0, cycle, issued()) ? cycle + 1 : cycle;
      }
      return cycle + 1;
    }

    private long issued() {
      long issued = 0;
      for (int i = 0; i < workloads; i++) {
        issued += gpu.progress().warpInstructions(i);
      }
      return issued;
    }
  }

  private static DeviceWork of(Gpu gpu, long visitedCycles) {
    long issued = 0;
    long l1Lookups = 0;
    for (int sm = 0; sm < gpu.config().sms(); sm++) {
      SmCounters counters = gpu.smCounters(sm);
      issued += counters.issued();
      l1Lookups += counters.l1Accesses();
    }
    return new DeviceWork(
        gpu.cycle(),
        visitedCycles,
        gpu.cycle() * gpu.config().sms(),
        issued,
        l1Lookups,
        gpu.memoryCounters().accepted() + gpu.memoryCounters().replied(),
        gpu.memoryCounters().l2Accesses(),
        gpu.memoryCounters().dramRequests());
  }

  /** Returns the sum of this and other work. */
  DeviceWork plus(DeviceWork other) {
    return new DeviceWork(
        cycles + other.cycles,
        visitedCycles + other.visitedCycles,
        smCycles + other.smCycles,
        warpInstructions + other.warpInstructions,
        l1Lookups + other.l1Lookups,
        packets + other.packets,
        l2Lookups + other.l2Lookups,
        dramRequests + other.dramRequests);
  }
}
