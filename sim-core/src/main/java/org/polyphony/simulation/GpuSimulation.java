package org.polyphony.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.polyphony.gpu.Gpu;
import org.polyphony.gpu.NoProgressException;
import org.polyphony.gpu.Processors;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.Resource;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.Perturbation;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.gpu.dispatch.ThreadBlockScheduler;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.sm.SmCounters;
import org.polyphony.gpu.sm.issue.WarpScheduling;
import org.polyphony.policy.partition.InstancePolicies;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.policy.preemption.Preemptions;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.policy.warp.WarpSchedulers;
import org.polyphony.usercode.UserClass;
import org.polyphony.usercode.UserCodeException;
import org.polyphony.usercode.WatchedThread;

/** Runs workloads on the cycle-level model of the device. */
public final class GpuSimulation implements Simulation {
  private static final int WATCH_CYCLES = 10_000;
  private static final int TRACED_SM = 0; // the SM of windowsOfSm

  private final Processors processors;

  /** Creates a device each of whose runs uses one thread. */
  public GpuSimulation() {
    this(Processors.onePerRun());
  }

  private GpuSimulation(Processors processors) {
    this.processors = processors;
  }

  @Override
  public Simulation on(Processors others) {
    return new GpuSimulation(others);
  }

  @Override
  public RunResult run(RunSpec spec, RunWatcher watcher) {
    return new Run(spec, watcher).run(processors);
  }

  /** One run: the device, the run control and the recorders. */
  private static final class Run {
    private final RunSpec spec;
    private final RunWatcher watcher;
    private final EventLog log = new EventLog();
    private final List<RunResult.EpochRow> epochRows = new ArrayList<>();
    private final List<RunResult.WindowRow> windowRows = new ArrayList<>();
    private final List<RunResult.WindowRow> windowRowsOfSm = new ArrayList<>();
    private final Gpu gpu;
    private final WorkloadMeter meter;
    private final DeviceWatch watch;
    private final MultiprogramRun control;
    private final PolicyFacts facts;
    private final PolicyWatch policyWatch;
    private final Sampler epochs;
    private final InstructionWindows windows;
    private final InstructionWindows windowsOfSm;
    private final long[] roundBlocks;
    private long watchDue;

    Run(RunSpec spec, RunWatcher watcher) {
      this.spec = spec;
      this.watcher = watcher;
      GpuConfig config = spec.gpu();
      int count = spec.workloads().size();
      Partitions partitions = new Partitions(config, count, spec.partitions());
      PartitionPolicy policy = policy(partitions, count);
      facts = PolicyFacts.of(policy, spec);
      WarpScheduling scheduling =
          WarpSchedulers.scheduling(
              spec.warpScheduler(), facts.kernelScheduler(), spec.aloneIssue());
      Perturbation perturbation = new Perturbation(spec.seed());
      Copies copies = new Copies(spec.copies(), count);
      gpu = new Gpu(config, scheduling, count, perturbation, partitions.memory(count), copies);
      SmProgress smProgress =
          new SmProgress(row -> gpu.progress().threadInstructions(TRACED_SM, row), count);
      meter = new WorkloadMeter(gpu.traffic(), count);
      watch = new DeviceWatch(config, count, log, smProgress, meter, watcher);
      gpu.listen(watch);
      policyWatch = new PolicyWatch(policy, facts, config.sms(), watcher);
      control =
          new MultiprogramRun(
              spec,
              policyWatch,
              RangeAllocators.of(spec.allocation(), count),
              Preemptions.create(spec.preemption(), config, spec.preemptionLatencyLimit()),
              MultiprogramRun.Device.of(gpu));
      watch.watch(control.scheduler());
      IntToLongFunction warps = gpu.progress()::warpInstructions;
      IntToLongFunction threads = gpu.progress()::threadInstructions;
      epochs = new Sampler(warps, threads, count, facts.epochCycles(), this::addEpoch);
      windows = windows(warps, threads, config.sms(), windowRows);
      windowsOfSm = windows(w -> 0, smProgress::threadInstructions, 1, windowRowsOfSm);
      roundBlocks = spec.workloads().stream().mapToLong(Run::threadBlocks).toArray();
    }

    private PartitionPolicy policy(Partitions partitions, int workloads) {
      if (!partitions.hasInstances()) {
        return policy(spec.gpu(), workloads);
      }
      List<InstancePolicies.Instance> instances = new ArrayList<>();
      for (int i = 0; i < partitions.count(); i++) {
        GpuConfig device = partitions.device(i);
        List<Integer> processes = partitions.processes(i);
        PartitionPolicy own = policy(device, processes.size());
        int firstSm = partitions.firstSm(i);
        instances.add(new InstancePolicies.Instance(device, firstSm, processes, own));
      }
      return new InstancePolicies(instances);
    }

