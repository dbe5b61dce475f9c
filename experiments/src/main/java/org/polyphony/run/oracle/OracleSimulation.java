package org.polyphony.run.oracle;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.Processors;
import org.polyphony.policy.partition.Oracle;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.simulation.Simulation;

/**
 * A device that supports the policy {@code oracle}: it simulates each candidate partition and each
 * workload alone, and composes the oracle's run from them. All other policies run on the underlying
 * device. Source: GPU Maestro section 3.2.2, Figure 4.
 */
public record OracleSimulation(Simulation device) implements Simulation {
  @Override
  public Simulation on(Processors processors) {
    return new OracleSimulation(device.on(processors));
  }

  @Override
  public RunResult run(RunSpec spec, RunWatcher watcher) {
    return spec.policy().equals(Oracle.NAME)
        ? compose(spec, (Oracle) PartitionPolicies.create(Oracle.NAME, spec.parameters()), watcher)
        : device.run(spec, watcher);
  }

  private RunResult compose(RunSpec spec, Oracle oracle, RunWatcher watcher) {
    int window = Math.toIntExact(oracle.parameters().windowInstructions());
    int workloads = spec.workloads().size();
    List<Oracle.Candidate> candidates = oracle.candidates(workloads);
    List<RunSpec> all = new ArrayList<>();
    for (Oracle.Candidate each : candidates) {
      all.add(spec.with().policy(each.policy(), each.parameters()).ipcWindow(window).build());
    }
    for (int w = 0; w < workloads; w++) {
      all.add(spec.alone(w).with().ipcWindow(window).build());
    }
    List<RunResult> runs = new ArrayList<>();
    for (RunSpec each : all) {
      RunResult run = device.run(each, share(watcher, runs, all.size()));
      if (run.partial()) {
        return ComposedRun.stopped(oracle, spec);
      }
      runs.add(run);
    }
    return new ComposedRun(
            oracle,
            spec,
            candidates,
            runs.subList(0, candidates.size()),
            runs.subList(candidates.size(), runs.size()))
        .result();
  }

  /** Scales the progress of one of several runs to the whole. */
  private static RunWatcher share(RunWatcher watcher, List<RunResult> before, int all) {
    long cycles = before.stream().mapToLong(RunResult::cycles).sum();
    long issued = before.stream().mapToLong(RunResult::warpInstructions).sum();
    int done = before.size();
    return new RunWatcher() {
      @Override
      public boolean shouldContinue(double doneShare, long cycle, long instructions) {
        return watcher.shouldContinue(
            (done + doneShare) / all, cycles + cycle, issued + instructions);
      }

      @Override
      public boolean isStopped() {
        return watcher.isStopped();
      }
    };
  }
}
