package org.polyphony.run.oracle;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.Processors;
import org.polyphony.policy.partition.Oracle;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
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
  public RunResult run(RunRequest request, RunWatcher watcher) {
    RunRequest.Sharing sharing = request.sharing();
    return sharing.policy().equals(Oracle.NAME)
        ? compose(
            request, (Oracle) PartitionPolicies.create(Oracle.NAME, sharing.parameters()), watcher)
        : device.run(request, watcher);
  }

  private RunResult compose(RunRequest request, Oracle oracle, RunWatcher watcher) {
    int window = Math.toIntExact(oracle.parameters().windowInstructions());
    int workloads = request.workloads().size();
    List<Oracle.Candidate> candidates = oracle.candidates(workloads);
    List<RunRequest> requests = new ArrayList<>();
    for (Oracle.Candidate each : candidates) {
      requests.add(request.withPolicy(each.policy(), each.parameters()).withIpcWindow(window));
    }
    for (int w = 0; w < workloads; w++) {
      requests.add(request.alone(w).withIpcWindow(window));
    }
    List<RunResult> runs = new ArrayList<>();
    for (RunRequest each : requests) {
      RunResult run = device.run(each, share(watcher, runs, requests.size()));
      if (run.partial()) {
        return ComposedRun.stopped(workloads);
      }
      runs.add(run);
    }
    return new ComposedRun(
            oracle,
            candidates,
            runs.subList(0, candidates.size()),
            runs.subList(candidates.size(), runs.size()),
            request.gpu().sms())
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
