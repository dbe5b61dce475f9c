package org.polyphony.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.polyphony.host.HostFixture.ends;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Fault;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.input.InvalidInputException;

/** One device of 1,000 bytes, two sockets of two cores, a link of one byte a nanosecond. */
class HostRunTest {
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final HostMachine.HostGpu GPU = new HostMachine.HostGpu("test", 1000, 10, 64, 16);

  private HostMachine machine =
      machine(new HostMachine.Pcie(NANOS_PER_SECOND, 0, NANOS_PER_SECOND), List.of());
  private FifoJobs.Claims claims = new FifoJobs.Claims(4, 100, false, false, false, true);
  private Utilisation utilisation;
  private HostRun run;

  private static HostMachine machine(HostMachine.Pcie link, List<Integer> clocks) {
    return new HostMachine(1, new HostMachine.Cpu(2, 2, clocks, true), link, List.of(GPU));
  }

  /** Jobs that begin at once and do the same. */
  private List<JobResult> together(int count, Phase... phases) {
    return run(Collections.nCopies(count, job("a", 0, phases)).toArray(Job[]::new));
  }

  private List<JobResult> run(Job... jobs) {
    utilisation = new Utilisation(machine, 10);
    run =
        HostFixture.of(
            machine, claims, new Unmanaged(), HostFixture::timeSliced, utilisation, List.of(jobs));
    return run.run();
  }

  private static Job job(String id, long arrival, Phase... phases) {
    return job(id, arrival, Fault.NONE, phases);
  }

  private static Job job(String id, long arrival, Fault fault, Phase... phases) {
    return new Job(id, Application.of("app", List.of(phases)), arrival, 1, 0, fault);
  }

  /** One copy gets 0.4 bytes a nanosecond and two get twice that; three share the link of 1. */
  @Test
  void copiesNoFasterThanPageableMemoryAllows() {
    machine = machine(new HostMachine.Pcie(NANOS_PER_SECOND, 5, 400_000_000), List.of());
    Phase copy = new Phase.Copy(20, true);

    assertEquals(List.of(55L), ends(together(1, copy)));
    assertEquals(List.of(55L, 55L), ends(together(2, copy)));
    assertEquals(List.of(66L, 66L, 66L), ends(together(3, copy))); // 22 of work at a third each
  }

  @Test
  void refusesWorkForMoreThanABillionSeconds() {
    long most = 1_000_000_000_000_000_000L;
    Phase idle = new Phase.Cpu(most);

    assertEquals(most, run(job("a", 0, idle)).get(0).endNanos());
    assertThrows(InvalidInputException.class, () -> run(job("a", 1, idle)));
  }

  @Test
  void refusesACopyThatTakesLongerThanTimesCanSay() {
    machine = machine(new HostMachine.Pcie(1, 0, 1), List.of());
    Phase copy = new Phase.Copy(1_000_000_000_000_000L, true);

    assertThrows(InvalidInputException.class, () -> run(job("a", 1, copy)));
  }

  private static Phase kernel(long nanos, int launches, long think) {
    return new Phase.Launch(new HostKernel("k", nanos, 1, 1), launches, think);
  }

  @Test
  void addsPhasesUp() {
    JobResult result =
        run(job(
                "a",
                5,
                new Phase.Cpu(10),
                new Phase.Allocate(100),
                new Phase.Copy(100, true),
                kernel(20, 3, 7),
                new Phase.Copy(50, false),
                new Phase.Free(Phase.ALL, Phase.ALL)))
            .get(0);

    assertEquals(5, result.startNanos());
    assertEquals(5 + 10 + 100 + 3 * 20 + 2 * 7 + 50, result.endNanos());
    assertEquals(60, result.kernelNanos());
    assertEquals(60, result.kernelAloneNanos());
    assertEquals(JobResult.Outcome.FINISHED, result.outcome());
  }

  @Test
  void repeatsPhases() {
    Phase twice = new Phase.Repeat(2, List.of(new Phase.Cpu(3), kernel(4, 1, 0)));

    assertEquals(14, run(job("a", 0, twice)).get(0).endNanos());
  }

