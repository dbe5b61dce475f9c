package org.polyphony.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.PartKind;
import org.polyphony.gpu.part.replacement.CacheSets;
import org.polyphony.gpu.part.replacement.ReplacementPolicies;
import org.polyphony.gpu.part.replacement.ReplacementPolicy;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.input.Keys;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplacementPartsTest extends PartContract {
  @Override
  List<String> keys() {
    return List.of("l1d.replacement", "l2.replacement", "constantCache.replacement");
  }

  @Override
  List<String> names() {
    return ReplacementPolicies.KIND.bundled().stream().map(PartKind.Bundled::name).toList();
  }

  private static RunResult run(String key, String part) {
    GpuConfig gpu =
        Keys.with(
            new SmallGpu().sms(2).config(),
            Map.of(key, new PartConfig(part, Map.of()), "l2.bytes", 16384, "l1d.bytes", 2048));
    RunRequest request =
        RunRequest.of(
            gpu,
            List.of(MixedKernel.random(1, 16).once(), MixedKernel.random(2, 16).once()),
            "smk-even");
    return new GpuSimulation().run(request, RunWatcher.NONE);
  }

  /** LRU by the times that a part is told. */
  public static final class OwnLru implements ReplacementPolicy {
    private final CacheSets sets;

    public OwnLru(CacheSets sets) {
      this.sets = sets;
    }

    @Override
    public int victim(int set, int workload) {
      int oldest = -1;
      for (int way = 0; way < sets.ways(); way++) {
        boolean isOlder = oldest < 0 || sets.lastUse(set, way) < sets.lastUse(set, oldest);
        oldest = isOlder && sets.mayEvict(set, way) ? way : oldest;
      }
      return oldest;
    }
  }

  @Test
  void lruAsAPartOfOnesOwnGivesTheResultsOfLru() {
    for (String key : keys()) {
      assertEquals(run(key, "lru").device(), run(key, OwnLru.class.getName()).device(), key);
    }
  }

  /** Fails at its hundredth eviction. */
  public static final class Failing implements ReplacementPolicy {
    private int left = 100;

    public Failing(CacheSets sets) {
      assertTrue(sets.ways() > 0);
    }

    @Override
    public int victim(int set, int workload) {
      if (--left == 0) {
        throw new IllegalStateException("enough");
      }
      return set % 4;
    }
  }

  @Test
  void aPartThatFailsEndsItsRunWithItsCallAndTheStateOfTheRun() {
    PolicyFailure failure =
        assertThrows(PolicyFailure.class, () -> run("l1d.replacement", Failing.class.getName()));

    String message = failure.getMessage();
    assertTrue(message.matches("cycle \\d+, epoch 0, of .*"), message);
    String part = "gpu.l1d.replacement (" + Failing.class.getName() + "): victim(set ";
    assertTrue(message.contains(part), message);
    String thrown = "threw java.lang.IllegalStateException: enough at ";
    assertTrue(message.contains(thrown + Failing.class.getName() + ".victim("), message);
    assertTrue(failure.soFar().partial());
  }
}
