package org.polyphony.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.arbitration.Arbiter;
import org.polyphony.gpu.part.arbitration.Requesters;
import org.polyphony.gpu.part.dram.DramQueue;
import org.polyphony.gpu.part.dram.DramScheduler;
import org.polyphony.gpu.part.prefetch.PrefetchedCache;
import org.polyphony.gpu.part.prefetch.Prefetcher;
import org.polyphony.gpu.part.replacement.CacheSets;
import org.polyphony.gpu.part.replacement.ReplacementPolicy;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.input.Keys;

/** Parts of a user's own, in a run of two kernels whose misses meet in small caches. */
class OwnPartsTest {
  private static RunResult run(Map<String, String> parts) {
    return run(parts, Map.of());
  }

  private static RunResult run(Map<String, String> parts, Map<String, Object> more) {
    return run(parts, more, MixedKernel.random(1, 16).once(), MixedKernel.random(2, 16).once());
  }

  private static RunResult run(
      Map<String, String> parts, Map<String, Object> more, Workload... workloads) {
    Map<String, Object> keys = new HashMap<>(Map.of("l2.bytes", 16384, "l1d.bytes", 2048));
    keys.putAll(more);
    parts.forEach((key, name) -> keys.put(key, new PartConfig(name, Map.of())));
    GpuConfig gpu = Keys.with(new SmallGpu().config(), keys);
    return new GpuSimulation().run(RunSpec.of(gpu, List.of(workloads), "smk-even").build());
  }

  /** Round robin by what a part sees. */
  public static final class OwnRoundRobin implements Arbiter {
    private final Requesters requesters;
    private int last;

    public OwnRoundRobin(Requesters requesters) {
      this.requesters = requesters;
      last = requesters.inputs() - 1;
    }

    @Override
    public int choose(long cycle) {
      int next = 0;
      for (int i = requesters.size() - 1; i >= 0; i--) {
        next = requesters.input(i) > last ? i : next;
      }
      last = requesters.input(next);
      return next;
    }
  }

  /** Four SMs whose misses meet at a channel with two slices. */
  private static final Map<String, Object> NARROW =
      Map.of("sms", 4, "dram.channels", 1, "l2.slices", 2);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void roundRobinAsAPartOfOnesOwnGivesTheResultsOfRoundRobin(boolean movesPackets) {
    Map<String, Object> ports = new HashMap<>(NARROW);
    ports.putAll(Map.of("crossbar.packetPerCycle", movesPackets, "crossbar.keepsLines", true));
    String own = OwnRoundRobin.class.getName();
    RunResult bundled = run(Map.of(), ports);

    assertEquals(
        bundled.device(), run(Map.of("crossbar.arbiter", own, "l2.arbiter", own), ports).device());
    assertNotEquals(bundled.device(), run(Map.of("crossbar.arbiter", "age"), ports).device());
    assertNotEquals(bundled.device(), run(Map.of("l2.arbiter", "weighted"), ports).device());
  }

  /** Round robin that lets every port rest in 15 of 16 cycles. */
  public static final class Slow implements Arbiter {
    private final OwnRoundRobin turns;

    public Slow(Requesters requesters) {
      turns = new OwnRoundRobin(requesters);
    }

    @Override
    public int choose(long cycle) {
      return cycle % 16 == 0 ? turns.choose(cycle) : NONE;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"crossbar.arbiter", "l2.arbiter"})
  void anArbiterMayWait(String key) {
    long fast = run(Map.of(), NARROW).cycles();

    assertTrue(run(Map.of(key, Slow.class.getName()), NARROW).cycles() > fast);
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
    RunResult bundled = run(Map.of("dram.scheduler", "fr-fcfs"));

    assertEquals(
        bundled.device(), run(Map.of("dram.scheduler", OwnFrFcfs.class.getName())).device());
    assertNotEquals(bundled.device(), run(Map.of("dram.scheduler", "fcfs")).device());
  }