  /** Both at a half: the first ends at 40, the second has 20 left and is alone. */
  @Test
  void slicesTheDeviceBetweenKernelsOfTwoProcesses() {
    List<JobResult> results = run(job("a", 0, kernel(20, 1, 0)), job("b", 0, kernel(40, 1, 0)));

    assertEquals(List.of(40L, 60L), ends(results));
    assertEquals(1, utilisation.series().mean(Utilisation.GPU, run.end()));
  }

  @Test
  void sharesOneDirectionOfALinkAndNotTheOther() {
    List<JobResult> results =
        run(
            job("a", 0, new Phase.Copy(30, true)),
            job("b", 0, new Phase.Copy(30, true)),
            job("c", 0, new Phase.Copy(30, false)));

    assertEquals(List.of(60L, 60L, 30L), ends(results));
  }

  @Test
  void startsAJobWhenAnExclusiveDeviceIsFree() {
    claims = new FifoJobs.Claims(1, 100, false, false, false, true);

    List<JobResult> results = run(job("a", 0, kernel(20, 1, 0)), job("b", 0, kernel(40, 1, 0)));

    assertEquals(20, results.get(1).startNanos());
    assertEquals(60, run.end());
  }

  @Test
  void crashesTheJobForWhichThereIsNoMemory() {
    Phase[] phases = {new Phase.Allocate(501), new Phase.Cpu(10)};

    List<JobResult> results = run(job("a", 0, phases), job("b", 5, phases), job("c", 11, phases));

    assertEquals(JobResult.Outcome.OUT_OF_MEMORY, results.get(1).outcome());
    assertEquals(5, results.get(1).endNanos());
    assertEquals(JobResult.Outcome.FINISHED, results.get(2).outcome()); // the first has ended
  }

  @Test
  void packsJobsByTheirPeakOfMemory() {
    claims = new FifoJobs.Claims(4, 100, true, false, false, true);
    Phase[] phases = {new Phase.Allocate(400), new Phase.Cpu(10)};

    List<JobResult> results = together(3, phases);

    assertEquals(List.of(0L, 0L, 10L), results.stream().map(JobResult::startNanos).toList());
  }

  /** The crash at 10 leaves the other 20 - 5 to do alone. */
  @Test
  void freesTheDeviceWhenAProcessDies() {
    Fault fault = new Fault(10, Fault.NOWHERE, false);

    List<JobResult> results =
        run(
            job("a", 0, fault, new Phase.Allocate(900), kernel(20, 1, 0)),
            job("b", 0, kernel(20, 1, 0)),
            job("c", 11, new Phase.Allocate(900)));

    assertEquals(JobResult.Outcome.CRASHED, results.get(0).outcome());
    assertEquals(25, results.get(1).endNanos());
    assertEquals(JobResult.Outcome.FINISHED, results.get(2).outcome());
  }

  /** Two jobs go to two sockets and keep the full clock; the third makes its socket slower. */
  @Test
  void lowersTheClockOfASocketWithItsBusyCores() {
    machine =
        machine(new HostMachine.Pcie(NANOS_PER_SECOND, 0, NANOS_PER_SECOND), List.of(200, 100));

    List<JobResult> results =
        run(
            job("a", 0, new Phase.Cpu(20)),
            job("b", 0, new Phase.Cpu(20)),
            job("c", 0, new Phase.Cpu(10)));

    assertEquals(List.of(30L, 20L, 20L), ends(results)); // 10 by time 20, then at full clock
  }

  @Test
  void recordsBusyCoresAndMemory() {
    run(job("a", 0, new Phase.Cpu(10), new Phase.Allocate(500), kernel(10, 1, 0)));

    assertEquals(0.25, utilisation.series().mean(Utilisation.CPU, run.end()));
    assertEquals(0.25, utilisation.series().mean(Utilisation.MEMORY, run.end()));
    assertEquals(0.5, utilisation.series().mean(Utilisation.GPU, run.end()));
  }
}
