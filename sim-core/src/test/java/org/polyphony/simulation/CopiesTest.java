package org.polyphony.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.PipeConfig;
import org.polyphony.gpu.config.Resource;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.gpu.testing.Lanes;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.SmallGpu;

class CopiesTest {
  private static final GpuConfig GPU = new SmallGpu().sms(4).config();
  private static final GpuConfig PIPES_APART = pipesApart();
  private static final Set<Resource> EVERYTHING = EnumSet.allOf(Resource.class);
  private static final Set<Resource> PARTS_OF_SM =
      EnumSet.of(Resource.ISSUE, Resource.PIPES, Resource.L1, Resource.SHARED_MEMORY);

  private static RunResult run(String policy, List<Workload> workloads, Set<Resource> copies) {
    return run(GPU, policy, Map.of(), workloads, copies, false);
  }

  private static RunResult run(
      GpuConfig gpu,
      String policy,
      Map<String, Object> parameters,
      List<Workload> workloads,
      Set<Resource> copies,
      boolean restart) {
    RunSpec spec =
        RunSpec.of(gpu, workloads, policy)
            .policy(policy, parameters)
            .preemption("drain")
            .copies(copies)
            .restart(restart)
            .epochCycles(1000)
            .check(true)
            .build();
    return new GpuSimulation().run(spec);
  }

  private static Workload kernel(long seed, int blocks) {
    return MixedKernel.random(seed, blocks).once();
  }

  private static long cycles(RunResult result, int workload) {
    return result.benchmarks().get(workload).cycles();
  }

  /** The neighbors stay longer than the workload and start at once, so the dispatcher is free. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void doesNotFeelItsNeighborOnTheSameSmsWithCopiesOfEverything(long seed) {
    Map<String, Object> quotas = Map.of("threadBlocks", List.of(2, 2));

    long[] cycles = besideTwoNeighbors(kernel(seed, 16), "smk-fixed", quotas, EVERYTHING);

    assertEquals(cycles[0], cycles[1]);
  }

  /** On SMs of its own, a workload shares nothing inside of them. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void doesNotFeelItsNeighborOnOtherSmsWithCopiesOfTheMemory(long seed) {
    Set<Resource> memory = EnumSet.complementOf(EnumSet.of(Resource.SM, Resource.CROSSBAR));
    Map<String, Object> halves = Map.of("sms", List.of(2, 2));

    long[] cycles = besideTwoNeighbors(kernel(seed, 16), "spatial-fixed", halves, memory);

    assertEquals(cycles[0], cycles[1]);
  }

  /** Returns the cycles of a workload beside one that computes, and beside one that streams. */
  private static long[] besideTwoNeighbors(
      Workload first, String policy, Map<String, Object> parameters, Set<Resource> copies) {
    Workload computes =
        new Script("computes").grid(8, 64).op(OpClass.FP32, 1, 1).times(20_000).build().once();
    Workload streams =
        new Script("streams")
            .grid(8, 64)
            .load(
                MemorySpace.GLOBAL,
                1,
                0,
                (w, repeat, lane) -> w << 20 | (long) repeat << 7 | (long) lane << 2)
            .times(500)
            .build()
            .once();
    long[] cycles = new long[2];
    for (int i = 0; i < 2; i++) {
      List<Workload> both = List.of(first, i == 0 ? computes : streams);
      cycles[i] = cycles(run(GPU, policy, parameters, both, copies, false), 0);
    }
    return cycles;
  }

