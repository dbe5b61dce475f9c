package org.polyphony.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.FakeSms;
import org.polyphony.gpu.TestKernel;
import org.polyphony.gpu.TestWorkload;
import org.polyphony.gpu.alloc.OneWay;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.policy.partition.LeftOver;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.policy.partition.PreemptivePriority;
import org.polyphony.policy.preemption.OneTechnique;
import org.polyphony.simulation.RunResult.Request;

class RequestsTest {
  private static final int LATENCY = 10;
  private static final int CYCLES = 90; // of a thread block
  private static final GpuConfig GPU = Devices.gpu("sms", 2, "kernelLaunchLatency", LATENCY);
  private static final Workload SMALL =
      TestWorkload.launching("small", TestKernel.of("small", 1, 32, CYCLES));
  private static final Workload BATCH =
      TestWorkload.launching("batch", TestKernel.of("batch", 12, 1024, 400)); // 4 at a time

  private final FakeSms sms = new FakeSms(2);

  private static Tenant requests(Arrivals arrivals, long deadline, int priority) {
    return new Tenant(0, Optional.of(arrivals), deadline, priority, 100);
  }

  private List<Request> run(PartitionPolicy policy, List<Workload> workloads, Tenant... tenants) {
    return ended(policy, workloads, tenants).requests();
  }

  private MultiprogramRun ended(
      PartitionPolicy policy, List<Workload> workloads, Tenant... tenants) {
    MultiprogramRun run = made(policy, workloads, tenants);
    sms.run(run, 100_000_000);
    return run;
  }

  private MultiprogramRun made(
      PartitionPolicy policy, List<Workload> workloads, Tenant... tenants) {
    RunSpec spec =
        RunSpec.of(GPU, workloads, policy.name())
            .tenants(List.of(tenants))
            .restart(tenants[0].arrivals().isPresent())
            .build();
    MultiprogramRun.Device device = new MultiprogramRun.Device(sms, sms, sms, null, Copies.NONE);
    return new MultiprogramRun(spec, policy, OneWay::new, OneTechnique.FLUSH, device);
  }

  private List<Request> alone(Arrivals arrivals, long deadline) {
    return run(new LeftOver(), List.of(SMALL), requests(arrivals, deadline, 0));
  }

  @Test
  void aRequestStartsAfterTheLaunchLatencyAndEndsWithItsLastThreadBlock() {
    List<Request> ended = alone(new Arrivals.At(List.of(5L, 500L)), Tenant.NONE);

    assertEquals(
        List.of(
            new Request(0, 0, 5, 15, 15 + CYCLES, false),
            new Request(0, 1, 500, 510, 510 + CYCLES, false)),
        ended);
  }

  @Test
  void aRequestWaitsForTheOneBefore() {
    List<Request> ended = alone(new Arrivals.At(List.of(5L, 6L)), Tenant.NONE);

    assertEquals(ended.get(0).end() + LATENCY + CYCLES, ended.get(1).end());
    assertEquals(ended.get(1).end() - 6, ended.get(1).latency());
  }

  @Test
  void periodicRequestsBelowFullUseMissNoDeadlineAloneAndAboveItMissMost() {
    Arrivals below = new Arrivals.Periodic(LATENCY + CYCLES + 0.25, 200);
    Arrivals above = new Arrivals.Periodic(LATENCY + CYCLES - 1, 200);

    assertFalse(alone(below, LATENCY + CYCLES).stream().anyMatch(Request::isLate));
    assertEquals(
        199, new RequestsTest().alone(above, 100).stream().filter(Request::isLate).count());
  }

  @Test
  void poissonRequestsWaitAsLongAsTheFormulaOfOneServerSays() {
    double service = LATENCY + CYCLES;
    double use = 0.6;
    Arrivals poisson = new Arrivals.Poisson(service / use, 100_000, 7);

    double mean =
        alone(poisson, Tenant.NONE).stream().mapToLong(Request::latency).average().orElseThrow();

    double expected = service + use * service / (2 * (1 - use)); // M/D/1
    assertEquals(expected, mean, 0.03 * expected);
  }

  @Test
  void aProcessThatRestartsGoesOnUntilAllRequestsHaveEndedAndIsMeasuredOverAllItsRounds() {
    Arrivals later = new Arrivals.At(List.of(20_000L));

    MultiprogramRun run =
        ended(new LeftOver(), List.of(SMALL, BATCH), requests(later, Tenant.NONE, 0), Tenant.USUAL);

    assertEquals(1, run.requests().size());
    long end = run.requests().get(0).end();
    assertTrue(sms.log().contains("start batch") && end > 20_000);
    RunResult.Benchmark batch = run.results(end).get(1);
    assertEquals(end, batch.cycles());
    assertTrue(batch.restarts() > 10, batch.toString());
  }

  @Test
  void unlimitedRequestsEndWithTheOtherProcesses() {
    List<Request> ended =
        run(
            new LeftOver(),
            List.of(SMALL, BATCH),
            requests(new Arrivals.Periodic(300, Arrivals.UNLIMITED), Tenant.NONE, 0),
            Tenant.USUAL);

    assertEquals(2, ended.size(), ended.toString()); // the second waits for the batch
  }

  @Test
  void aKernelOfHigherPriorityLaunchesBeforeTheNextThreadBlocksOfTheOther() {
    Arrivals during = new Arrivals.At(List.of(50L));

    Request equal = besideBatch(new LeftOver(), during, 0);
    Request higher = new RequestsTest().besideBatch(new LeftOver(), during, 1);

    assertEquals(LATENCY + 3 * 400, equal.start()); // behind all thread blocks
    assertEquals(LATENCY + 400, higher.start()); // when the first have ended
  }

  @Test
  void aPreemptivePolicyFreesAnSmForTheHigherPriorityAtOnce() {
    Request request = besideBatch(new PreemptivePriority(), new Arrivals.At(List.of(50L)), 1);

    assertEquals(50 + LATENCY + FakeSms.DROP_CYCLES, request.start());
  }

  private Request besideBatch(PartitionPolicy policy, Arrivals arrivals, int priority) {
    return run(
            policy, List.of(SMALL, BATCH), requests(arrivals, Tenant.NONE, priority), Tenant.USUAL)
        .get(0);
  }

  @Test
  void aLimitedProcessHoldsThreadBlocksOnItsShareOfTheSmsOnly() {
    Tenant half = new Tenant(0, Optional.empty(), Tenant.NONE, 0, 50);

    MultiprogramRun run = made(new LeftOver(), List.of(BATCH), half);

    assertEquals(LATENCY + 1 + 6 * 400, sms.run(run, 10_000)); // 2 at a time
  }
}
