package org.polyphony.fuzz;

import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.run.oracle.OracleSimulation;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.PolicyFacts;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.simulation.Simulation;

/** The device, whose user gives up after some cycles: a mutant may ask for years. */
final class ShortDevice implements Simulation {
  private static final long PATIENCE_CYCLES = 100_000;
  private final Simulation device = new OracleSimulation(new GpuSimulation());
  private volatile boolean isInterrupted;

  /** Returns whether a run was ended before its end. */
  boolean isInterrupted() {
    return isInterrupted;
  }

  @Override
  public RunResult run(RunSpec spec, RunWatcher watcher) {
    return device.run(spec, impatient(watcher));
  }

  private RunWatcher impatient(RunWatcher watcher) {
    return new RunWatcher() {
      @Override
      public boolean shouldContinue(double doneShare, long cycles, long warpInstructions) {
        isInterrupted |= cycles > PATIENCE_CYCLES;
        return watcher.shouldContinue(doneShare, cycles, warpInstructions) && !isInterrupted;
      }

      @Override
      public void onDecision(PolicyDecision decision, PolicyFacts policy) {
        watcher.onDecision(decision, policy);
      }

      @Override
      public boolean isStopped() {
        return isInterrupted || watcher.isStopped();
      }
    };
  }
}