    private PartitionPolicy policy(GpuConfig device, int processes) {
      return PartitionPolicies.create(spec.policy(), spec.parameters(), device, processes);
    }

    private InstructionWindows windows(
        IntToLongFunction warps,
        IntToLongFunction threads,
        int sms,
        List<RunResult.WindowRow> rows) {
      return new InstructionWindows(
          warps,
          threads,
          spec.workloads().size(),
          (long) spec.ipcWindow() * sms,
          InstructionWindows.mostPerCycle(spec.gpu().sm()) * sms,
          (window, w, ofWarps, ofThreads) ->
              rows.add(
                  new RunResult.WindowRow(
                      window.number(),
                      window.startCycle(),
                      window.endCycle(),
                      w,
                      kernelName(rowOf(w)),
                      ofWarps,
                      ofThreads)));
    }

    private static long threadBlocks(Workload workload) {
      long blocks = 0;
      for (int i = 0; i < workload.period(); i++) {
        blocks +=
            workload.step(i) instanceof Workload.Launch launch ? launch.kernel().threadBlocks() : 0;
      }
      return blocks * (workload.steps() / Math.max(1, workload.period()));
    }

    RunResult run(Processors processors) {
      gpu.use(processors);
      try {
        Gpu.End end = simulate();
        RunResult result = finish(end == Gpu.End.STOPPED);
        if (end == Gpu.End.DONE) {
          if (spec.check()) {
            checkConservation(gpu.cycle() + 1); // the last cycle has run to its end
          }
          checkEnd();
        }
        return result;
      } catch (NoProgressException e) {
        throw new SimulationFailure(noProgress(), gpu.describeWarps(), e);
      } catch (UserCodeException e) {
        String message = when() + ": " + e.getMessage();
        throw SimulationFailure.leaving(finish(true), message, e);
      }
    }

    /** Names the policy and its quotas: a kernel without a quota never runs. */
    private String noProgress() {
      String quotas =
          IntStream.range(0, spec.workloads().size())
              .filter(w -> rowOf(w) != KernelControlBlocks.NONE)
              .mapToObj(w -> spec.workloads().get(w).name() + " " + quota(rowOf(w)))
              .collect(Collectors.joining(", "));
      return String.format(
          "no progress in cycle %d; thread blocks that policy '%s' allows on all SMs: %s",
          gpu.cycle(), spec.policy(), quotas);
    }

    private Gpu.End simulate() {
      boolean isUsers =
          spec.gpu().parts().values().stream().anyMatch(part -> UserClass.isOne(part.name()))
              || PartitionPolicies.isUserDefined(spec.policy());
      return isUsers
          ? WatchedThread.watch(() -> gpu.run(control, this::observe), gpu::cycle)
          : gpu.run(control, this::observe);
    }

    private String when() {
      long epoch = gpu.cycle() / facts.epochCycles();
      String names =
          spec.workloads().stream().map(Workload::name).collect(Collectors.joining(", "));
      return String.format("cycle %d, epoch %d, of %s", gpu.cycle(), epoch, names);
    }

    private RunResult finish(boolean partial) {
      epochs.finish(gpu.cycle());
      windows.finish(gpu.cycle());
      windowsOfSm.finish(gpu.cycle());
      return result(partial);
    }

    private long observe(long cycle) {
      long next = Math.min(epochs.sampleUntil(cycle), windows.lookBefore(cycle));
      next = Math.min(next, windowsOfSm.lookBefore(cycle));
      if (cycle >= watchDue) {
        if (spec.check()) {
          checkConservation(cycle);
        }
        if (!watcher.shouldContinue(doneShare(cycle), cycle, total(true))) {
          return cycle;
        }
        watchDue = cycle + WATCH_CYCLES;
      }
      return Math.min(next, watchDue);
    }

    private double doneShare(long cycle) {
      double least = 1;
      List<RunResult.Benchmark> results = control.results(cycle);
      for (int w = 0; w < results.size(); w++) {
        if (!results.get(w).finished()) {
          double blocks = (double) watch.ended(w) / roundBlocks[w];
          double budget =
              (double) gpu.progress().lastingThreadInstructions(w)
                  / spec.instructionBudgets().get(w);
          least = Math.min(least, control.doneShare(w, Math.max(blocks, budget)));
        }
      }
      return least;
    }

    private long total(boolean ofWarps) {
      long total = 0;
      for (int w = 0; w < spec.workloads().size(); w++) {
        total +=
            ofWarps ? gpu.progress().warpInstructions(w) : gpu.progress().threadInstructions(w);
      }
      return total;
    }

