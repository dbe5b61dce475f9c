package org.polyphony.host.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.polyphony.host.HostFixture.outcomes;
import static org.polyphony.host.HostFixture.reserve;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.host.HostFixture;
import org.polyphony.host.HostMachine;
import org.polyphony.host.JobResult;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.TaskNeed;

/** A node of two devices of 100 bytes, and jobs that use both. */
class TwoDevicesTest {
  private static final HostMachine MACHINE =
      HostFixture.node(8, HostFixture.gpu(100), HostFixture.gpu(100));

  private final List<String> memory = new ArrayList<>(); // device and bytes, as they change

  private List<JobResult> run(Job... jobs) {
    return HostFixture.of(
            MACHINE,
            HostFixture.EIGHT,
            new SchedGpu(MACHINE, HostFixture.BROKER, jobs.length),
            HostFixture::timeSliced,
            HostFixture.memoryLog(memory),
            List.of(jobs))
        .run();
  }

  private static Job job(String id, Phase... more) {
    List<Phase> phases =
        new ArrayList<>(
            List.of(
                reserve(0, 60), new Phase.Allocate(60), reserve(1, 30), new Phase.Allocate(30)));
    phases.addAll(List.of(more));
    return HostFixture.job(id, 1, phases.toArray(Phase[]::new));
  }

  @Test
  void freesAllOnBothDevices() {
    run(job("a", new Phase.Free(Phase.ALL, Phase.ALL), new Phase.Cpu(5)));

    assertEquals(List.of("0:60", "1:30", "1:0", "0:0"), memory);
  }

  @Test
  void freesOnTheDeviceInUseFirst() {
    run(job("a", new Phase.Free(40, 30), new Phase.Cpu(5)));

    assertEquals(List.of("0:60", "1:30", "1:0", "0:50", "0:0"), memory);
  }

  @Test
  void givesBothReservationsToTheNextWhenAllIsFreed() {
    List<JobResult> results =
        run(
            job("a", new Phase.Cpu(5), new Phase.Free(Phase.ALL, Phase.ALL), new Phase.Cpu(50)),
            job("b", new Phase.Cpu(5)));

    assertEquals(10, results.get(1).endNanos());
  }

  /** Each holds a device and asks for the other's, without blocking, again and again. */
  @Test
  void endsWhenJobsAskForEachOthersMemoryForEver() {
    List<JobResult> results = run(greedy("a", 0), greedy("b", 1));

    assertEquals(List.of(JobResult.Outcome.HUNG, JobResult.Outcome.HUNG), outcomes(results));
  }

  @Test
  void letsJobsAskAgainWhileOneWorks() {
    Job busy = HostFixture.job("busy", 1, reserve(0, 60), new Phase.Cpu(1_000_000));

    List<JobResult> results = run(busy, greedy("a", 1));

    assertEquals(JobResult.Outcome.FINISHED, results.get(1).outcome());
  }

  private static Job greedy(String id, int first) {
    TaskNeed other = new TaskNeed(60, 0, 0, 1 - first, 0);
    return HostFixture.job(
        id, 1, reserve(first, 60), new Phase.Cpu(5), new Phase.Reserve(other, 0, 7));
  }
}
