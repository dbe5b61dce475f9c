package org.polyphony.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.FakeSms;
import org.polyphony.gpu.TestKernel;
import org.polyphony.gpu.TestWorkload;
import org.polyphony.gpu.alloc.OneWay;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.DispatchConfig;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Perturbation;
import org.polyphony.gpu.dispatch.Preemption;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.input.InvalidInputException;
import org.polyphony.policy.partition.Alone;
import org.polyphony.policy.partition.DeviceView;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.preemption.OneTechnique;

class MultiprogramRunTest {
  private static final int LATENCY = 10;
  private static final TestKernel FULL = TestKernel.of("full", 4, 1024, 100); // 2 SMs x 2
  private final FakeSms sms = new FakeSms(2);

  @Test
  void endsAKernelOneLaunchLatencyTwoLaunchesAndOneThreadBlockAfterItsStart() {
    MultiprogramRun run = alone(RunPlan.UNLIMITED, TestWorkload.launching("w", FULL));

    assertEquals(LATENCY + 1 + 100, sms.run(run, 1000)); // the second of an SM a cycle later
    assertEquals("10:start full 111:end full", sms.log());
  }

  @Test
  void refillsTheRoomOfAThreadBlockALatencyAfterItsEnd() {
    TestKernel more = TestKernel.of("more", 6, 1024, 100); // 2 SMs x 2, then one on each
    RunPlan plan = new RunPlan(List.of(TestWorkload.launching("w", more)), RunPlan.UNLIMITED, true);
    DispatchConfig dispatch = Devices.dispatch("refillLatency", 30);
    GpuConfig config = Devices.gpu("sms", 2, "kernelLaunchLatency", LATENCY, "dispatch", dispatch);

    MultiprogramRun run = run(config, plan, new Alone(), OneTechnique.DRAIN);

    assertEquals(LATENCY + 100 + 30 + 100, sms.run(run, 1000));
    run.scheduler().verifyConservation();
  }

  @Test
  void aSeedDelaysTheStartOfAProcessAndItsRoundIsAsLong() {
    long start = new Perturbation(2).start(0);
    RunPlan plan =
        new RunPlan(List.of(TestWorkload.launching("w", FULL)), RunPlan.UNLIMITED, true)
            .withSeed(2);
    MultiprogramRun run = run(plan, new Alone());

    long end = sms.run(run, 10_000);

    assertTrue(start > 0, "seed 2 delays process 0");
    assertEquals(start + LATENCY + 1 + 100, end);
    assertEquals(LATENCY + 1 + 100, run.results(end).get(0).cycles());
  }

  @Test
  void waitsTheLaunchLatencyAgainForEachKernel() {
    MultiprogramRun run = alone(RunPlan.UNLIMITED, TestWorkload.launching("w", FULL, FULL));

    sms.run(run, 1000);

    assertEquals("10:start full 111:end full 121:start full 222:end full", sms.log());
  }

  @Test
  void makesHostCopiesWhenTheirTurnComesAndInNoTime() {
    Workload.Step copy = new Workload.HostCopy(64, 128);
    Workload.Step launch = new Workload.Launch(FULL);
    MultiprogramRun run =
        alone(RunPlan.UNLIMITED, new TestWorkload("w", List.of(copy, launch, copy)));

    sms.run(run, 1000);

    assertEquals("0:copy 0 64 128 10:start full 111:end full 111:copy 0 64 128", sms.log());
  }

  @Test
  void recordsEachLaunchOfTheFirstRound() {
    MultiprogramRun run = alone(RunPlan.UNLIMITED, TestWorkload.launching("w", FULL, FULL));

    RunResult.Benchmark result = run.results(sms.run(run, 1000)).get(0);

    assertEquals(new RunResult.Launch(0, "full", 111, 111, 400, 12800, 4), run.launches().get(1));
    assertEquals(800, result.warpInstructions());
    assertTrue(result.finished());
  }

