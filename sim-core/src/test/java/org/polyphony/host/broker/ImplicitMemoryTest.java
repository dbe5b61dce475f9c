package org.polyphony.host.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.polyphony.host.HostFixture.ends;
import static org.polyphony.host.HostFixture.outcomes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.host.FifoJobs;
import org.polyphony.host.HostFixture;
import org.polyphony.host.HostMachine;
import org.polyphony.host.JobResult;
import org.polyphony.host.JobResult.Outcome;
import org.polyphony.host.Utilisation;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Fault;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.RequestDefaults;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.host.device.SerialDevice;

/** A device of 1,000 bytes on which kernels run one after another; eight cores. */
class ImplicitMemoryTest {
  private static final long DEVICE = 1000;
  private static final ImplicitMemory OFF = new ImplicitMemory(false, 0);
  private static final ImplicitMemory HALF = new ImplicitMemory(true, 0.5);
  private static final Phase ALL = new Phase.Free(Phase.ALL, Phase.ALL);
  private static final HostMachine MACHINE = HostFixture.node(8, HostFixture.gpu(DEVICE));

  private NotificationPolicy policy = NotificationPolicies.FIFO;
  private BrokerConfig.StageCosts costs = BrokerConfig.StageCosts.NONE;

  private static Phase take(long bytes) {
    return new Phase.Allocate(bytes);
  }

  private static Phase kernel(long nanos) {
    return new Phase.Launch(new HostKernel("k", nanos, 1, 1), 1, 0);
  }

  private static Phase asks(long bytes) {
    return new Phase.Reserve(new TaskNeed(bytes, 0, 0, TaskNeed.ANY, 2), 50, 0);
  }

  private static Job job(Fault fault, Phase... phases) {
    Application application = Application.of("app", List.of(phases));
    return new Job("job", application, 0, 1, 0, fault, new RequestDefaults(2, 50));
  }

  private List<JobResult> run(ImplicitMemory implicit, Job... jobs) {
    List<Job> managed = Arrays.stream(jobs).map(job -> implicit.managed(job, DEVICE)).toList();
    BrokerConfig config =
        new BrokerConfig(
            policy, BrokerConfig.Access.FILE_LOCK, costs, 1000, BrokerConfig.Faults.NONE);
    FifoJobs.Claims claims = new FifoJobs.Claims(8, 100, false, false, false, true);
    SchedGpu broker = new SchedGpu(MACHINE, config, jobs.length);
    Utilisation utilisation = new Utilisation(MACHINE, 10);
    return HostFixture.of(MACHINE, claims, broker, SerialDevice::new, utilisation, managed).run();
  }

  private static List<Long> waits(List<JobResult> results) {
    return results.stream().map(JobResult::waitedNanos).toList();
  }

  @Test
  void reservesWhatIsAllocatedAndGivesBackWhatIsFreed() {
    Job job = job(Fault.NONE, take(300), take(100), new Phase.Free(300, 300), ALL);

    List<Phase> expected = new ArrayList<>();
    expected.addAll(List.of(asks(300), take(300), asks(100), take(100)));
    expected.addAll(List.of(new Phase.Free(300, 300), ALL));
    assertEquals(
        expected, ImplicitMemory.BY_ALLOCATION.managed(job, DEVICE).application().phases());
  }

  /** 500 of 1,000 bytes with the first allocation; 100 more with the third; 500 until the last. */
  @Test
  void reservesAShareAtLeast() {
    Job job =
        job(Fault.NONE, take(300), take(100), take(200), new Phase.Free(400, 400), ALL, take(1));

    List<Phase> expected = new ArrayList<>();
    expected.addAll(List.of(asks(500), take(300), take(100), asks(100), take(200)));
    expected.addAll(List.of(new Phase.Free(400, 100), ALL, asks(500), take(1)));
    assertEquals(expected, HALF.managed(job, DEVICE).application().phases());
  }

  @Test
  void leavesApplicationsAloneThatReserveOrAllocateNothing() {
    Job reserves = job(Fault.NONE, asks(10), take(300));
    Job computes = job(Fault.NONE, new Phase.Cpu(5));

    assertSame(reserves, HALF.managed(reserves, DEVICE));
    assertSame(computes, HALF.managed(computes, DEVICE));
  }

  /**
   * The second waits for 600 bytes until the first has freed them at 15. FIFO lets the first not
   * pass the second, which waits for it: until its timeout at 50.
   */
  @Test
  void keepsApplicationsThatReserveNothingFromRunningOutOfMemory() {
    policy = NotificationPolicies.MMU;
    Job job = job(Fault.NONE, take(600), kernel(10), take(300), kernel(5), ALL);

    List<JobResult> results = run(ImplicitMemory.BY_ALLOCATION, job, job);
    policy = NotificationPolicies.FIFO;
    List<JobResult> inOrder = run(ImplicitMemory.BY_ALLOCATION, job, job);

    assertEquals(List.of(15L, 30L), ends(results));
    assertEquals(15, results.get(1).waitedNanos());
    assertEquals(List.of(Outcome.FINISHED, Outcome.TIMED_OUT), outcomes(inOrder));
    assertEquals(List.of(50 + 5L, 50L), ends(inOrder));
  }

  @Test
  void letsThemRunOutOfMemoryWhenItIsOff() {
    Job job = job(Fault.NONE, take(600), kernel(10), ALL);

    assertEquals(List.of(Outcome.FINISHED, Outcome.OUT_OF_MEMORY), outcomes(run(OFF, job, job)));
  }

  /** Of three, two have their half at once, the third when the first has ended. */
  @Test
  void admitsAsManyAsHaveAShare() {
    Job job = job(Fault.NONE, take(100), kernel(10), ALL);

    assertEquals(List.of(0L, 0L, 10L), waits(run(HALF, job, job, job)));
    assertEquals(List.of(0L, 0L, 0L), waits(run(ImplicitMemory.BY_ALLOCATION, job, job, job)));
  }

  /**
   * Each has 400 bytes at 10 and wants 400 more until the timeout of 50; a share holds one back.
   */
  @Test
  void waitsForEachOtherPieceByPieceButNotWithAShareForAll() {
    Job job = job(Fault.NONE, take(400), new Phase.Cpu(10), take(400), ALL);

    List<JobResult> waiting = run(ImplicitMemory.BY_ALLOCATION, job, job);
    List<JobResult> shared = run(new ImplicitMemory(true, 0.8), job, job);

    assertEquals(List.of(Outcome.TIMED_OUT, Outcome.TIMED_OUT), outcomes(waiting));
    assertEquals(List.of(60L, 60L), ends(waiting));
    assertEquals(List.of(10L, 20L), ends(shared));
  }

  /** Init, a request, the kernel, a release with its notification, the end. */
  @Test
  void paysForEachStageAsWithRequestsOfItsOwn() {
    costs = new BrokerConfig.StageCosts(100, 10, 20, 3, 40, 0, 0);

    List<JobResult> results =
        run(ImplicitMemory.BY_ALLOCATION, job(Fault.NONE, take(600), kernel(7), ALL));

    assertEquals(List.of(100 + 10 + 7 + 20 + 3 + 40L), ends(results));
  }

  /** The kernel is the second phase of the application, and the third of what it does. */
  @Test
  void diesAtThePhaseOfTheApplication() {
    Fault atKernel = new Fault(Fault.NEVER, 1, false);

    Fault moved =
        ImplicitMemory.BY_ALLOCATION
            .managed(job(atKernel, take(600), kernel(7), ALL), DEVICE)
            .fault();

    assertEquals(new Fault(Fault.NEVER, 2, false), moved);
  }
}
