package org.polyphony.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.polyphony.gpu.config.GpuConfig;
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
    PartConfig scheduler = new PartConfig(part, Map.of());
    GpuConfig gpu =
        Keys.with(
            new SmallGpu().sms(2).config(),
            Map.of("dram.scheduler", scheduler, "l2.bytes", 16384, "l1d.bytes", 2048));
    RunRequest request =
        RunRequest.of(
            gpu,
            List.of(MixedKernel.random(1, 16).once(), MixedKernel.random(2, 16).once()),
            "smk-even");
    return new GpuSimulation().run(request, RunWatcher.NONE);
  }

  /** FR-FCFS by what a part sees: the banks in turn, row hits first. */
  public static final class OwnFrFcfs implements DramScheduler {
    private final DramQueue queue;

    public OwnFrFcfs(DramQueue queue) {
      this.queue = queue;
    }

    @Override
    public int choose(long clock) {
      for (int turn = 0; turn < queue.banks(); turn++) {
        int bank = (queue.firstBank() + turn) % queue.banks();
        int oldest = NONE;
        for (int i = 0; i < queue.size(); i++) {
          if (queue.bank(i) == bank && queue.mayServe(i)) {
            if (queue.isRowHit(i)) {
              return i;
            }
            oldest = oldest == NONE ? i : oldest;
          }
        }
        if (oldest != NONE) {
          return oldest;
        }
      }
      return NONE;
    }
  }

  @Test
  void frFcfsAsAPartOfOnesOwnGivesTheResultsOfFrFcfs() {
    RunResult bundled = run("fr-fcfs");

    assertEquals(bundled.device(), run(OwnFrFcfs.class.getName()).device());
    assertNotEquals(bundled.device(), run("fcfs").device());
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
