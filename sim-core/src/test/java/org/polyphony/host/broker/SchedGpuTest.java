package org.polyphony.host.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.polyphony.host.HostFixture.outcomes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.polyphony.host.HostFixture;
import org.polyphony.host.HostMachine;
import org.polyphony.host.JobResult;
import org.polyphony.host.JobResult.Outcome;
import org.polyphony.host.Utilisation;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Fault;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.host.broker.BrokerCounters.Count;

/** A device of 100 bytes for up to eight clients; each stage takes 1 ns. */
class SchedGpuTest {
  private static final BrokerConfig.StageCosts ONE =
      new BrokerConfig.StageCosts(1, 1, 1, 0, 1, 1000, 7);
  private static final HostMachine MACHINE = HostFixture.node(8, HostFixture.gpu(100));

  private BrokerConfig.Access access = BrokerConfig.Access.FILE_LOCK;
  private BrokerConfig.Faults faults = BrokerConfig.Faults.NONE;
  private NotificationPolicy policy = new Fifo();
  private BrokerCounters counters;

  private List<JobResult> run(Job... jobs) {
    BrokerConfig config = new BrokerConfig(policy, access, ONE, 50, faults);
    SchedGpu broker = new SchedGpu(MACHINE, config, jobs.length);
    counters = broker.counters();
    return HostFixture.of(
            MACHINE,
            HostFixture.EIGHT,
            broker,
            HostFixture::timeSliced,
            new Utilisation(MACHINE, 100),
            List.of(jobs))
        .run();
  }

  private static Job job(String id, long arrival, long bytes) {
    return job(id, arrival, bytes, Phase.FOREVER, Fault.NONE);
  }

  /** Computes, reserves and takes memory, computes with it, gives it back. */
  private static Job job(String id, long arrival, long bytes, long timeout, Fault fault) {
    return new Job(id, application(bytes, timeout), arrival, 1, 0, fault);
  }

  private static Application application(long bytes, long timeout) {
    return Application.of(
        "app",
        List.of(
            new Phase.Cpu(10),
            new Phase.Reserve(new TaskNeed(bytes, 0, 0, TaskNeed.ANY, 0), timeout, 0),
            new Phase.Allocate(bytes),
            new Phase.Cpu(100),
            new Phase.Free(Phase.ALL, Phase.ALL)));
  }

  /** init 1, cpu 10, reserve 1, cpu 100, free 1, shutdown 1. */
  @Test
  void takesTheTimeOfEachStage() {
    JobResult result = run(job("a", 0, 60)).get(0);

    assertEquals(114, result.endNanos());
    assertEquals(4, counters.get(Count.STAGE_NANOS));
    assertEquals(4, counters.get(Count.CALLS));
  }

  @Test
  void letsTheSecondWaitUntilTheFirstGivesBack() {
    List<JobResult> results = run(job("a", 0, 60), job("b", 0, 60));

    assertEquals(113 + 100 + 2, results.get(1).endNanos()); // granted when a's postFree is over
    assertEquals(1, counters.get(Count.WAITED));
  }

  @Test
  void endsAWaitAtItsTimeout() {
    List<JobResult> results = run(job("a", 0, 60), job("b", 0, 60, 30, Fault.NONE));

    assertEquals(Outcome.TIMED_OUT, results.get(1).outcome());
    assertEquals(12 + 30, results.get(1).endNanos()); // it asks at 12
    assertEquals(1, counters.get(Count.TIMED_OUT));
  }

  @Test
  void answersAtOnceWithoutBlocking() {
    List<JobResult> results = run(job("a", 0, 60), job("b", 0, 60, 0, Fault.NONE));

    assertEquals(13, results.get(1).endNanos());
    assertEquals(1, counters.get(Count.NOT_READY));
  }

  @Test
  void refusesARequestLargerThanTheDevice() {
    assertEquals(List.of(Outcome.REFUSED), outcomes(run(job("a", 0, 101))));
  }

