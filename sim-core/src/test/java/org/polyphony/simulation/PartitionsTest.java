package org.polyphony.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

class PartitionsTest {
  private static final GpuConfig WHOLE = new SmallGpu().sms(8).config();
  private static final List<Partition> HALVES =
      List.of(new Partition(List.of(0), 4, 1, 0), new Partition(List.of(1), 4, 1, 0));

  private static GpuConfig half() {
    return Keys.with(
        WHOLE,
        Map.of(
            "sms",
            4,
            "dram",
            Keys.with(WHOLE.dram(), Map.of("channels", 1)),
            "l2",
            Keys.with(WHOLE.l2(), Map.of("slices", 2, "bytes", 32768))));
  }

  private static RunResult run(
      GpuConfig gpu, String policy, List<Workload> workloads, List<Partition> partitions) {
    List<Tenant> tenants = Collections.nCopies(workloads.size(), Tenant.USUAL);
    return run(gpu, policy, "flush", workloads, tenants, partitions);
  }

  private static RunResult run(
      GpuConfig gpu,
      String policy,
      String preemption,
      List<Workload> workloads,
      List<Tenant> tenants,
      List<Partition> partitions) {
    boolean restarts = preemption.equals("chimera");
    RunSpec spec =
        RunSpec.of(gpu, workloads, policy)
            .preemption(preemption)
            .tenants(tenants)
            .partitions(partitions)
            .restart(restarts)
            .epochCycles(1000)
            .check(true)
            .build();
    return new GpuSimulation().run(spec);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void halfOfADeviceRunsAsADeviceOfHalfTheSizeToTheCycleBesideAnother(long seed) {
    Workload left = MixedKernel.random(seed, 30).once();
    Workload right = MixedKernel.random(seed + 100, 45).once();

    RunResult both = run(WHOLE, "smk-even", List.of(left, right), HALVES);

    assertEquals(aloneOnHalf(left), both.benchmarks().get(0).cycles());
  }

  @Test
  void theOtherHalfDoesSoAsWellUnlessLocalMemoryTellsItsSmsApart() {
    Workload streaming =
        new Script("streaming")
            .grid(60, 64)
            .load(MemorySpace.GLOBAL, 1, 0, (warp, repeat, lane) -> warp * 8192L + lane * 132L)
            .op(OpClass.FP32, 2, 1)
            .store(MemorySpace.GLOBAL, 2, (warp, repeat, lane) -> warp * 4096L + lane * 4L)
            .times(9)
            .build()
            .once();

    RunResult both =
        run(WHOLE, "smk-even", List.of(MixedKernel.random(3, 200).once(), streaming), HALVES);

    assertEquals(aloneOnHalf(streaming), both.benchmarks().get(1).cycles());
  }

  private static long aloneOnHalf(Workload workload) {
    return run(half(), "alone", List.of(workload), List.of()).benchmarks().get(0).cycles();
  }

  @ParameterizedTest
  @CsvSource({
    "smk-even, 24",
    "spatial-even, 24",
    "left-over, 24",
    "maestro, 60", // decides on kernels that run for long
    "warped-slicer, 24"
  })
  void aPolicyWithinAnInstanceSeesADeviceOfItsOwn(String policy, int threadBlocks) {
    List<Workload> three = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      three.add(MixedKernel.random(7 + i, threadBlocks).once());
    }
    List<Partition> partitions =
        List.of(new Partition(List.of(0, 1), 4, 1, 0), new Partition(List.of(2), 4, 1, 0));

    RunResult shared = run(WHOLE, policy, three, partitions);
    RunResult pair = run(half(), policy, three.subList(0, 2), List.of());

    assertEquals(pair.benchmarks(), shared.benchmarks().subList(0, 2));
    assertEquals(pair.partitioning().decisions(), shared.partitioning().decisions());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void nothingIsLostWithRequestsAndPartitionsAndTheSameAgain(long seed) {
    assertEquals(requests(seed).toString(), requests(seed).toString());
  }

  /** Runs random tenants, with conservation checked. */
  private static List<RunResult.Request> requests(long seed) {
    Random random = new Random(seed);
    List<Workload> workloads = new ArrayList<>();
    List<Tenant> tenants = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      workloads.add(MixedKernel.random(seed * 10 + i, 20).once());
      Arrivals arrivals = new Arrivals.Poisson(5000, 2, seed);
      tenants.add(
          new Tenant(random.nextInt(500), Optional.of(arrivals), 9000, random.nextInt(2), 75));
    }
    boolean hasInstances = random.nextBoolean();
    List<Partition> partitions =
        List.of(
            new Partition(
                List.of(random.nextInt(3)), hasInstances ? 3 : 0, 1, random.nextBoolean() ? 3 : 0));
    String policy = random.nextBoolean() ? "left-over" : "maestro";

    RunResult result = run(WHOLE, policy, "chimera", workloads, tenants, partitions);

    assertEquals(6, result.requests().size());
    return result.requests();
  }

  @Test
  void processesWithFewerWaysOfL2MissMoreOften() {
    Workload any = MixedKernel.random(5, 30).once();
    List<Workload> two = List.of(any, MixedKernel.random(6, 30).once());

    RunResult all = run(WHOLE, "smk-even", two, List.of());
    RunResult few = run(WHOLE, "smk-even", two, List.of(new Partition(List.of(0), 0, 0, 1)));

    assertTrue(misses(few) > misses(all), misses(few) + " and " + misses(all));
  }

  private static long misses(RunResult result) {
    RunResult.HardwareUse use = result.hardware().get(0);
    return use.l2Accesses() - use.l2Hits();
  }

  @Test
  void aDeviceThatWaitsForARequestForLongIsNotStuck() {
    Arrivals late = new Arrivals.At(List.of(100L, 5_000_000L)); // the watchdog waits 20,000 cycles
    Tenant tenant = new Tenant(0, Optional.of(late), Tenant.NONE, 0, 100);
    List<Workload> one = List.of(MixedKernel.random(1, 5).once());

    RunResult result = run(WHOLE, "left-over", "chimera", one, List.of(tenant), List.of());

    assertEquals(2, result.requests().size());
  }

  @Test
  void processesWithoutAPartitionShareWhatIsLeft() {
    Partitions partitions = new Partitions(WHOLE, 3, List.of(new Partition(List.of(1), 3, 1, 2)));

    assertEquals(List.of(0, 2), partitions.processes(1));
    assertEquals(5, partitions.device(1).sms());
    assertEquals(3, partitions.firstSm(1));
    assertEquals(1, partitions.memory(3).get(2).rank());
    assertEquals(6, partitions.memory(3).get(2).ways());
  }

  @Test
  void processesThatShareTheChannelsKeepAddressesOfTheirOwn() {
    List<Partition> ways =
        List.of(new Partition(List.of(0), 0, 0, 4), new Partition(List.of(1), 0, 0, 4));

    Partitions partitions = new Partitions(WHOLE, 2, ways);

    assertEquals(0, partitions.memory(2).get(0).rank());
    assertEquals(1, partitions.memory(2).get(1).rank()); // else both would hit the same DRAM rows
  }

  @Test
  void refusesWhatADeviceDoesNotHave() {
    List<Partition> wrong =
        List.of(new Partition(List.of(0, 5), 8, 0, 0), new Partition(List.of(0), 0, 3, 0));

    List<String> found =
        Partitions.violations(WHOLE, 3, wrong).stream().map(Violation::toString).toList();

    assertEquals(6, found.size(), found.toString());
  }
}
