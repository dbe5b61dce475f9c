package org.polyphony.host.mgb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.polyphony.host.HostFixture.ends;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.host.FifoJobs;
import org.polyphony.host.GpuScheduler;
import org.polyphony.host.HostFixture;
import org.polyphony.host.HostMachine;
import org.polyphony.host.HostObserver;
import org.polyphony.host.JobResult;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Fault;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.host.device.ProgressModel;
import org.polyphony.host.device.RateDevice;
import org.polyphony.input.InvalidInputException;

/** Two devices of 1,000 bytes; worker pools over them. */
class MgbRunTest {
  private static final HostMachine.HostGpu GPU = HostFixture.gpu(1000);
  private static final HostMachine MACHINE = HostFixture.node(64, GPU, GPU);

  private long mostMemory;

  private final HostObserver observer =
      new HostObserver() {
        @Override
        public void memory(long now, int device, long bytes) {
          mostMemory = Math.max(mostMemory, bytes);
        }
      };

  private List<JobResult> run(GpuScheduler scheduler, int workers, List<Job> jobs) {
    return HostFixture.of(
            MACHINE,
            FifoJobs.Claims.workers(workers),
            scheduler,
            () -> new RateDevice(ProgressModel.byWarps(GPU.warps())),
            observer,
            jobs)
        .run();
  }

  private static Job job(int id, long cpu, long bytes, int threadBlocks, long kernel) {
    return job(id, cpu, bytes, threadBlocks, kernel, Fault.NONE);
  }

  private static Job job(int id, long cpu, long bytes, int threadBlocks, long kernel, Fault fault) {
    List<Phase> phases =
        List.of(
            new Phase.Cpu(cpu),
            new Phase.Reserve(
                new TaskNeed(bytes, threadBlocks, 2, TaskNeed.ANY, 0), Phase.FOREVER, 0),
            new Phase.Allocate(bytes),
            new Phase.Launch(new HostKernel("k", kernel, threadBlocks, 2), 1, 0),
            new Phase.Free(Phase.ALL, Phase.ALL));
    return new Job("job" + id, Application.of("app", phases), 0, 1, 0, fault);
  }

  @Test
  void singleAssignmentGivesEachProcessADevice() {
    List<Job> jobs = List.of(job(0, 10, 1, 1, 5), job(1, 10, 1, 1, 9), job(2, 10, 1, 1, 5));

    assertEquals(List.of(15L, 19L, 30L), ends(run(new CoreToGpu(2, 1), 3, jobs)));
  }

  /** The first to ask gets the first device, whichever began first. */
  @Test
  void coreToGpuBindsAProcessWhenItAsksForItsFirstTask() {
    List<Job> jobs = List.of(job(0, 10, 1, 1, 5), job(1, 8, 1, 1, 5), job(2, 9, 1, 1, 5));

    List<JobResult> results = run(new CoreToGpu(2, 2), 3, jobs);

    assertEquals(List.of(0, 0, 1), results.stream().map(JobResult::device).toList());
  }

  /** At 20 the second device has no process any more, the first has one. */
  @Test
  void coreToGpuChoosesTheDeviceWithTheFewestProcesses() {
    List<Job> jobs =
        List.of(
            job(0, 1, 1, 1, 100), job(1, 2, 1, 1, 5), job(2, 20, 1, 1, 50), job(3, 21, 1, 1, 5));

    List<JobResult> results = run(new CoreToGpu(2, 2), 4, jobs);

    assertEquals(List.of(0, 1, 1, 0), results.stream().map(JobResult::device).toList());
  }

  @Test
  void coreToGpuBindsAProcessWithoutTasksWhenItBegins() {
    List<Phase> phases = List.of(new Phase.Launch(new HostKernel("k", 10, 1, 1), 1, 0));
    List<Job> jobs = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      jobs.add(new Job("job" + i, Application.of("app", phases), 0, 1, 0, Fault.NONE));
    }

