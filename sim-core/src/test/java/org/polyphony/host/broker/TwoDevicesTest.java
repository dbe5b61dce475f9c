package org.polyphony.host.broker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.host.HostFixture;
import org.polyphony.host.HostMachine;
import org.polyphony.host.HostObserver;
import org.polyphony.host.JobResult;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Fault;
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
            new MemoryLog(),
            List.of(jobs))
        .run();
  }

  private final class MemoryLog implements HostObserver {
    @Override
    public void memory(long now, int device, long bytes) {
      memory.add(device + ":" + bytes);
    }
  }

  private static Job job(String id, Phase... more) {
    List<Phase> phases =
        new ArrayList<>(
            List.of(
                reserve(0, 60), new Phase.Allocate(60), reserve(1, 30), new Phase.Allocate(30)));
    phases.addAll(List.of(more));
    return new Job(id, Application.of("app", phases), 0, 1, 0, Fault.NONE);
  }

  private static Phase reserve(int device, long bytes) {
    return new Phase.Reserve(new TaskNeed(bytes, 0, 0, device, 0), Phase.FOREVER, 0);
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

    assertEquals(JobResult.Outcome.HUNG, results.get(0).outcome());
    assertEquals(JobResult.Outcome.HUNG, results.get(1).outcome());
  }

  @Test
  void letsJobsAskAgainWhileOneWorks() {
    Phase worksLong = new Phase.Cpu(1_000_000);
    Job busy =
        new Job(
            "busy", Application.of("app", List.of(reserve(0, 60), worksLong)), 0, 1, 0, Fault.NONE);

    List<JobResult> results = run(busy, greedy("a", 1));

    assertEquals(JobResult.Outcome.FINISHED, results.get(1).outcome());
  }

  private static Job greedy(String id, int first) {
    TaskNeed other = new TaskNeed(60, 0, 0, 1 - first, 0);
    List<Phase> phases =
        List.of(reserve(first, 60), new Phase.Cpu(5), new Phase.Reserve(other, 0, 7));
    return new Job(id, Application.of("app", phases), 0, 1, 0, Fault.NONE);
  }
}
