package org.polyphony.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.PartKind;
import org.polyphony.gpu.part.dram.DramQueue;
import org.polyphony.gpu.part.dram.DramScheduler;
import org.polyphony.gpu.part.dram.DramSchedulers;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.input.Keys;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DramPartsTest extends PartContract {
  @Override
  List<String> keys() {
    return List.of("dram.scheduler");
  }

  @Override
  List<String> names() {
    return DramSchedulers.KIND.bundled().stream().map(PartKind.Bundled::name).toList();
  }

  private static RunResult run(String part) {
    return run(part, MixedKernel.random(1, 16).once(), MixedKernel.random(2, 16).once());
  }

  private static RunResult run(String part, Workload... workloads) {
    PartConfig scheduler = new PartConfig(part, Map.of());
    GpuConfig gpu =
        Keys.with(
            new SmallGpu().sms(2).config(),
            Map.of("dram.scheduler", scheduler, "l2.bytes", 16384, "l1d.bytes", 2048));
    RunRequest request = RunRequest.of(gpu, List.of(workloads), "smk-even");
    return new GpuSimulation().run(request, RunWatcher.NONE);
  }

  /** FR-FCFS by what a part sees: row hits first, then the oldest request. */
  public static final class OwnFrFcfs implements DramScheduler {
    private final DramQueue queue;

    public OwnFrFcfs(DramQueue queue) {
      this.queue = queue;
    }

    @Override
    public int choose(long clock) {
      int best = NONE;
      for (int i = 0; i < queue.size(); i++) {
        boolean isFirstHit = best != NONE && queue.isRowHit(i) && !queue.isRowHit(best);
        if (queue.mayServe(i) && (best == NONE || isFirstHit)) {
          best = i;
        }
      }
      return best;
    }
  }

  @Test
  void frFcfsAsAPartOfOnesOwnGivesTheResultsOfFrFcfs() {
    RunResult bundled = run("fr-fcfs");

    assertEquals(bundled.device(), run(OwnFrFcfs.class.getName()).device());
    assertNotEquals(bundled.device(), run("fcfs").device());
  }

  @ParameterizedTest
  @ValueSource(strings = {"least-served", "workload-first"})
  void schedulersThatChooseBetweenWorkloadsGiveTheCyclesOfFrFcfsToASoloRun(String part) {
    Workload solo = MixedKernel.random(1, 16).once();

    assertEquals(run("fr-fcfs", solo).device(), run(part, solo).device());
  }

  /** Names a request that is not there. */
  public static final class Beside implements DramScheduler {
    private final DramQueue queue;

    public Beside(DramQueue queue) {
      this.queue = queue;
    }

    @Override
    public int choose(long clock) {
      return queue.size();
    }
  }

  @Test
  void aSchedulerThatNamesNoRequestEndsTheRunWithItsCall() {
    PolicyFailure failure = assertThrows(PolicyFailure.class, () -> run(Beside.class.getName()));

    String message = failure.getMessage();
    assertTrue(
        message.matches(
            "cycle \\d+, epoch 0, of .*: gpu\\.dram\\.scheduler \\(.*Beside\\): choose\\(clock \\d+\\)"
                + " returned 1, allowed: -1, or one of 1 requests that mayServe allows"),
        message);
  }
}
