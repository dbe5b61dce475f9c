package org.polyphony.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
  private static final GpuConfig GPU = Devices.gpu("sms", 2, "kernelLaunchLatency", LATENCY);
  private static final TestKernel FULL = TestKernel.of("full", 4, 1024, 100); // 2 SMs x 2
  private final FakeSms sms = new FakeSms(2);

  /** Kernels of processes by name; copies are of 128 B. */
  private static Workload workload(String steps) {
    List<Workload.Step> made = new ArrayList<>();
    for (String step : steps.split(" ", -1)) {
      made.add(
          switch (step) {
            case "copy" -> new Workload.HostCopy(64, 128);
            case "full" -> new Workload.Launch(FULL);
            case "two" -> new Workload.Launch(TestKernel.of("two", 2, 128, 1000));
            case "short" -> new Workload.Launch(TestKernel.of("short", 1, 128, 15));
            default -> new Workload.Launch(TestKernel.of("long", 1, 128, 1000));
          });
    }
    return new TestWorkload(steps, made);
  }

  /** The budget is in thread instructions, if there is one. */
  @ParameterizedTest(name = "{0} {1} {2}: {5}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          full           |      | true  | 111 | 10:start full 111:end full \
              | a launch latency, two launches of which the second is a cycle later, a thread block
          full full      |      | true  | 222 \
              | 10:start full 111:end full 121:start full 222:end full \
              | the launch latency again for each kernel
          copy full copy |      | true  | 111 \
              | 0:copy 0 64 128 10:start full 111:end full 111:copy 0 64 128 \
              | copies when their turn comes, and in no time
          full           | 3200 | true  | 36  | 10:start full | 2 in the first cycle, then 4 in each
          full           | 3265 | true  | 37  | 10:start full | one instruction more
          short, long    |      | false | 1010 \
              | 10:start short 10:start long 25:end short 1010:end long \
              | without restarts
          two, long      | 1280 | true  | 51  | 10:start two 10:start long 33:end two 43:start two \
              | what is resident at the budget is dropped; its SM took one of the other kernel first
          """)
  void runsToItsEnd(
      String workloads, Long budget, boolean restart, long end, String log, String why) {
    List<Workload> made =
        Stream.of(workloads.split(", ", -1)).map(MultiprogramRunTest::workload).toList();
    long limit = budget == null ? RunSpec.UNLIMITED : budget;

    MultiprogramRun run = run(spec(made, limit, restart), new Alone());

    assertEquals(end, sms.run(run, 10_000), why);
    assertEquals(log, sms.log(), why);
  }

  @Test
  void refillsTheRoomOfAThreadBlockALatencyAfterItsEnd() {
    TestKernel more = TestKernel.of("more", 6, 1024, 100); // 2 SMs x 2, then one on each
    RunSpec spec = spec(List.of(TestWorkload.launching("w", more)), RunSpec.UNLIMITED, true);
    DispatchConfig dispatch = Devices.dispatch("refillLatency", 30);
    GpuConfig config = Devices.gpu("sms", 2, "kernelLaunchLatency", LATENCY, "dispatch", dispatch);

    MultiprogramRun run = run(spec.with().gpu(config).build(), new Alone(), OneTechnique.DRAIN);

    assertEquals(LATENCY + 100 + 30 + 100, sms.run(run, 1000));
    run.scheduler().verifyConservation();
  }

  @Test
  void aSeedDelaysTheStartOfAProcessAndItsRoundIsAsLong() {
    long start = new Perturbation(2).start(0);
    RunSpec spec = spec(List.of(workload("full")), RunSpec.UNLIMITED, true).with().seed(2).build();
    MultiprogramRun run = run(spec, new Alone());

    long end = sms.run(run, 10_000);

    assertTrue(start > 0, "seed 2 delays process 0");
    assertEquals(start + LATENCY + 1 + 100, end);
    assertEquals(LATENCY + 1 + 100, run.results(end).get(0).cycles());
  }

  @Test
  void recordsEachLaunchOfTheFirstRound() {
    MultiprogramRun run = alone(RunSpec.UNLIMITED, workload("full full"));

    RunResult.Benchmark result = run.results(sms.run(run, 1000)).get(0);

    assertEquals(new RunResult.Launch(0, "full", 111, 111, 400, 12800, 4), run.launches().get(1));
    assertEquals(800, result.warpInstructions());
    assertTrue(result.finished());
  }

  @Test
  void restartsAProcessUntilAllHaveFinishedAFirstRound() {
    RunSpec spec = spec(List.of(workload("short"), workload("long")), RunSpec.UNLIMITED, true);
    MultiprogramRun run = run(spec, new Alone());

    long cycles = sms.run(run, 10_000);

    List<RunResult.Benchmark> results = run.results(cycles);
    assertEquals(25, results.get(0).cycles()); // 10 latency + 15
    assertEquals(1010, results.get(1).cycles());
    assertEquals((1010 - 1) / 25, results.get(0).restarts());
    assertEquals(2, run.launches().size());
    assertEquals(15, results.get(0).warpInstructions());
  }

  /** A thread block is dropped after 5 instructions; the other is launched a cycle later. */
  @Test
  void doesNotCountFlushedWorkTowardsTheBudget() {
    MultiprogramRun run =
        run(spec(List.of(workload("two")), 32 * 20, false), new OnceFlushing(), OneTechnique.FLUSH);

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
    MultiprogramRun run = alone(32 * 20, workload("long"));

    RunResult.Benchmark result = run.results(sms.run(run, 1000)).get(0);

    assertTrue(result.finished());
    assertEquals(32 * 20, result.threadInstructions());
    assertEquals(0, run.launches().get(0).threadBlocks());
  }

  @Test
  void givesEachProcessItsOwnBudget() {
    RunSpec spec =
        spec(List.of(workload("long"), workload("long")), List.of(32 * 20L, 32 * 40L), false);
    MultiprogramRun run = run(spec, new Alone());

    List<RunResult.Benchmark> results = run.results(sms.run(run, 1000));

    assertEquals(32 * 20, results.get(0).threadInstructions());
    assertEquals(32 * 40, results.get(1).threadInstructions());
  }

  @Test
  void refusesAPlanWithoutABudgetForEachProcess() {
    List<Workload> two = List.of(workload("long"), workload("long"));

    assertThrows(IllegalArgumentException.class, () -> spec(two, List.of(1L), true));
    assertThrows(IllegalArgumentException.class, () -> spec(two, List.of(1L, 0L), true));
  }

  @Test
  void reportsWhatIsThereWhenItIsStoppedEarly() {
    MultiprogramRun run = alone(RunSpec.UNLIMITED, workload("long"));

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
            () -> alone(RunSpec.UNLIMITED, TestWorkload.launching("w", huge)));

    assertTrue(error.getMessage().startsWith("workload w: a thread block of kernel huge"));
  }

  @Test
  void refusesAWorkloadThatLaunchesNothing() {
    Workload empty = new TestWorkload("empty", List.of(new Workload.HostCopy(0, 1)));

    assertThrows(InvalidInputException.class, () -> alone(RunSpec.UNLIMITED, empty));
  }

  @Test
  void endsWithAnErrorWhenThePolicyGivesNoKernelAPlace() {
    PartitionPolicy nothing = policy("nothing", PartitionPolicy.NEVER);
    MultiprogramRun run = run(spec(List.of(workload("long")), 1000, true), nothing);

    InvalidInputException error =
        assertThrows(InvalidInputException.class, () -> sms.run(run, 1000));

    assertTrue(error.getMessage().contains("policy nothing gives no kernel a place in cycle 10"));
  }

  @Test
  void refusesAPolicyThatWantsToBeAskedInThePast() {
    MultiprogramRun run = run(spec(List.of(workload("long")), 1000, true), policy("past", 3));

    assertThrows(InvalidInputException.class, () -> sms.run(run, 1000));
  }

  private MultiprogramRun alone(long budget, Workload workload) {
    return run(spec(List.of(workload), budget, true), new Alone());
  }

  private MultiprogramRun run(RunSpec spec, PartitionPolicy policy) {
    return run(spec, policy, OneTechnique.DRAIN);
  }

  private MultiprogramRun run(RunSpec spec, PartitionPolicy policy, Preemption preemption) {
    MultiprogramRun.Device device = new MultiprogramRun.Device(sms, sms, sms, null, Copies.NONE);
    return new MultiprogramRun(spec, policy, OneWay::new, preemption, device);
  }

  private static RunSpec spec(List<Workload> workloads, long budget, boolean restart) {
    return spec(workloads, Collections.nCopies(workloads.size(), budget), restart);
  }

  private static RunSpec spec(List<Workload> workloads, List<Long> budgets, boolean restart) {
    return RunSpec.of(GPU, workloads, Alone.NAME)
        .instructionBudgets(budgets)
        .restart(restart)
        .build();
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
