package org.polyphony.host.mgb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.polyphony.host.HostFixture.ends;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.host.FifoJobs;
import org.polyphony.host.GpuScheduler;
import org.polyphony.host.HostFixture;
import org.polyphony.host.HostMachine;
import org.polyphony.host.JobResult;
import org.polyphony.host.JobResult.Outcome;
import org.polyphony.host.Unmanaged;
import org.polyphony.host.Utilisation;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Fault;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.RequestDefaults;

/** Programs with several tasks on two devices of 1,000 bytes and 4 SMs; a byte a nanosecond. */
class ProgramRunTest {
  private static final HostMachine.HostGpu GPU = HostFixture.gpu(1000);
  private static final HostMachine MACHINE = HostFixture.node(8, GPU, GPU);

  private static Job job(String id, Fault fault, String calls) {
    Application application =
        InstrumentedProgram.application(ProgramText.of(calls, 0), RequestDefaults.NO_TIMEOUT);
    return new Job(id, application, 0, 1, 0, fault);
  }

  /** Two kernels on any number of SMs, for 10 ns and 20 ns, and host code between them. */
  private static Job two(String id, Fault fault, long bytes, long between) {
    String calls =
        "malloc a %1$d; start 1x10 a; host %2$d; malloc b %1$d; start 1x20 b; out a 5; out b 5";
    return job(id, fault, calls.formatted(bytes, between));
  }

  private static List<JobResult> run(GpuScheduler scheduler, Job... jobs) {
    return HostFixture.of(
            MACHINE,
            FifoJobs.Claims.workers(8),
            scheduler,
            () -> HostFixture.byWarps(GPU),
            new Utilisation(MACHINE, 10),
            List.of(jobs))
        .run();
  }

  /** k1 and k3 need five SMs together, k2 and k4 1,200 bytes. */
  private static Job[] figure1() {
    String calls = "malloc a 100; start %s a; malloc b 600; start %s b; out a 5; out b 5";
    return new Job[] {
      job("app1", Fault.NONE, calls.formatted("3x10", "2x20")),
      job("app2", Fault.NONE, calls.formatted("2x30", "1x40"))
    };
  }

  /** MGB Figure 1: k1 and k4 on a device, k2 and k3 on the other one, all at full speed. */
  @Test
  void placesTheTasksOfTwoProcessesAcrossBothDevices() {
    List<JobResult> results = run(new TaskScheduler(new EmulatedSms(MACHINE), 2, 0), figure1());

    assertEquals(List.of(20 + 5L, 40 + 5L), ends(results)); // the other copy ends earlier
    assertEquals(List.of(30L, 70L), results.stream().map(JobResult::kernelNanos).toList());
    assertEquals(List.of(30L, 70L), results.stream().map(JobResult::kernelAloneNanos).toList());
    assertEquals(List.of(0, 1), results.get(0).devices());
    assertEquals(List.of(0, 1), results.get(1).devices());
  }

  /** A process has one device: its kernels run one after another, then both copies. */
  @Test
  void runsTheTasksOfAProcessInTurnsOnItsDeviceUnderSingleAssignment() {
    List<JobResult> results = run(new CoreToGpu(2, 1), figure1());

    assertEquals(List.of(10 + 20 + 5 + 5L, 30 + 40 + 5 + 5L), ends(results));
    assertEquals(List.of(0), results.get(0).devices());
  }

  /** Each holds its first 600 bytes and waits for more than either device has left. */
  @Test
  void hangsWhenProcessesWithATaskWaitForMemoryOfEachOther() {
    Job[] jobs = {two("x", Fault.NONE, 600, 1), two("y", Fault.NONE, 600, 1)};

    List<JobResult> results = run(new TaskScheduler(new LeastWarps(MACHINE), 2, 0), jobs);

    assertEquals(
        List.of(Outcome.HUNG, Outcome.HUNG), results.stream().map(JobResult::outcome).toList());
  }

  /** The first dies at 5 with a kernel on each device; the other gets both then. */
  @Test
  void givesBackAllTasksOfAProcessThatDies() {
    Job[] jobs = {
      two("x", new Fault(5, Fault.NOWHERE, false), 600, 0), two("y", Fault.NONE, 900, 0)
    };

    List<JobResult> results = run(new TaskScheduler(new LeastWarps(MACHINE), 2, 0), jobs);

    assertEquals(Outcome.CRASHED, results.get(0).outcome());
    assertEquals(5 + 20 + 5, results.get(1).endNanos());
    assertEquals(5, results.get(1).waitedNanos());
  }

  /** Without a scheduler both tasks are on the first device, and 600 bytes are too many twice. */
  @Test
  void runsOutOfMemoryWhereNobodyLooksAtIt() {
    List<JobResult> results = run(new Unmanaged(), two("x", Fault.NONE, 600, 0));

    assertEquals(Outcome.OUT_OF_MEMORY, results.get(0).outcome());
  }
}