    assertEquals(List.of(10L, 10L), ends(run(new CoreToGpu(2, 1), 2, jobs)));
  }

  /** The third process goes to the first device, on which the first has 600 bytes until 20. */
  @Test
  void coreToGpuRunsOutOfMemory() {
    List<Job> jobs = List.of(job(0, 10, 600, 1, 10), job(1, 10, 1, 1, 10), job(2, 15, 600, 1, 5));

    List<JobResult> results = run(new CoreToGpu(2, 2), 3, jobs);

    assertEquals(JobResult.Outcome.OUT_OF_MEMORY, results.get(2).outcome());
    assertEquals(List.of(20L, 20L, 15L), ends(results));
  }

  @Test
  void alg3HoldsATaskBackUntilItsMemoryIsFree() {
    List<Job> jobs = List.of(job(0, 10, 600, 1, 10), job(1, 10, 600, 1, 12), job(2, 10, 600, 1, 5));

    List<JobResult> results = run(scheduler(new LeastWarps(MACHINE)), 3, jobs);

    assertEquals(List.of(20L, 22L, 25L), ends(results));
    assertEquals(10, results.get(2).waitedNanos());
    assertEquals(0, results.get(2).device());
  }

  /** 12 thread blocks fill a device: alg3 puts two such tasks on it, at half speed; alg2 waits. */
  @Test
  void alg2HoldsATaskBackForComputeWhereAlg3SharesTheDevice() {
    List<Job> jobs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      jobs.add(job(i, 0, 100, 16, 10));
    }

    assertEquals(
        List.of(20L, 20L, 20L, 20L), ends(run(scheduler(new LeastWarps(MACHINE)), 4, jobs)));
    assertEquals(
        List.of(10L, 10L, 20L, 20L), ends(run(scheduler(new EmulatedSms(MACHINE)), 4, jobs)));
  }

  /** Jobs of a CPU time, bytes, and a kernel of one thread block; some have at most 800 bytes. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a task that does not fit is passed by one that does | 1000 | 0 900 10, 0 900 30, 1 950 5, 2 50 5 | 10 30 15 7
          of those that wait, the one that needs most memory is first | 1000 | 0 900 10, 0 900 30, 1 500 5, 2 600 5 | 10 30 20 15
          tasks have what they may of a device | 800 | 0 400 10, 0 400 10, 0 400 10 | 10 10 10
          tasks have no more of a device than they may | 799 | 0 400 10, 0 400 10, 0 400 10 | 10 10 20
          """)
  void alg3PlacesTasksByMemory(String rule, long bytes, String jobs, String ends) {
    List<Job> all = new ArrayList<>();
    for (String job : jobs.split(", ", -1)) {
      long[] of = Arrays.stream(job.split(" ", -1)).mapToLong(Long::parseLong).toArray();
      all.add(job(all.size(), of[0], of[1], 1, of[2]));
    }
    HostMachine machine = bytes == 1000 ? MACHINE : MACHINE.withMemoryAtMost(bytes);

    List<Long> found = ends(run(scheduler(new LeastWarps(machine)), all.size(), all));

    assertEquals("[" + ends.replace(" ", ", ") + "]", found.toString(), rule);
  }

  @Test
  void alg2GivesTasksNoMoreOfADeviceThanItMay() {
    List<Job> jobs = List.of(job(0, 0, 400, 1, 10), job(1, 0, 400, 1, 10), job(2, 0, 400, 1, 10));

    assertEquals(
        List.of(10L, 10L, 20L),
        ends(run(scheduler(new EmulatedSms(MACHINE.withMemoryAtMost(799))), 3, jobs)));
  }

  /** The first two begin at 7; the end at 17 is seen at 21. */
  @Test
  void placesTasksWhenItWakes() {
    List<Job> jobs = List.of(job(0, 3, 900, 1, 10), job(1, 5, 900, 1, 12), job(2, 7, 900, 1, 5));

    List<JobResult> results = run(new TaskScheduler(new LeastWarps(MACHINE), 2, 7), 3, jobs);

    assertEquals(List.of(17L, 19L, 26L), ends(results));
  }

  @Test
  void saysThatAnApplicationReservesAgainBeforeItsTaskHasEnded() {
    Phase reserve = new Phase.Reserve(new TaskNeed(10, 1, 1, TaskNeed.ANY, 0), Phase.FOREVER, 0);
    Application twice = Application.of("app", List.of(reserve, reserve));
    List<Job> jobs = List.of(new Job("a", twice, 0, 1, 0, Fault.NONE));

    String message =
        assertThrows(
                InvalidInputException.class, () -> run(scheduler(new LeastWarps(MACHINE)), 1, jobs))
            .getMessage();

    assertTrue(message.contains("reserves again, before it has freed \"all\""), message);
  }

  @Test
  void refusesATaskLargerThanAnyDevice() {
    List<JobResult> results =
        run(scheduler(new LeastWarps(MACHINE)), 1, List.of(job(0, 1, 1001, 1, 5)));

    assertEquals(JobResult.Outcome.REFUSED, results.get(0).outcome());
  }

  @Test
  void safeSchedulersNeverExceedMemoryAndEveryJobEnds() {
    long seed = new Random().nextLong();
    System.out.println("MgbRunTest seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < 100; round++) {
      List<Job> jobs = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        Fault fault =
            random.nextInt(5) == 0 ? new Fault(random.nextInt(60), -1, false) : Fault.NONE;
        jobs.add(
            job(
                i,
                random.nextInt(20),
                random.nextInt(1000),
                1 + random.nextInt(30),
                1 + random.nextInt(20),
                fault));
      }
      int workers = 1 + random.nextInt(12);
      checkSafe(run(scheduler(new LeastWarps(MACHINE)), workers, jobs));
      checkSafe(run(scheduler(new EmulatedSms(MACHINE)), workers, jobs));
      checkSafe(run(new CoreToGpu(2, 1), workers, jobs));
      for (JobResult result : run(new CoreToGpu(2, workers), workers, jobs)) {
        assertTrue(result.outcome() != JobResult.Outcome.HUNG);
      }
    }
  }

  private void checkSafe(List<JobResult> results) {
    assertTrue(mostMemory <= 1000);
    for (JobResult result : results) {
      assertTrue(
          result.outcome() == JobResult.Outcome.FINISHED
              || result.outcome() == JobResult.Outcome.CRASHED,
          result.toString());
    }
  }

  private static TaskScheduler scheduler(Placement placement) {
    return new TaskScheduler(placement, 2, 0);
  }
}
