package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.policy.partition.Objective;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.store.Json;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.workload.trace.TraceOptions;

/** Each step of GPU Maestro's flow (Figures 8 and 9), in the records of a run. */
class MaestroDecisionsTest {
  @TempDir private Path cache;

  /** Returns the flow of two kernels with one long launch each, in short epochs. */
  private DecisionFlow flow() {
    ObjectNode root = Json.object().put("gpu", "gtx980").put("instructionBudget", 20_000_000);
    root.putArray("workloads").add("HS").add("TPACF");
    root.putObject("policy").put("name", "maestro").put("epochCycles", 2000);
    Experiment experiment =
        new Experiments(new WorkloadLibrary(TraceOptions.quiet(cache)))
            .open(
                ExperimentLoader.of("flow", root, Path.of(""), List.of()),
                new Experiments.Extras(false, 0));
    return new DecisionFlow(
        new GpuSimulation().run(experiment.spec(), RunWatcher.NONE), Objective.ANTT);
  }

  @Test
  void decisionsFollowTheFlowOfTheArchitecture() {
    DecisionFlow flow = flow();

    assertTrue(flow.decisions().size() >= 4, flow.decisions().size() + " decisions");
    for (DecisionFlow.Check check : flow.checks()) {
      assertTrue(check.of() > 0, check.statement());
      assertEquals(check.of(), check.held(), check.statement());
    }
  }
}
