package org.polyphony.host.mgb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.polyphony.host.HostFixture.ends;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
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
            () -> HostFixture.byWarps(GPU),
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

  /** CORES: that many processes a device; ALG2 and ALG3: a number is the memory they may use. */
  private static GpuScheduler scheduler(String name) {
    String[] words = name.split(" ", -1);
    int number = words.length > 1 ? Integer.parseInt(words[1]) : 1000;
    HostMachine machine = MACHINE.withMemoryAtMost(number);
    return switch (words[0]) {
      case "CORES" -> new CoreToGpu(2, number);
      case "ALG2" -> scheduler(new EmulatedSms(machine));
      case "ALG3" -> scheduler(new LeastWarps(machine));
      default -> new TaskScheduler(new LeastWarps(MACHINE), 2, number); // wakes as often
    };
  }

  /**
   * Of each job: the time on a core, the bytes, the thread blocks and the time of its kernel; when
   * it ends and on which device.
   */
  @ParameterizedTest(name = "{0}: {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          CORES 1 | 10/1/1/5 10/1/1/9 10/1/1/5 | 15:0 19:1 30:0 | each process has a device
          CORES 2 | 10/1/1/5 8/1/1/5 9/1/1/5 | 15:0 13:0 14:1 \
              | a process is bound when it asks, whichever began first
          CORES 2 | 1/1/1/100 2/1/1/5 20/1/1/50 21/1/1/5 | 101:0 7:1 70:1 26:0 \
              | to the device with the fewest processes
          CORES 2 | 10/600/1/10 10/1/1/10 15/600/1/5 | 20:0 20:1 15:0!OUT_OF_MEMORY \
              | 600 bytes are taken until 20
          ALG3 | 10/600/1/10 10/600/1/12 10/600/1/5 | 20:0 22:1 25:0 | until memory is free
          ALG3 | 0/100/16/10 0/100/16/10 0/100/16/10 0/100/16/10 | 20:0 20:1 20:0 20:1 \
              | 12 thread blocks fill a device: two tasks, at half speed
          ALG2 | 0/100/16/10 0/100/16/10 0/100/16/10 0/100/16/10 | 10:0 10:1 20:0 20:1 \
              | waits for compute
          ALG3 | 0/900/1/10 0/900/1/30 1/950/1/5 2/50/1/5 | 10:0 30:1 15:0 7:0 \
              | one that fits passes one that does not
          ALG3 | 0/900/1/10 0/900/1/30 1/500/1/5 2/600/1/5 | 10:0 30:1 20:0 15:0 \
              | the larger of two that wait first; then no room is left
          ALG3 800 | 0/400/1/10 0/400/1/10 0/400/1/10 | 10:0 10:1 10:0 \
              | no more of a device than it may
          ALG3 799 | 0/400/1/10 0/400/1/10 0/400/1/10 | 10:0 10:1 20:0 | a byte less
          ALG2 799 | 0/400/1/10 0/400/1/10 0/400/1/10 | 10:0 10:1 20:0 | a byte less
          WAKES 7 | 3/900/1/10 5/900/1/12 7/900/1/5 | 17:0 19:1 26:0 \
              | begin at 7; the end at 17 is seen at 21
          ALG3 | 1/1001/1/5 | 1:-1!REFUSED | larger than any device
          """)
  void runs(String scheduler, String jobs, String ends, String why) {
    List<Job> all = new ArrayList<>();
    for (String job : jobs.split(" ", -1)) {
      int[] of = Stream.of(job.split("/", -1)).mapToInt(Integer::parseInt).toArray();
      all.add(job(all.size(), of[0], of[1], of[2], of[3]));
    }

    List<String> found = new ArrayList<>();
    for (JobResult result : run(scheduler(scheduler), all.size(), all)) {
      boolean finished = result.outcome() == JobResult.Outcome.FINISHED;
      String outcome = finished ? "" : "!" + result.outcome();
      found.add(result.endNanos() + ":" + result.device() + outcome);
    }
    assertEquals(ends, String.join(" ", found), why);
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
