package org.polyphony.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.FakeSms;
import org.polyphony.gpu.TestKernel;
import org.polyphony.gpu.TestWorkload;
import org.polyphony.gpu.alloc.OneWay;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.DeviceControl;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.policy.preemption.OneTechnique;
import org.polyphony.policy.registry.PartitionPolicies;

/** What two processes see of each other while policies, scheduler and rounds work together. */
class SharingTest {
  private static final int SMS = 2;
  private static final GpuConfig GPU = Devices.gpu("sms", SMS, "kernelLaunchLatency", 20);
  private static final Workload ENDLESS =
      TestWorkload.launching("endless", TestKernel.of("endless", 2000, 256, 100)); // 8 on an SM

  private final FakeSms sms = new FakeSms(SMS);

  /**
   * Of nine thread blocks eight are its half; the ninth runs from 71 to 121, the next is due at
   * 148.
   */
  @Test
  void givesTheWholeSmToTheOtherBetweenTheKernelsOfAProcessAndItsHalfBackByDraining() {
    NavigableMap<Long, Integer> others = besideTwoKernelsOf(9);

    assertEquals(8, others.floorEntry(69L).getValue()); // beside the first kernel
    assertEquals(16, others.floorEntry(145L).getValue()); // which has ended
    assertEquals(8, others.floorEntry(220L).getValue()); // as many have ended and left room
  }

  /** DEVIATIONS.md 6: the first kernel has ended at 71, the second is due at 97. */
  @Test
  void aProcessKeepsItsHalfBetweenKernelsOfWhichAllThreadBlocksFitInIt() {
    NavigableMap<Long, Integer> others = besideTwoKernelsOf(8);

    assertEquals(8, others.floorEntry(69L).getValue());
    assertEquals(8, others.floorEntry(96L).getValue());
    assertEquals(8, others.floorEntry(119L).getValue());
  }

  /** Returns the thread blocks of an endless kernel, by cycle. */
  private NavigableMap<Long, Integer> besideTwoKernelsOf(int threadBlocks) {
    TestKernel kernel = TestKernel.of("half", threadBlocks, 256, 50); // 4 on each SM are its half
    MultiprogramRun run = run("smk-even", TestWorkload.launching("a", kernel, kernel), ENDLESS);
    NavigableMap<Long, Integer> others = new TreeMap<>();
    drive(run, cycle -> others.put(cycle, residentOf(run, 1)));
    return others;
  }

  @ParameterizedTest
  @ValueSource(strings = {"spatial-even", "spatial-smart", "time-slice"})
  void neverMixesKernelsOnAnSm(String policy) {
    TestKernel small = TestKernel.of("small", 9, 128, 70);
    MultiprogramRun run = run(policy, TestWorkload.launching("a", small, small), ENDLESS);

    drive(
        run,
        cycle -> {
          for (int sm = 0; sm < SMS; sm++) {
            assertTrue(kernelsOn(run, sm) <= 1, "SM " + sm + " in cycle " + cycle);
          }
        });
  }

  /** DEVIATIONS.md 1: staggered small thread blocks never leave room for the large one at once. */
  @ParameterizedTest
  @ValueSource(strings = {"left-over", "smk-even", "smk-fixed"})
  void doesNotKeepALargeThreadBlockOutForEver(String policy) {
    TestKernel tiny = TestKernel.of("tiny", 1, 32, 300);
    TestKernel large = TestKernel.of("large", 2, 1024, 100);
    TestKernel small = TestKernel.of("small", 40, 256, 97);
    MultiprogramRun run =
        run(
            policy,
            TestWorkload.launching("a", tiny, large),
            TestWorkload.launching("b", small),
            TestWorkload.launching("c", small));

    long end = drive(run, cycle -> {});

    assertTrue(run.results(end).get(0).finished());
  }

  @Test
  void givesLaterKernelsOnlyWhatEarlierOnesLeave() {
    TestKernel first = TestKernel.of("first", 100, 768, 50); // 2 on an SM leave 512 threads
    MultiprogramRun run = run("left-over", TestWorkload.launching("a", first), ENDLESS);
    int[] most = new int[2];

    drive(
        run,
        cycle -> {
          for (int process = 0; process < 2 && cycle < 1000; process++) {
            most[process] = Math.max(most[process], residentOf(run, process));
          }
        });

    assertEquals(4, most[0]);
    assertEquals(4, most[1]);
  }

  @Test
  void allocatesNothingWhileThreadBlocksComeAndGo() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    MultiprogramRun run = run("smk-even", ENDLESS, ENDLESS);
    long[] allocated = new long[6]; // at the end of each 2000 cycles

    drive(
        run,
        cycle -> {
          if (cycle < 12_000) {
            allocated[(int) (cycle / 2000)] = threads.getCurrentThreadAllocatedBytes();
          }
        });

    long least = Long.MAX_VALUE; // the JVM itself allocates now and then
    for (int i = 1; i < allocated.length; i++) {
      least = Math.min(least, allocated[i] - allocated[i - 1]);
    }
    assertTrue(allocated[5] > 0, "the run has not reached cycle 10,000");
    assertEquals(0, least);
  }

  private MultiprogramRun run(String policy, Workload... workloads) {
    List<Integer> each = List.of(workloads).stream().map(workload -> 2).toList();
    Map<String, Object> parameters =
        policy.equals("smk-fixed") ? Map.of("threadBlocks", each) : Map.of();
    return new MultiprogramRun(
        RunSpec.of(GPU, List.of(workloads), policy).build(),
        PartitionPolicies.create(policy, parameters, GPU, workloads.length),
        OneWay::new,
        OneTechnique.DRAIN,
        new MultiprogramRun.Device(sms, sms, sms, null, Copies.NONE));
  }

  private static int residentOf(MultiprogramRun run, int process) {
    KernelControlBlocks kernels = run.scheduler().kernels();
    int resident = 0;
    for (int row = 0; row < KernelControlBlocks.ROWS; row++) {
      if (kernels.isRunning(row) && kernels.process(row) == process) {
        resident += kernels.resident(row);
      }
    }
    return resident;
  }

  private static int kernelsOn(MultiprogramRun run, int sm) {
    int count = 0;
    for (int row = 0; row < KernelControlBlocks.ROWS; row++) {
      count += run.scheduler().sms().resident(sm, row) > 0 ? 1 : 0;
    }
    return count;
  }

  /** Runs to the end and looks after every tick. */
  private long drive(MultiprogramRun run, LongConsumer look) {
    return sms.run(new Observed(run, look), 1_000_000);
  }

  private record Observed(MultiprogramRun run, LongConsumer look) implements DeviceControl {
    @Override
    public void threadBlockEnded(long cycle, int sm, int tbSlot, boolean dropped) {
      run.threadBlockEnded(cycle, sm, tbSlot, dropped);
    }

    @Override
    public long tick(long cycle) {
      long due = run.tick(cycle);
      look.accept(cycle);
      return due;
    }

    @Override
    public boolean isDone() {
      return run.isDone();
    }
  }
}
