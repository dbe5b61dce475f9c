package org.polyphony.study.mgb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.polyphony.host.HostMachine;
import org.polyphony.host.JobResult;
import org.polyphony.host.JobResult.Outcome;
import org.polyphony.host.Utilisation;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.run.host.HostFixtures;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.study.host.AppEstimate;
import org.polyphony.study.host.HostStudy;

class MgbRunsTest {
  /** Kernels of 100 and 300 take 150 and 330; the third has crashed. */
  /** Returns the result of a mix whose kernels never waited. */
  private static MgbRun unqueued(HostOutcome outcome) {
    return new MgbRun(outcome, Collections.nCopies(outcome.jobs().size(), 0L));
  }

  @Test
  void countsWhatFinished() {
    List<JobResult> results =
        List.of(
            new JobResult("a", "x", Outcome.FINISHED, 0, List.of(0), 0, 0, 1000, 0, 150, 100, 40),
            new JobResult(
                "b", "x", Outcome.FINISHED, 0, List.of(0), 500, 600, 2000, 0, 330, 300, 20),
            new JobResult("c", "x", Outcome.OUT_OF_MEMORY, 0, List.of(0), 0, 0, 10, 0, 0, 0, 7));

    MgbRun run = unqueued(outcome(results, 2000));

    assertEquals(1e6, run.jobsPerSecond(), 1e-6);
    assertEquals(1 / 3.0, run.crashed(), 1e-12);
    assertEquals(1250, run.turnaroundNanos());
    assertEquals(0.2, run.kernelSlowdown(), 1e-12);
  }

  /** Of 480 with kernels that take 400 alone, 50 were spent waiting for a place. */
  @Test
  void leavesOutWhatKernelsWaitedForAPlace() {
    List<JobResult> results =
        List.of(
            new JobResult("a", "x", Outcome.FINISHED, 0, List.of(0), 0, 0, 1000, 0, 150, 100, 0),
            new JobResult("b", "x", Outcome.FINISHED, 0, List.of(0), 0, 0, 2000, 0, 330, 300, 0),
            new JobResult("c", "x", Outcome.OUT_OF_MEMORY, 0, List.of(0), 0, 0, 10, 0, 0, 0, 0));

    MgbRun run = new MgbRun(outcome(results, 2000), List.of(30L, 20L, 70L));

    assertEquals(430 / 400.0 - 1, run.slowdownOnDevice(), 1e-12);
  }

  /** 900 over 300, and 1,600 over 800, counted from the arrival. */
  @Test
  void takesTheMeanOfTheSpeedUpsOfJobs() {
    MgbRun fast = unqueued(outcome(List.of(ended(100, 400), ended(0, 800)), 800));
    MgbRun slow = unqueued(outcome(List.of(ended(100, 1000), ended(0, 1600)), 1600));

    assertEquals(2.5, fast.turnaroundSpeedUp(slow), 1e-12);
  }

  private static JobResult ended(long arrival, long end) {
    return new JobResult(
        "a", "x", Outcome.FINISHED, 0, List.of(0), arrival, arrival, end, 0, 1, 1, 30);
  }

  private static HostOutcome outcome(List<JobResult> results, long endNanos) {
    HostMachine machine =
        new HostMachine(
            1,
            new HostMachine.Cpu(1, 1, List.of(), true),
            new HostMachine.Pcie(1, 0, 1),
            List.of(new HostMachine.HostGpu("g", 1, 1, 1, 1, true)));
    return new HostOutcome(
        "r", "r", results, endNanos, new Utilisation(machine, 1), List.of(), Optional.empty());
  }

  @Test
  void meanTurnaroundDoesNotOverflowWithTheSumOfTurnarounds() {
    long end = Long.MAX_VALUE / 3; // 97 years
    List<JobResult> four = Collections.nCopies(4, ended(0, end));

    assertEquals(end / 1e9, outcome(four, end).meanTurnaroundSeconds());
  }

