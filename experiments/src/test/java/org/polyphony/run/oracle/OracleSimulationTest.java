package org.polyphony.run.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.simulation.Simulation;

/** Two kernels on a small device, cut into windows of 2,000 instructions of an SM. */
class OracleSimulationTest {
  private final List<RunSpec> made = new ArrayList<>();
  private final List<RunResult> results = new ArrayList<>();
  private final Simulation device =
      (spec, watcher) -> {
        made.add(spec);
        results.add(new GpuSimulation().run(spec, watcher));
        return results.get(results.size() - 1);
      };

  private static RunSpec spec(String policy, Map<String, Object> parameters) {
    return RunSpec.of(
            new SmallGpu().sms(2).config(),
            List.of(MixedKernel.random(51, 40).once(), MixedKernel.random(52, 60).once()),
            policy)
        .policy(policy, parameters)
        .preemption("drain")
        .epochCycles(1000)
        .build();
  }

  private RunResult oracle(String objective, int parts, boolean spatial) {
    Map<String, Object> parameters =
        Map.of(
            "objective", objective, "windowInstructions", 2000, "parts", parts, "spatial", spatial);
    return new OracleSimulation(device).run(spec("oracle", parameters), RunWatcher.NONE);
  }

  @Tag("slow")
  @Test
  void makesARunUnderEachPartitionAndOneOfEachWorkloadAlone() {
    oracle("stp", 3, true);

    assertEquals(
        List.of("smk-fixed", "smk-fixed", "spatial-even", "alone", "alone"),
        made.stream().map(spec -> spec.policy()).toList());
  }

  @Test
  void tellsEachOfItsRunsOfAStop() {
    List<Boolean> stopped = new ArrayList<>();
    Simulation asking =
        (spec, watcher) -> {
          stopped.add(watcher.isStopped());
          return device.run(spec, watcher);
        };

    new OracleSimulation(asking).run(spec("oracle", Map.of("parts", 2)), new Stopped());

    assertEquals(List.of(true), stopped);
  }

  /** A stop was asked for before the run began. */
  private static final class Stopped implements RunWatcher {
    @Override
    public boolean shouldContinue(double doneShare, long cycles, long warpInstructions) {
      return false;
    }

    @Override
    public boolean isStopped() {
      return true;
    }
  }

  @Tag("slow")
  @Test
  void leavesOtherPoliciesToTheDevice() {
    RunResult run = new OracleSimulation(device).run(spec("smk-even", Map.of()), RunWatcher.NONE);

    assertSame(results.get(0), run);
    assertEquals(1, made.size());
  }

  @Tag("slow")
  @Test
  void fromOnePartitionItIsThatPartitionsRun() {
    RunResult run = oracle("stp", 2, false);

    for (int w = 0; w < 2; w++) {
      double own = results.get(0).benchmarks().get(w).cycles();
      assertEquals(own, (double) run.benchmarks().get(w).cycles(), 1.0);
    }
    assertTrue(
        run.partitioning().decisions().stream()
            .allMatch(decision -> decision.outcomes().equals(List.of("smkEven"))));
  }

  /** The windows that it takes are the best there; the whole need not be, but is here. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"stp", "antt"})
  void isNoWorseThanAnyOfItsParts(String objective) {
    RunResult run = oracle(objective, 4, true);

    for (RunResult.Part part : run.parts()) {
      double best = value(objective, run.benchmarks());
      assertTrue(best > value(objective, part.benchmarks()) - 0.02, part.partition());
    }
  }

  /** Returns STP, or less ANTT: more is better. */
  private double value(String objective, List<RunResult.Benchmark> benchmarks) {
    double stp = 0;
    double antt = 0;
    for (int w = 0; w < benchmarks.size(); w++) {
      double alone = results.get(results.size() - 2 + w).benchmarks().get(0).cycles();
      stp += alone / benchmarks.get(w).cycles();
      antt += benchmarks.get(w).cycles() / alone / benchmarks.size();
    }
    return objective.equals("stp") ? stp : -antt;
  }

  @Tag("slow")
  @Test
  void itsEpochsAreItsWindowsAndHoldAllThatWasIssued() {
    RunResult run = oracle("stp", 3, true);

    long issued = run.epochs().stream().mapToLong(RunResult.EpochRow::threadInstructions).sum();
    assertEquals(run.threadInstructions(), issued);
    assertEquals(2 * run.partitioning().decisions().size(), run.epochs().size());
    assertEquals(run.cycles(), run.epochs().get(run.epochs().size() - 1).endCycle());
    assertEquals(
        run.partitioning().decisions().size(),
        run.parts().stream().mapToLong(RunResult.Part::windows).sum());
  }

  @Tag("slow")
  @Test
  void isPartialWhenOneOfItsRunsWasStopped() {
    RunWatcher stops = (share, cycles, instructions) -> share < 0.4;
    Map<String, Object> parameters = Map.of("windowInstructions", 2000, "parts", 2);

    RunResult run = new OracleSimulation(device).run(spec("oracle", parameters), stops);

    assertTrue(run.partial());
    assertEquals(0, run.benchmarks().get(1).cycles());
  }
}