  @Test
  void freesWhatAClientHeldThatDied() {
    List<JobResult> results =
        run(job("a", 0, 60, Phase.FOREVER, new Fault(40, Fault.NOWHERE, false)), job("b", 0, 60));

    assertEquals(List.of(Outcome.CRASHED, Outcome.FINISHED), outcomes(results));
    assertEquals(40 + 50 + 100 + 2, results.get(1).endNanos()); // a waiting client looks after 50
    assertEquals(1, counters.get(Count.SANITY_FREES));
  }

  @Test
  void goesOnWhenAClientDiesWithTheFileLock() {
    List<JobResult> results =
        run(job("a", 0, 60, Phase.FOREVER, new Fault(Fault.NEVER, 1, true)), job("b", 0, 60));

    assertEquals(List.of(Outcome.CRASHED, Outcome.FINISHED), outcomes(results));
    assertFalse(counters.lockAbandoned());
  }

  /** Those that begin at 10 have the lock until 13; a and b ask for it at 11 and 12. */
  @Test
  void goesOnWhenTwoClientsDieWithTheFileLockOneRightAfterTheOther() {
    Fault inside = new Fault(Fault.NEVER, 1, true);

    List<JobResult> results =
        run(
            job("a", 0, 60, Phase.FOREVER, inside),
            job("b", 0, 60, Phase.FOREVER, inside),
            job("c", 10, 10),
            job("d", 10, 10),
            job("e", 10, 10));

    Outcome finished = Outcome.FINISHED;
    assertEquals(
        List.of(Outcome.CRASHED, Outcome.CRASHED, finished, finished, finished), outcomes(results));
  }

  @Test
  void hangsAllOthersWhenAClientDiesWithTheMutex() {
    access = BrokerConfig.Access.MUTEX;

    List<JobResult> results =
        run(
            job("a", 0, 60, Phase.FOREVER, new Fault(Fault.NEVER, 1, true)),
            job("b", 0, 10),
            job("c", 500, 10, 30, Fault.NONE));

    assertEquals(List.of(Outcome.CRASHED, Outcome.HUNG, Outcome.HUNG), outcomes(results));
    assertTrue(counters.lockAbandoned());
    assertEquals(2 + (500 - 12), results.get(1).waitedNanos()); // 500: nothing happens after that
  }

  @Test
  void stopsAllWhenTheServerDies() {
    access = BrokerConfig.Access.CLIENT_SERVER;
    faults = new BrokerConfig.Faults(1050, BrokerConfig.Faults.NEVER, false);

    List<JobResult> results = run(job("a", 0, 60), job("b", 0, 60), job("c", 2000, 60));

    assertEquals(List.of(Outcome.REFUSED, Outcome.REFUSED, Outcome.REFUSED), outcomes(results));
    assertEquals(1050, results.get(1).endNanos()); // it waits
    assertEquals(2000, results.get(2).endNanos());
  }

  @Test
  void recoversDamagedDataFromTheBackupOfAnEarlierClient() {
    faults = new BrokerConfig.Faults(BrokerConfig.Faults.NEVER, 200, false);

    List<JobResult> results =
        run(
            job("a", 0, 60), // ends at 114 and leaves a backup
            job("b", 300, 60));

    assertEquals(List.of(Outcome.FINISHED, Outcome.FINISHED), outcomes(results));
    assertEquals(1, counters.get(Count.RECOVERIES));
  }

  @Test
  void takesNoticeOfAFaultBeforeTheFirstJobArrives() {
    access = BrokerConfig.Access.CLIENT_SERVER;
    faults = new BrokerConfig.Faults(50, BrokerConfig.Faults.NEVER, false);

    JobResult result = run(job("a", 100, 60)).get(0);

    assertEquals(Outcome.REFUSED, result.outcome());
    assertEquals(100, result.endNanos());
  }

