package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.simulation.RunResult;

/** Made-up kernels share a modelled device under {@code tutti} until both have ended. */
class TuttiOnDeviceTest {
  private static final int SMS = 6;

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14})
  void kernelsFinishAndDecisionsConcernAllSms(long seed) {
    PartitionPolicy tutti = PartitionPolicies.create("tutti", Map.of("measureCycles", 1000));
    DeviceRun run =
        DeviceRun.withBudget(
            new SmallGpu().sms(SMS).config(),
            tutti,
            200_000,
            MixedKernel.random(seed, 300).once(),
            MixedKernel.random(seed + 100, 300).once());
    run.run();

    assertTrue(
        run.control().results(run.gpu().cycle()).stream().allMatch(RunResult.Benchmark::finished));
    run.control().scheduler().verifyConservation();
    assertFalse(tutti.decisions().isEmpty());
    for (PolicyDecision decision : tutti.decisions()) {
      assertEquals(List.of(0, 1), decision.processes());
      assertEquals(SMS, decision.roles().size());
      assertTrue(decision.candidates().stream().anyMatch(decision::isChosen));
    }
  }
}
