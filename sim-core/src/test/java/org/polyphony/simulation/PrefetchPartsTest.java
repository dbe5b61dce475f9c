package org.polyphony.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.PartKind;
import org.polyphony.gpu.part.prefetch.PrefetchedCache;
import org.polyphony.gpu.part.prefetch.Prefetcher;
import org.polyphony.gpu.part.prefetch.Prefetchers;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.input.Keys;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PrefetchPartsTest extends PartContract {
  @Override
  List<String> keys() {
    return List.of("l1d.prefetcher", "l2.prefetcher");
  }

  /** Next lines propose far more than a bundled prefetcher. */
  @Override
  List<String> names() {
    List<String> names =
        new ArrayList<>(Prefetchers.KIND.bundled().stream().map(PartKind.Bundled::name).toList());
    names.add(NextLines.class.getName());
    return names;
  }

  private static RunResult run(Map<String, String> parts) {
    Map<String, Object> keys = new HashMap<>();
    parts.forEach((key, name) -> keys.put(key, new PartConfig(name, Map.of())));
    keys.putAll(Map.of("l2.bytes", 16384, "l1d.bytes", 2048));
    GpuConfig gpu = Keys.with(new SmallGpu().sms(2).config(), keys);
    RunRequest request =
        RunRequest.of(
            gpu,
            List.of(MixedKernel.random(1, 16).once(), MixedKernel.random(2, 16).once()),
            "smk-even");
    return new GpuSimulation().run(request, RunWatcher.NONE);
  }

  /** Fetches the next eight lines. */
  public static final class NextLines implements Prefetcher {
    private final PrefetchedCache cache;

    public NextLines(PrefetchedCache cache) {
      this.cache = cache;
    }

    @Override
    public void missed(long address, int workload, int sm, int warp, long pc) {
      for (int i = 1; i <= PrefetchedCache.MOST; i++) {
        cache.prefetch(address + (long) i * cache.lineBytes());
      }
    }
  }

  /** Proposes what it is told is there already, and addresses of other processes. */
  public static final class Idle implements Prefetcher {
    private final PrefetchedCache cache;

    public Idle(PrefetchedCache cache) {
      this.cache = cache;
    }

    @Override
    public void missed(long address, int workload, int sm, int warp, long pc) {
      cache.prefetch(address);
      cache.prefetch(-1);
      cache.prefetch(address + (1L << 50));
    }

    @Override
    public void hit(long address, int workload, int sm, int warp, long pc) {
      cache.prefetch(address + cache.fillBytes() - 1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"l1", "l2"})
  void prefetchesAreCountedByWhatBecameOfThem(String cache) {
    String key = cache.equals("l1") ? "l1d.prefetcher" : "l2.prefetcher";
    RunResult.Device with = run(Map.of(key, NextLines.class.getName())).device();

    long issued = with.prefetches().get(cache + "Issued");
    long used = with.prefetches().get(cache + "Useful") + with.prefetches().get(cache + "Late");
    assertTrue(used > 0 && used <= issued, with.prefetches().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"l1d.prefetcher", "l2.prefetcher"})
  void proposalsOfDataThatIsThereOrOfOtherProcessesChangeNothing(String key) {
    RunResult without = run(Map.of());
    RunResult with = run(Map.of(key, Idle.class.getName()));

    assertEquals(without.benchmarks(), with.benchmarks());
    assertEquals(without.device().stalls(), with.device().stalls());
    assertTrue(with.device().prefetches().values().stream().allMatch(count -> count == 0));
  }

  @Test
  void aDeviceWithoutAPrefetcherCountsNone() {
    assertEquals(Map.of(), run(Map.of()).device().prefetches());
  }

  /** Fails. */
  public static final class Failing implements Prefetcher {
    private final PrefetchedCache cache;

    public Failing(PrefetchedCache cache) {
      this.cache = cache;
    }

    @Override
    public void missed(long address, int workload, int sm, int warp, long pc) {
      throw new IllegalArgumentException("of " + cache.workloads());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"l1d.prefetcher", "l2.prefetcher"})
  void aPrefetcherThatFailsEndsTheRunWithItsCall(String key) {
    Map<String, String> parts = Map.of(key, Failing.class.getName());

    PolicyFailure failure = assertThrows(PolicyFailure.class, () -> run(parts));

    String message = failure.getMessage();
    assertTrue(
        message.matches(
            "(?s)cycle \\d+, epoch 0, of .*: gpu\\."
                + key
                + " \\(.*Failing\\): missed\\(address 0x[0-9a-f]+, workload \\d, sm \\d, warp -?\\d+,"
                + " pc 0x[0-9a-f]+\\) threw java.lang.IllegalArgumentException: of 2.*"),
        message);
  }

  /** Proposes from its constructor. */
  public static final class Early implements Prefetcher {
    public Early(PrefetchedCache cache) {
      cache.prefetch(0);
    }

    @Override
    public void missed(long address, int workload, int sm, int warp, long pc) {}
  }

  @Test
  void aProposalOutsideOfALoadIsRefused() {
    Map<String, String> parts = Map.of("l1d.prefetcher", Early.class.getName());

    RuntimeException failure = assertThrows(RuntimeException.class, () -> run(parts));

    assertTrue(failure.getMessage().contains("prefetch outside of missed and hit"));
  }
}
