package org.polyphony.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.polyphony.gpu.Processors;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.Resource;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.PartKind;
import org.polyphony.gpu.part.arbitration.Arbiters;
import org.polyphony.gpu.part.dram.DramSchedulers;
import org.polyphony.gpu.part.prefetch.Prefetchers;
import org.polyphony.gpu.part.replacement.ReplacementPolicies;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.input.Keys;

/** What holds for any hardware part, bundled or a user's own; runs check conservation. */
class PartContractTest {
  private static final int BLOCKS = 8; // of each workload

  /** A part, and the keys of a device that take such parts. */
  private record Subject(String name, List<String> keys) {}

  static List<Subject> subjects() {
    List<Subject> all = new ArrayList<>();
    add(all, Arbiters.KIND, "crossbar.arbiter", "l2.arbiter");
    add(all, DramSchedulers.KIND, "dram.scheduler");
    add(
        all,
        ReplacementPolicies.KIND,
        "l1d.replacement",
        "l2.replacement",
        "constantCache.replacement");
    add(all, Prefetchers.KIND, "l1d.prefetcher", "l2.prefetcher");
    // proposes far more than a bundled prefetcher
    String nextLines = OwnPartsTest.NextLines.class.getName();
    all.add(new Subject(nextLines, List.of("l1d.prefetcher", "l2.prefetcher")));
    return all;
  }

  private static void add(List<Subject> all, PartKind<?, ?> kind, String... keys) {
    for (PartKind.Bundled<?, ?, ?> part : kind.bundled()) {
      all.add(new Subject(part.name(), List.of(keys)));
    }
  }

  /** Returns a small device that has a part wherever it fits. */
  private static GpuConfig device(int sms, Subject part) {
    GpuConfig gpu = small(sms);
    for (String key : part.keys()) {
      gpu = Keys.with(gpu, Map.of(key, new PartConfig(part.name(), Map.of())));
    }
    return gpu;
  }

  /** Small caches and L1s of few lines, so that lines are replaced and rows conflict. */
  private static GpuConfig small(int sms) {
    GpuConfig small = new SmallGpu().sms(sms).config();
    return Keys.with(
        small, Map.of("l2.bytes", 16384, "constantCache.bytes", 512, "l1d.bytes", 2048));
  }

  private static List<Workload> workloads(int count) {
    return Stream.iterate(0, i -> i + 1)
        .limit(count)
        .map(i -> MixedKernel.random(i + 1, BLOCKS).once())
        .toList();
  }

  private static RunResult run(
      GpuConfig gpu,
      String preemption,
      Set<Resource> copies,
      RunSpec.Builder spec,
      int processors) {
    return new GpuSimulation()
        .on(Processors.perRunAtOnce(processors))
        .run(spec.gpu(gpu).preemption(preemption).copies(copies).build());
  }

  private static RunSpec.Builder spec(int workloads, long seed) {
    return RunSpec.of(small(1), workloads(workloads), "smk-even")
        .seed(seed)
        .epochCycles(1000)
        .check(true);
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void resultsAreAFunctionOfTheSeedAndNotOfTheThreads(Subject part) {
    GpuConfig gpu = device(8, part);
    GpuConfig apart = Keys.with(gpu, Map.of("crossbar.creditLatency", 3));

    RunResult one = run(apart, "chimera", Set.of(), spec(2, 5), 1);
    RunResult again = run(apart, "chimera", Set.of(), spec(2, 5), 2);

    assertEquals(one.benchmarks(), again.benchmarks());
    assertEquals(one.device(), again.device());
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void nothingIsLostWhileThreadBlocksAreSavedAndRestored(Subject part) {
    RunResult result = run(device(4, part), "switch", Set.of(), spec(3, 1), 1);

    assertEquals(3, result.benchmarks().size());
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void worksInEachPartitionOfADevice(Subject part) {
    List<Partition> halves =
        List.of(new Partition(List.of(0), 4, 1, 0), new Partition(List.of(1), 4, 1, 0));
    RunSpec.Builder spec = spec(2, 1).partitions(halves);

    RunResult result = run(device(8, part), "flush", Set.of(), spec, 1);

    assertEquals(2, result.benchmarks().size());
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void worksWithCopiesOfLinesOfQueuesAndOfAll(Subject part) {
    GpuConfig gpu = device(4, part);
    Set<Resource> lines = EnumSet.of(Resource.L2_CAPACITY, Resource.DRAM_ROWS);
    Set<Resource> queues = EnumSet.of(Resource.L2_BANDWIDTH, Resource.DRAM);
    run(gpu, "drain", lines, spec(2, 1), 1);
    run(gpu, "drain", queues, spec(2, 1), 1);

    RunResult result = run(gpu, "drain", EnumSet.allOf(Resource.class), spec(2, 1), 1);

    assertEquals(2, result.benchmarks().size());
  }
}