  @ParameterizedTest
  @EnumSource(Resource.class)
  void losesNothingWithCopiesOfOneResource(Resource resource) {
    List<Workload> three = List.of(kernel(1, 15), kernel(2, 20), kernel(3, 25));

    RunResult result = run("smk-even", three, Set.of(resource)); // checks conservation

    assertEquals(3, result.benchmarks().size());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void losesNothingWithCopiesOfAnyResources(long seed) {
    Random random = new Random(seed);
    Set<Resource> some = EnumSet.noneOf(Resource.class);
    for (Resource resource : Resource.values()) {
      if (random.nextBoolean()) {
        some.add(resource);
      }
    }
    List<Workload> both = List.of(kernel(seed, 20), kernel(seed + 20, 20));

    assertEquals(
        run("smk-even", both, some).benchmarks(), run("smk-even", both, some).benchmarks());
  }

  @Test
  void aCopyOfTheLinesOfL2IsAsLargeAsTheWhole() {
    List<Workload> both = List.of(kernel(5, 60), kernel(6, 60));

    RunResult shared = run("smk-even", both, Set.of());
    RunResult apart = run("smk-even", both, Set.of(Resource.L2_CAPACITY));

    assertTrue(lostLines(shared) > 0, "nothing was lost");
    assertEquals(0, lostLines(apart));
  }

  private static long lostLines(RunResult result) {
    return result.hardware().stream().mapToLong(RunResult.HardwareUse::l2LostLines).sum();
  }

  @Test
  void aResourceOfASingleWorkloadIsItsOwnAnyway() {
    List<Workload> one = Collections.singletonList(kernel(9, 80));

    assertEquals(cycles(run("alone", one, Set.of()), 0), cycles(run("alone", one, EVERYTHING), 0));
  }

  /** Two kernels that compete for one thing in the SM, and for nothing else. */
  @ParameterizedTest
  @EnumSource(
      value = Resource.class,
      names = {"ISSUE", "PIPES", "L1", "SHARED_MEMORY"})
  void aCopyOfWhatKernelsCompeteForInTheSmGivesBackWhatTheyLose(Resource scarce) {
    List<Workload> both = List.of(needing(scarce, 0), needing(scarce, 1));
    long lost = cyclesInTheSm(both, Set.of()) - cyclesInTheSm(both, EVERYTHING);
    assertTrue(lost > 500, lost + " cycles lost");
    for (Resource each : PARTS_OF_SM) {
      long share = cyclesInTheSm(both, Set.of()) - cyclesInTheSm(both, Set.of(each));
      boolean isRight = each == scarce ? share > 0.9 * lost : share < 0.1 * lost;
      assertTrue(isRight, "a copy of " + each + " gives back " + share + " of " + lost);
    }
  }

  private static long cyclesInTheSm(List<Workload> both, Set<Resource> copies) {
    Map<String, Object> quotas = Map.of("threadBlocks", List.of(2, 2));
    return cycles(run(PIPES_APART, "smk-fixed", quotas, both, copies, false), 0);
  }

  /** Returns one of two kernels that compete for a resource. */
  private static Workload needing(Resource scarce, int which) {
    Script script = new Script("needs " + scarce).grid(8, 128).needs(32, 4096);
    Lanes apart = Lanes.strided(0, 128);
    for (int register = 1; register <= 8; register++) {
      switch (scarce) {
        case ISSUE -> script.op(which == 0 ? OpClass.INT : OpClass.FP32, register);
        case PIPES -> script.op(OpClass.FP64, register);
        case L1 -> script.load(MemorySpace.GLOBAL, register, 0, (w, r, lane) -> lane % 8 << 7);
        default -> script.load(MemorySpace.SHARED, register, 0, apart);
      }
    }
    return script.times(20).build().once();
  }

  /** Returns a device with a path to shared memory, and pipes for integers and for fractions. */
  private static GpuConfig pipesApart() {
    GpuConfig gpu = new SmallGpu().sms(4).sharedApart().config();
    List<PipeConfig> pipes = new ArrayList<>(gpu.sm().pipes());
    PipeConfig alu = pipes.remove(0);
    List<PipeConfig.Timing> others = new ArrayList<>(alu.executes());
    others.removeIf(timing -> timing.opClass() == OpClass.FP32);
    pipes.add(new PipeConfig("int", 2, others));
    others = new ArrayList<>(alu.executes());
    others.removeIf(timing -> timing.opClass() != OpClass.FP32);
    pipes.add(new PipeConfig("fp32", 2, others));
    return Devices.with(gpu, "sm.pipes", pipes);
  }

  @Test
  void refusesMoreWarpSchedulersThanAnSmCanHave() {
    Set<Resource> issue = Set.of(Resource.ISSUE);

    assertEquals(List.of(), new Copies(issue, 15).violations(GPU)); // two schedulers each
    assertEquals("issue", new Copies(issue, 16).violations(GPU).get(0).path());
    assertEquals(
        List.of(), new Copies(EnumSet.of(Resource.SM, Resource.ISSUE), 16).violations(GPU));
  }
}