  @ParameterizedTest
  @ValueSource(strings = {"least-served", "workload-first"})
  void schedulersThatChooseBetweenWorkloadsGiveTheCyclesOfFrFcfsToASoloRun(String part) {
    Workload solo = MixedKernel.random(1, 16).once();

    assertEquals(
        run(Map.of("dram.scheduler", "fr-fcfs"), Map.of(), solo).device(),
        run(Map.of("dram.scheduler", part), Map.of(), solo).device());
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

  @ParameterizedTest
  @ValueSource(strings = {"l1d.replacement", "l2.replacement", "constantCache.replacement"})
  void lruAsAPartOfOnesOwnGivesTheResultsOfLru(String key) {
    assertEquals(
        run(Map.of(key, "lru")).device(), run(Map.of(key, OwnLru.class.getName())).device());
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

  @ParameterizedTest
  @CsvSource({"l1, l1d.prefetcher", "l2, l2.prefetcher"})
  void prefetchesAreCountedByWhatBecameOfThem(String cache, String key) {
    Map<String, Long> counts = run(Map.of(key, NextLines.class.getName())).device().prefetches();

    long used = counts.get(cache + "Useful") + counts.get(cache + "Late");
    assertTrue(used > 0 && used <= counts.get(cache + "Issued"), counts.toString());
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
  @ValueSource(strings = {"l1d.prefetcher", "l2.prefetcher"})
  void proposalsOfDataThatIsThereOrOfOtherProcessesChangeNothing(String key) {
    RunResult without = run(Map.of());
    RunResult with = run(Map.of(key, Idle.class.getName()));

    assertEquals(without.benchmarks(), with.benchmarks());
    assertEquals(without.device().stalls(), with.device().stalls());
    assertEquals(Map.of(), without.device().prefetches());
    assertTrue(with.device().prefetches().values().stream().allMatch(count -> count == 0));
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

  /** Names a requester that is not there. */
  public record NoRequester(Requesters requesters) implements Arbiter {
    @Override
    public int choose(long cycle) {
      return requesters.size();
    }
  }

  /** Names a request that is not there. */
  public record NoRequest(DramQueue queue) implements DramScheduler {
    @Override
    public int choose(long clock) {
      return queue.size();
    }
  }

  /** Fails. */
  public record FailingPrefetcher(PrefetchedCache cache) implements Prefetcher {
    @Override
    public void missed(long address, int workload, int sm, int warp, long pc) {
      throw new IllegalArgumentException("of " + cache.workloads());
    }
  }

  /** Fails at its hundredth eviction. */
  public static final class FailingReplacement implements ReplacementPolicy {
    private int left = 100;

    public FailingReplacement(CacheSets sets) {
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

  /** The key, the class, and a pattern of the call and of what it did. */
  private static Object[][] failures() {
    String requester =
        "choose\\(cycle \\d+\\) returned (\\d+), allowed: -1, or one of \\1 requesters";
    String thrown =
        "missed\\(address 0x[0-9a-f]+, workload \\d, sm \\d, warp -?\\d+, pc 0x[0-9a-f]+\\)"
            + " threw java.lang.IllegalArgumentException: of 2.*";
    return new Object[][] {
      {"crossbar.arbiter", NoRequester.class, requester},
      {"l2.arbiter", NoRequester.class, requester},
      {
        "dram.scheduler",
        NoRequest.class,
        "choose\\(clock \\d+\\) returned 1, allowed: -1, or one of 1 requests that mayServe allows"
      },
      {"l1d.prefetcher", FailingPrefetcher.class, thrown},
      {"l2.prefetcher", FailingPrefetcher.class, thrown},
      {
        "l1d.replacement",
        FailingReplacement.class,
        "victim\\(set .* threw java.lang.IllegalStateException: enough at .*Replacement.victim\\(.*"
      }
    };
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aPartThatFailsEndsItsRunWithItsCallAndTheStateOfTheRun(
      String key, Class<?> part, String call) {
    Map<String, String> parts = Map.of(key, part.getName());

    SimulationFailure failure = assertThrows(SimulationFailure.class, () -> run(parts));

    String place = "(?s)cycle \\d+, epoch 0, of .*: gpu\\." + key;
    String name = " \\(" + Pattern.quote(part.getName()) + "\\): ";
    assertTrue(failure.getMessage().matches(place + name + call), failure.getMessage());
    assertTrue(failure.soFar(RunResult.class).orElseThrow().partial());
  }
}