  @Test
  void endsTheRoundInTheCycleInWhichTheBudgetIsReached() {
    MultiprogramRun run = alone(32 * 100, TestWorkload.launching("w", FULL));

    assertEquals(LATENCY + 26, sms.run(run, 1000)); // 2 in the first cycle, then 4 in each
    assertEquals(32 * 102, run.results(36).get(0).threadInstructions());
  }

  @Test
  void endsTheRoundOneInstructionLaterWhenTheBudgetIsOneMore() {
    MultiprogramRun run = alone(32 * 102 + 1, TestWorkload.launching("w", FULL));

    assertEquals(LATENCY + 27, sms.run(run, 1000));
  }

  @Test
  void restartsAProcessUntilAllHaveFinishedAFirstRound() {
    MultiprogramRun run = together(RunPlan.UNLIMITED, true, short10(), long10());

    long cycles = sms.run(run, 10_000);

    List<RunResult.Benchmark> results = run.results(cycles);
    assertEquals(25, results.get(0).cycles()); // 10 latency + 15
    assertEquals(1010, results.get(1).cycles());
    assertEquals((1010 - 1) / 25, results.get(0).restarts());
    assertEquals(2, run.launches().size());
    assertEquals(15, results.get(0).warpInstructions());
  }

  @Test
  void leavesAFinishedProcessOutWithoutRestart() {
    MultiprogramRun run = together(RunPlan.UNLIMITED, false, short10(), long10());

    List<RunResult.Benchmark> results = run.results(sms.run(run, 10_000));

    assertEquals(0, results.get(0).restarts());
    assertEquals("10:start short 10:start long 25:end short 1010:end long", sms.log());
  }

  @Test
  void dropsWhatIsResidentAtTheBudgetBeforeTheProcessStartsAgain() {
    TestWorkload twoBlocks = TestWorkload.launching("long", TestKernel.of("long", 2, 128, 1000));
    MultiprogramRun run = together(32 * 40, true, twoBlocks, long10());

    assertEquals(LATENCY + 41, sms.run(run, 1000)); // its SM took one of the other kernel first

    assertEquals("10:start long 10:start long 33:end long 43:start long", sms.log());
  }

  /** A thread block is dropped after 5 instructions; the other is launched a cycle later. */
  @Test
  void doesNotCountFlushedWorkTowardsTheBudget() {
    TestWorkload two = TestWorkload.launching("two", TestKernel.of("two", 2, 128, 1000));
    MultiprogramRun run =
        run(new RunPlan(List.of(two), 32 * 20, false), new OnceFlushing(), OneTechnique.FLUSH);

    assertEquals(LATENCY + 5 + 1 + 20, sms.run(run, 1000));

    RunResult.Benchmark result = run.results(sms.run(run, 1000)).get(0);
    assertEquals(20, result.warpInstructions());
    assertEquals(25, sms.warpInstructions(0));
  }

  /** One thread block on SM 1, none there in the fifth cycle after its launch, one again. */
  private static final class OnceFlushing implements PartitionPolicy {
    @Override
    public String name() {
      return "once-flushing";
    }

    @Override
    public long partition(long cycle, DeviceView device, Quotas quotas) {
      quotas.set(1, device.kernel(0), cycle == LATENCY + 5 ? 0 : 1);
      return cycle == LATENCY ? cycle + 5 : cycle + 1;
    }
  }

  @Test
  void countsABudgetRoundAsFinishedWithItsKernelIncomplete() {
    MultiprogramRun run = alone(32 * 20, long10());

    RunResult.Benchmark result = run.results(sms.run(run, 1000)).get(0);

    assertTrue(result.finished());
    assertEquals(0, run.launches().get(0).threadBlocks());
  }

  @Test
  void givesEachProcessItsOwnBudget() {
    RunPlan plan = new RunPlan(List.of(long10(), long10()), List.of(32 * 20L, 32 * 40L), false);
    MultiprogramRun run = run(plan, new Alone());

    List<RunResult.Benchmark> results = run.results(sms.run(run, 1000));

    assertEquals(32 * 20, results.get(0).threadInstructions());
    assertEquals(32 * 40, results.get(1).threadInstructions());
  }