  /** What c has reserved is forgotten, and b is given memory that is not there. */
  @Test
  void runsOutOfMemoryWhenDamagedDataAreBegunAnew() {
    faults = new BrokerConfig.Faults(BrokerConfig.Faults.NEVER, 50, true);

    List<JobResult> results = run(job("c", 0, 60), job("b", 60, 60));

    assertEquals(Outcome.OUT_OF_MEMORY, results.get(1).outcome());
    assertEquals(1, counters.get(Count.FRESH_STARTS));
  }

  /** 2,000 runs of eight jobs with deaths and timeouts under each policy. */
  @Test
  void neverLetsAJobWaitPastItsTimeoutNorRunOutOfMemory() {
    long seed = 2018;
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    NotificationPolicy[] policies = {new Fifo(), new Mmu(), new PriorityFifo(), new PriorityMmu()};
    for (int i = 0; i < 2000; i++) {
      policy = policies[i % policies.length];
      List<Job> jobs = new ArrayList<>();
      long timeout = 1L + random.nextInt(300);
      for (int j = 0; j < 8; j++) {
        boolean dies = random.nextInt(4) == 0;
        Fault fault = new Fault(dies ? random.nextInt(200) : Fault.NEVER, Fault.NOWHERE, false);
        jobs.add(job("j" + j, random.nextInt(50), 1 + random.nextInt(100), timeout, fault));
      }
      for (JobResult result : run(jobs.toArray(new Job[0]))) {
        assertTrue(result.outcome() != Outcome.OUT_OF_MEMORY && result.outcome() != Outcome.HUNG);
        long otherStages = 96; // 8 clients of 4 ns at the lock, in 3 stages
        assertTrue(result.waitedNanos() <= timeout + otherStages, result::toString);
      }
    }
  }

  /** 3,000 runs with deaths with the lock, damaged data and a server that dies, at random. */
  @Test
  void endsEveryJobWhateverGoesWrongUnlessTheMutexIsAbandoned() {
    long seed = 2026;
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    for (int i = 0; i < 3000; i++) {
      policy = new NotificationPolicy[] {new Fifo(), new Mmu(), new PriorityMmu()}[i % 3];
      access = BrokerConfig.Access.values()[random.nextInt(3)];
      boolean damaged = random.nextBoolean();
      long never = BrokerConfig.Faults.NEVER;
      faults =
          new BrokerConfig.Faults(
              random.nextInt(3) > 0 ? never : random.nextInt(2000),
              damaged ? random.nextInt(300) : never,
              random.nextBoolean());
      Job[] jobs = new Job[8];
      Arrays.setAll(jobs, j -> randomJob(random, "j" + j));

      for (JobResult result : run(jobs)) {
        assertTrue(result.outcome() != Outcome.HUNG || counters.lockAbandoned(), result::toString);
        assertTrue(result.outcome() != Outcome.OUT_OF_MEMORY || damaged, result::toString);
      }
    }
  }

  /** A job that goes three times through reserving, some of them without blocking. */
  private static Job randomJob(Random random, String id) {
    long bytes = 1L + random.nextInt(100);
    TaskNeed need = new TaskNeed(bytes, 0, 0, TaskNeed.ANY, random.nextInt(2));
    List<Phase> phases =
        List.of(
            new Phase.Reserve(need, random.nextInt(3) > 0 ? 300L : 0L, random.nextInt(2)),
            new Phase.Allocate(bytes),
            new Phase.Cpu(random.nextInt(60)),
            new Phase.Free(Phase.ALL, Phase.ALL));
    boolean dies = random.nextInt(3) == 0;
    int atPhase = dies ? random.nextInt(12) : Fault.NOWHERE;
    Fault fault = new Fault(Fault.NEVER, atPhase, dies && random.nextBoolean());
    Application application = Application.of("app", List.of(new Phase.Repeat(3, phases)));
    return new Job(id, application, random.nextInt(100), 1, 0, fault);
  }
}
