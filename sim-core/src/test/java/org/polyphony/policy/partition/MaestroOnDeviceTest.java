package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.Gpu;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.simulation.RunResult;

/** Two made-up kernels share a modelled device under {@code maestro} until both have ended. */
class MaestroOnDeviceTest {
  private static final int SMS = 5;
  private final PartitionPolicy maestro =
      PartitionPolicies.create("maestro", Map.of("epochCycles", 300));
  private DeviceRun run;

  @BeforeEach
  void runToTheEnd() {
    run =
        DeviceRun.withBudget(
            new SmallGpu().sms(SMS).config(),
            maestro,
            200_000,
            MixedKernel.random(11, 300).once(),
            MixedKernel.random(12, 300).once());
    run.run();
  }

  @Test
  void bothFinishAndDecisionsWereTaken() {
    assertTrue(
        run.control().results(run.gpu().cycle()).stream().allMatch(RunResult.Benchmark::finished));
    assertFalse(maestro.decisions().isEmpty());
    run.control().scheduler().verifyConservation();
  }

  @Test
  void whatSmsHaveIssuedForKernelsIsWhatProcessesHaveIssued() {
    Gpu gpu = run.gpu();
    long onSms = 0;
    for (int sm = 0; sm < SMS; sm++) {
      for (int row = 0; row < KernelControlBlocks.ROWS; row++) {
        onSms += gpu.progress().threadInstructions(sm, row);
      }
    }

    assertEquals(
        gpu.progress().threadInstructions(0) + gpu.progress().threadInstructions(1), onSms);
  }

  @Test
  void eachDecisionIsAboutBothProcessesAndAllSms() {
    for (PolicyDecision decision : maestro.decisions()) {
      assertEquals(List.of(0, 1), decision.processes());
      assertEquals(SMS, decision.roles().size());
    }
  }
}