  @Test
  void refusesAPlanWithoutABudgetForEachProcess() {
    List<Workload> two = List.of(long10(), long10());

    assertThrows(IllegalArgumentException.class, () -> new RunPlan(two, List.of(1L), true));
    assertThrows(IllegalArgumentException.class, () -> new RunPlan(two, List.of(1L, 0L), true));
  }

  @Test
  void reportsWhatIsThereWhenItIsStoppedEarly() {
    MultiprogramRun run = alone(RunPlan.UNLIMITED, long10());

    assertThrows(IllegalStateException.class, () -> sms.run(run, 50));

    RunResult.Benchmark result = run.results(50).get(0);
    assertFalse(result.finished());
    assertEquals(50, result.cycles());
  }

  @Test
  void refusesAThreadBlockThatFitsOnNoSm() {
    TestKernel huge = new TestKernel("huge", 1, 32, 16, 49_153, 1);

    InvalidInputException error =
        assertThrows(
            InvalidInputException.class,
            () -> alone(RunPlan.UNLIMITED, TestWorkload.launching("w", huge)));

    assertTrue(error.getMessage().startsWith("workload w: a thread block of kernel huge"));
  }

  @Test
  void refusesAWorkloadThatLaunchesNothing() {
    Workload empty = new TestWorkload("empty", List.of(new Workload.HostCopy(0, 1)));

    assertThrows(InvalidInputException.class, () -> alone(RunPlan.UNLIMITED, empty));
  }

  @Test
  void endsWithAnErrorWhenThePolicyGivesNoKernelAPlace() {
    PartitionPolicy nothing = policy("nothing", PartitionPolicy.NEVER);
    MultiprogramRun run = run(new RunPlan(List.of(long10()), 1000, true), nothing);

    InvalidInputException error =
        assertThrows(InvalidInputException.class, () -> sms.run(run, 1000));

    assertTrue(error.getMessage().contains("policy nothing gives no kernel a place in cycle 10"));
  }

  @Test
  void refusesAPolicyThatWantsToBeAskedInThePast() {
    MultiprogramRun run = run(new RunPlan(List.of(long10()), 1000, true), policy("past", 3));

    assertThrows(InvalidInputException.class, () -> sms.run(run, 1000));
  }

  private static TestWorkload short10() {
    return TestWorkload.launching("short", TestKernel.of("short", 1, 128, 15));
  }

  private static TestWorkload long10() {
    return TestWorkload.launching("long", TestKernel.of("long", 1, 128, 1000));
  }

  private MultiprogramRun alone(long budget, Workload workload) {
    return run(new RunPlan(List.of(workload), budget, true), new Alone());
  }

  private MultiprogramRun together(long budget, boolean restart, Workload... workloads) {
    return run(new RunPlan(List.of(workloads), budget, restart), new Alone());
  }

  private MultiprogramRun run(RunPlan plan, PartitionPolicy policy) {
    return run(plan, policy, OneTechnique.DRAIN);
  }

  private MultiprogramRun run(RunPlan plan, PartitionPolicy policy, Preemption preemption) {
    return run(Devices.gpu("sms", 2, "kernelLaunchLatency", LATENCY), plan, policy, preemption);
  }

  private MultiprogramRun run(
      GpuConfig config, RunPlan plan, PartitionPolicy policy, Preemption preemption) {
    MultiprogramRun.Device device = new MultiprogramRun.Device(sms, sms, sms, null, Copies.NONE);
    return new MultiprogramRun(config, plan, policy, OneWay::new, preemption, device);
  }

  private static PartitionPolicy policy(String name, long due) {
    return new PartitionPolicy() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public long partition(long cycle, DeviceView device, Quotas quotas) {
        return due;
      }
    };
  }
}
