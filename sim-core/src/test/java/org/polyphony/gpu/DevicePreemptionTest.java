package org.polyphony.gpu;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.PreemptionCounters;
import org.polyphony.gpu.dispatch.PreemptionTechnique;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.dispatch.ThreadBlockPreemption;
import org.polyphony.gpu.sm.issue.WarpScheduling;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.Restless;
import org.polyphony.gpu.testing.ScriptedKernel;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.partition.SmkEven;
import org.polyphony.policy.preemption.Preemptions;
import org.polyphony.policy.warp.WarpSchedulers;
import org.polyphony.simulation.RunResult;

/** Two kernels of everything, while a policy moves their thread blocks about without rest. */
class DevicePreemptionTest {
  private static final int BLOCKS = 12;

  private static ScriptedKernel kernel(long seed) {
    return MixedKernel.random(seed, BLOCKS);
  }

  private static DeviceRun restless(GpuConfig config, String technique, long seed) {
    return restless(config, technique, seed, BLOCKS);
  }

  private static DeviceRun restless(GpuConfig config, String technique, long seed, int blocks) {
    return DeviceRun.preempting(
        config,
        new Restless(seed, 5, 1200),
        Preemptions.create(technique, config, 15),
        MixedKernel.random(seed, blocks).once(),
        MixedKernel.random(seed + 100, blocks).once());
  }

  private static long preempted(DeviceRun run) {
    long left = 0;
    for (PreemptionTechnique each : PreemptionTechnique.values()) {
      left += run.control().scheduler().preemptions().threadBlocks(each);
    }
    return left;
  }

  private static long instructions(DeviceRun run) {
    long sum = 0;
    for (RunResult.Benchmark result : run.control().results(run.gpu().cycle())) {
      sum += result.warpInstructions();
    }
    return sum;
  }

  private static long instructionsUndisturbed(GpuConfig config, long seed) {
    WarpScheduling scheduling = WarpSchedulers.scheduling("gto", "lrr");
    return instructions(
        DeviceRun.of(
                config, scheduling, new SmkEven(), kernel(seed).once(), kernel(seed + 100).once())
            .run());
  }

  @ParameterizedTest
  @CsvSource({
    "drain, 1",
    "drain, 2",
    "switch, 3",
    "switch, 4",
    "switch, 5",
    "switch, 6",
    "ideal, 7",
    "ideal, 8",
    "flush, 9",
    "flush, 10",
    "chimera, 11",
    "chimera, 12",
    "chimera, 13"
  })
  void executesEveryInstructionOnceAndFlushedOnesAgain(String technique, long seed) {
    GpuConfig config = new SmallGpu().realFetch().config();
    DeviceRun run = restless(config, technique, seed).run();
    PreemptionCounters counters = run.control().scheduler().preemptions();

    long undisturbed = instructionsUndisturbed(config, seed);
    assertEquals(undisturbed, instructions(run)); // flushed work is no progress
    assertEquals(undisturbed + counters.flushedInstructions(), run.gpu().issued());
    assertTrue(preempted(run) > 2, "preempted: " + preempted(run));
    assertDoesNotThrow(() -> run.drain().gpu().verifyConservation());
    assertDoesNotThrow(() -> run.control().scheduler().verifyConservation());
  }

  /** One kernel gives up half of its thread blocks on an SM whose policy is patient. */
  @ParameterizedTest
  @CsvSource({"0, false", "1000000, true"})
  void threadBlocksThatEndSoonEnoughAreNotPreempted(long patience, boolean ends) {
    GpuConfig config = new SmallGpu().realFetch().config();
    PartitionPolicy shrinking =
        (cycle, device, quotas) -> {
          quotas.clear();
          for (int sm = 0; sm < device.config().sms(); sm++) {
            quotas.setPatience(sm, patience);
            for (int i = 0; i < device.kernels(); i++) {
              quotas.set(sm, device.kernel(i), cycle % 6000 < 3000 ? 4 : 1);
            }
          }
          return cycle + 3000 - cycle % 3000;
        };
    DeviceRun run =
        DeviceRun.preempting(
                config,
                shrinking,
                Preemptions.create("switch", config, 15),
                MixedKernel.random(3, 60).once())
            .run();
    PreemptionCounters counters = run.control().scheduler().preemptions();

    long switched = counters.threadBlocks(PreemptionTechnique.SWITCH);
    long drained = counters.threadBlocks(PreemptionTechnique.DRAIN);
    assertTrue(preempted(run) > 2, "preempted: " + preempted(run));
    assertEquals(ends, drained > switched, drained + " ended, " + switched + " switched");
  }

  /** A sector of a context is read in a cycle at most; contexts that do not move cost nothing. */
  @ParameterizedTest
  @CsvSource({"switch, 41, 1, 1000", "ideal, 41, 0, 0.05"})
  void losesTheTimeOfContextsOnTheirWayBack(
      String technique, long seed, double least, double most) {
    GpuConfig config = new SmallGpu().config();
    ScriptedKernel kernel = MixedKernel.random(seed, 6);
    DeviceRun run =
        DeviceRun.preempting(
                config,
                new Restless(seed, 5, 1200),
                Preemptions.create(technique, config, 15),
                kernel.once(),
                MixedKernel.random(seed, 6).once())
            .run();

    PreemptionCounters counters = run.control().scheduler().preemptions();
    ThreadBlockNeed need = ThreadBlockNeed.of(config.sm(), kernel);
    double sectors = (double) ThreadBlockPreemption.contextBytes(need) / config.l2().sectorBytes();
    double restored =
        counters.lostSmCycles() / ThreadBlockPreemption.share(config.sm(), need)
            - counters.latencyCycles(PreemptionTechnique.SWITCH);
    double wayBack = restored / counters.threadBlocks(PreemptionTechnique.SWITCH) / sectors;
    assertTrue(wayBack >= least && wayBack <= most, "per sector: " + wayBack);
  }
}
