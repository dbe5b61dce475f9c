package org.polyphony.policy.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.Gpu;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.simulation.RunResult;

/** Made-up kernels share a modelled device under a policy that measures, until both have ended. */
class AdaptivePoliciesOnDeviceTest {
  @ParameterizedTest
  @CsvSource({
    "maestro, epochCycles=300, 5, 11",
    "tutti, measureCycles=1000, 6, 11",
    "tutti, measureCycles=1000, 6, 12",
    "tutti, measureCycles=1000, 6, 13",
    "tutti, measureCycles=1000, 6, 14"
  })
  void kernelsFinishAndDecisionsConcernAllSms(String name, String epoch, int sms, long seed) {
    PartitionPolicy policy = PartitionPolicies.create(name, TestView.parameters(epoch));
    DeviceRun run =
        DeviceRun.withBudget(
            new SmallGpu().sms(sms).config(),
            policy,
            200_000,
            MixedKernel.random(seed, 300).once(),
            MixedKernel.random(seed + 1, 300).once());
    run.run();

    assertTrue(
        run.control().results(run.gpu().cycle()).stream().allMatch(RunResult.Benchmark::finished));
    run.control().scheduler().verifyConservation();
    assertFalse(policy.decisions().isEmpty());
    for (PolicyDecision decision : policy.decisions()) {
      assertEquals(List.of(0, 1), decision.processes());
      assertEquals(sms, decision.roles().size());
      assertTrue(decision.candidates().stream().anyMatch(decision::isChosen));
    }
    Gpu gpu = run.gpu();
    assertEquals( // what SMs have issued for kernels is what processes have issued
        gpu.progress().threadInstructions(0) + gpu.progress().threadInstructions(1),
        IntStream.range(0, sms * KernelControlBlocks.ROWS)
            .mapToLong(i -> gpu.progress().threadInstructions(i % sms, i / sms))
            .sum());
  }
}