  @Tag("slow")
  @Test
  void crashesNoJobUnderSafeSchedulers() {
    MgbRuns runs = study();
    for (String mix : MgbRuns.MIXES) {
      for (String machine : MgbRuns.MACHINES) {
        assertEquals(0, runs.sa(machine, mix).crashed());
        assertEquals(0, runs.alg2(machine, mix).crashed());
        assertEquals(0, runs.alg3(machine, mix).crashed());
        assertEquals(0, runs.bestCg(machine, mix).crashed());
      }
    }
    assertTrue(runs.cg("4xV100", "W8", 12).crashed() > 0);
  }

  @Tag("slow")
  @Test
  void repeatsADrawnMix() {
    String mix = MgbRuns.drawn("W2", 7);

    assertEquals(
        study().sa("2xP100", mix).outcome().jobs(), study().sa("2xP100", mix).outcome().jobs());
  }

  private static MgbRuns study() {
    return new MgbRuns(HostFixtures.tools(Path.of("no-cache")));
  }

  /** As the authors of MGB published them. */
  @Tag("slow")
  @Test
  void jobsHoldThePublishedFootprints() {
    List<Long> footprints =
        List.of(
            1176502548L,
            1308592369L,
            1610612736L,
            2080374784L,
            2147745800L,
            2350907668L,
            3872176000L,
            4699717908L,
            6442450944L,
            7200240000L,
            7856000000L,
            8321499136L,
            8590458888L,
            9397338388L,
            10456336000L,
            12800320000L,
            13575168000L);
    for (String machine : MgbRuns.MACHINES) {
      List<Job> pool = study().pool(machine);
      assertEquals(
          footprints, pool.stream().map(job -> job.application().peakMemoryBytes()).toList());
      for (Job job : pool) {
        Phase.Reserve reserve =
            job.application().phases().stream()
                .filter(Phase.Reserve.class::isInstance)
                .map(Phase.Reserve.class::cast)
                .findFirst()
                .orElseThrow();
        assertEquals(job.application().peakMemoryBytes(), reserve.task().memoryBytes());
      }
    }
  }

  /** Table I: 1/2, 1/3, 1/4 and 1/6 of 16 jobs, then of 32, are small. */
  @Tag("slow")
  @Test
  void mixesLargeAndSmallJobsAsPublished() {
    List<Integer> small = List.of(8, 5, 4, 2, 16, 10, 8, 5);
    HostStudy study = new HostStudy(HostFixtures.tools(Path.of("no-cache")));
    for (int mix = 0; mix < MgbRuns.MIXES.size(); mix++) {
      List<Job> jobs =
          study.experiment("mgb-" + MgbRuns.MIXES.get(mix).toLowerCase(Locale.ROOT)).jobs();
      long found = jobs.stream().filter(job -> job.application().peakMemoryBytes() < 4e9).count();
      assertEquals((long) small.get(mix), found, MgbRuns.MIXES.get(mix));
    }
  }

  /** All but the first use of a device, 0.25 s, take half as long again. */
  @Tag("slow")
  @Test
  void scalesTheCpuButNotTheDriver() {
    for (Job job : study().pool("2xP100")) {
      Application app = job.application();
      Application slow = MgbEstimates.ALL.get(0).change().apply(app);
      assertEquals(1.5, (cpuNanos(slow) - 25e7) / (cpuNanos(app) - 25e7), 1e-6, app.name());
    }
  }

  private static double cpuNanos(Application app) {
    return app.phases().stream()
        .mapToDouble(phase -> phase instanceof Phase.Cpu cpu ? cpu.nanos() : 0)
        .sum();
  }

  @Tag("slow")
  @Test
  void everyEstimateChangesJobsOrTheMachineOrTheScheduler() {
    List<Application> apps = study().pool("2xP100").stream().map(Job::application).toList();
    for (AppEstimate estimate : MgbEstimates.ALL) {
      List<Application> changed = apps.stream().map(estimate.change()).toList();
      assertTrue(!changed.equals(apps) || !estimate.sets().isEmpty(), estimate.name());
    }
  }
}
