package org.polyphony.host.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.polyphony.host.HostFixture.outcomes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
  private NotificationPolicy policy = NotificationPolicies.FIFO;
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
    JobResult result = run(job("0/60")).get(0);

    assertEquals(114, result.endNanos());
    assertEquals(4, counters.get(Count.STAGE_NANOS));
    assertEquals(4, counters.get(Count.CALLS));
  }

  /** Of a job: its arrival, its bytes, perhaps a timeout, and how it dies: at 40, or inside. */
  private static Job job(String text) {
    String[] words = text.split("[/!]", -1);
    long[] numbers =
        Stream.of(text.split("!", -1)[0].split("/", -1)).mapToLong(Long::parseLong).toArray();
    Fault fault =
        !text.contains("!")
            ? Fault.NONE
            : words[words.length - 1].equals("40")
                ? new Fault(40, Fault.NOWHERE, false)
                : new Fault(Fault.NEVER, 1, true);
    long timeout = numbers.length > 2 ? numbers[2] : Phase.FOREVER;
    return job(text, numbers[0], numbers[1], timeout, fault);
  }

  /** The server may die, or its data be damaged at a time and begun anew or not. */
  @ParameterizedTest(name = "{5}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          FILE_LOCK | | 0/60 0/60 | FINISHED@114 FINISHED@215 | WAITED 1 \
              | granted when the postFree of the first is over: 113 + 100 + 2
          FILE_LOCK | | 0/60 0/60/30 | FINISHED@114 TIMED_OUT@42 | TIMED_OUT 1 | it asks at 12
          FILE_LOCK | | 0/60 0/60/0 | FINISHED@114 REFUSED@13 | NOT_READY 1 | answers at once
          FILE_LOCK | | 0/101 | REFUSED@12 | WAITED 0 | more than the device has
          FILE_LOCK | | 0/60!40 0/60 | CRASHED@40 FINISHED@192 | SANITY_FREES 1 \
              | a waiting client looks after 50: 40 + 50 + 100 + 2
          FILE_LOCK | | 0/60!inside 0/60 | CRASHED@11 FINISHED@115 | WAITED 0 \
              | continues without the file lock
          FILE_LOCK | | 0/60!inside 0/60!inside 10/10 10/10 10/10 \
              | CRASHED@11 CRASHED@12 FINISHED@125 FINISHED@127 FINISHED@128 | WAITED 0 \
              | one right after the other: those of 10 have the lock until 13; it is asked for at 11 and 12
          CLIENT_SERVER | dies 1050 | 0/60 0/60 2000/60 \
              | REFUSED@1112 REFUSED@1050 REFUSED@2000 | WAITED 1 \
              | the second waits
          CLIENT_SERVER | dies 50 | 100/60 | REFUSED@100 | WAITED 0 | before the first job arrives
          FILE_LOCK | damaged 200 | 0/60 300/60 | FINISHED@114 FINISHED@414 | RECOVERIES 1 \
              | the first leaves a backup
          FILE_LOCK | anew 50 | 0/60 60/60 | FINISHED@114 OUT_OF_MEMORY@72 | FRESH_STARTS 1 \
              | what the first reserved is forgotten, and the second is given what is not there
          """)
  void ends(
      BrokerConfig.Access how, String fault, String jobs, String ends, String count, String why) {
    access = how;
    if (fault != null) {
      long at = Long.parseLong(fault.substring(fault.indexOf(' ') + 1));
      long never = BrokerConfig.Faults.NEVER;
      faults =
          fault.startsWith("dies")
              ? new BrokerConfig.Faults(at, never, false)
              : new BrokerConfig.Faults(never, at, fault.startsWith("anew"));
    }

    List<JobResult> results =
        run(Stream.of(jobs.split(" ", -1)).map(SchedGpuTest::job).toArray(Job[]::new));

    assertEquals(
        ends,
        results.stream()
            .map(result -> result.outcome() + "@" + result.endNanos())
            .collect(Collectors.joining(" ")),
        why);
    String[] counted = count.split(" ", -1);
    assertEquals(Long.parseLong(counted[1]), counters.get(Count.valueOf(counted[0])), why);
    assertFalse(counters.lockAbandoned());
  }

  @Test
  void hangsAllOthersWhenAClientDiesWithTheMutex() {
    access = BrokerConfig.Access.MUTEX;

    List<JobResult> results = run(job("0/60!inside"), job("0/10"), job("500/10/30"));

    assertEquals(List.of(Outcome.CRASHED, Outcome.HUNG, Outcome.HUNG), outcomes(results));
    assertTrue(counters.lockAbandoned());
    assertEquals(2 + (500 - 12), results.get(1).waitedNanos()); // 500: nothing happens after that
  }

  /** 2,000 runs of eight jobs with deaths and timeouts under each policy. */
  @Test
  void neverLetsAJobWaitPastItsTimeoutNorRunOutOfMemory() {
    long seed = 2018;
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    NotificationPolicy[] policies = {
      NotificationPolicies.FIFO,
      NotificationPolicies.MMU,
      NotificationPolicies.PRIORITY_FIFO,
      NotificationPolicies.PRIORITY_MMU
    };
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
      policy =
          new NotificationPolicy[] {
                NotificationPolicies.FIFO,
                NotificationPolicies.MMU,
                NotificationPolicies.PRIORITY_MMU
              }
              [i % 3];
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