    private void addEpoch(Sampler.Period period, int workload, long warps, long threads) {
      int row = rowOf(workload);
      KernelControlBlocks kernels = control.scheduler().kernels();
      boolean runs = row != KernelControlBlocks.NONE;
      epochRows.add(
          new RunResult.EpochRow(
              period.number(),
              period.startCycle(),
              period.endCycle(),
              workload,
              kernelName(row),
              warps,
              threads,
              runs ? quota(row) : 0,
              runs ? kernels.resident(row) : 0,
              decisionIn(period, workload)));
      if (workload == spec.workloads().size() - 1) {
        mergeIdleEpochs();
      }
    }

    /** Makes one epoch of the last two if no workload had a kernel in either. */
    private void mergeIdleEpochs() {
      int count = spec.workloads().size();
      int last = epochRows.size() - count;
      if (last < count
          || !epochRows.subList(last - count, epochRows.size()).stream()
              .allMatch(RunResult.EpochRow::isIdle)) {
        return;
      }
      for (int w = 0; w < count; w++) {
        RunResult.EpochRow added = epochRows.remove(last);
        epochRows.set(last - count + w, epochRows.get(last - count + w).until(added.endCycle()));
      }
    }

    private Optional<PolicyDecision> decisionIn(Sampler.Period period, int workload) {
      List<PolicyDecision> decisions = policyWatch.decisions();
      for (int i = decisions.size() - 1; i >= 0; i--) {
        PolicyDecision decision = decisions.get(i);
        if (decision.cycle() < period.startCycle()) {
          break;
        }
        if (decision.processes().contains(workload)) {
          return Optional.of(decision);
        }
      }
      return Optional.empty();
    }

    private int rowOf(int workload) {
      KernelControlBlocks kernels = control.scheduler().kernels();
      for (int rest = kernels.runningMask(); rest != 0; rest &= rest - 1) {
        int row = Integer.numberOfTrailingZeros(rest);
        if (kernels.process(row) == workload) {
          return row;
        }
      }
      return KernelControlBlocks.NONE;
    }

    private String kernelName(int row) {
      return row == KernelControlBlocks.NONE
          ? ""
          : control.scheduler().kernels().kernel(row).name();
    }

    private int quota(int row) {
      ThreadBlockScheduler scheduler = control.scheduler();
      Quotas quotas = scheduler.quotas();
      int fitting = Occupancy.of(spec.gpu().sm(), scheduler.kernels().need(row)).threadBlocks();
      int sum = 0;
      for (int sm = 0; sm < quotas.sms(); sm++) {
        sum += Math.min(fitting, quotas.get(sm, row));
      }
      return sum;
    }

    private RunResult result(boolean partial) {
      return new RunResult(
          partial,
          gpu.cycle(),
          total(true),
          total(false),
          control.results(gpu.cycle()),
          control.launches(),
          RunResult.Device.of(gpu),
          meter.uses(gpu.cycle(), workload -> RunResult.Device.slots(gpu, workload)),
          RunResult.Partitioning.of(
              facts,
              policyWatch.decisions(),
              control.scheduler().preemptions(),
              control.scheduler().fragmentation()),
          epochRows,
          windowRows,
          windowRowsOfSm,
          policyWatch.uses(),
          log,
          control.requests(),
          List.of());
    }

    /**
     * Checks invariants between two cycles: every issue slot has exactly one cause, the SMs have
     * issued as many instructions as the workloads have executed, and the scheduler's tables agree.
     */
    private void checkConservation(long cycle) {
      int perCycle = gpu.config().sm().warpSchedulers() * gpu.copies().of(Resource.ISSUE);
      long slots = cycle * perCycle;
      long issued = 0;
      for (int sm = 0; sm < gpu.config().sms(); sm++) {
        SmCounters counters = gpu.smCounters(sm);
        long charged = counters.issueSlots().stream().mapToLong(Long::longValue).sum();
        require(charged == slots, "issue slots of SM " + sm, charged, cycle);
        issued += counters.issued();
      }
      require(
          issued == total(true), "warp instructions, of workloads " + total(true), issued, cycle);
      try {
        control.scheduler().verifyConservation();
      } catch (IllegalStateException e) {
        throw violation(cycle, e.getMessage(), e);
      }
    }

    /** Drains a device that has no thread blocks left, then checks that nothing is in flight. */
    private void checkEnd() {
      if (control.scheduler().kernels().runningMask() == 0) {
        try {
          gpu.settle();
          gpu.verifyConservation();
        } catch (IllegalStateException e) {
          throw violation(gpu.cycle(), e.getMessage(), e);
        }
      }
    }

    private static void require(boolean holds, String what, long found, long cycle) {
      if (!holds) {
        throw violation(cycle, what + ": " + found, null);
      }
    }

    private static SimulationFailure violation(long cycle, String what, Throwable cause) {
      return new SimulationFailure("conservation in cycle " + cycle + ": " + what, "", cause);
    }
  }
}
