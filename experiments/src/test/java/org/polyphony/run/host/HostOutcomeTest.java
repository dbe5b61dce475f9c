package org.polyphony.run.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.polyphony.host.HostMachine;
import org.polyphony.host.JobResult;
import org.polyphony.host.JobResult.Outcome;
import org.polyphony.host.Utilisation;

class HostOutcomeTest {
  /** Of 480 with kernels that take 400 alone, 50 were spent waiting; the third has crashed. */
  @Test
  void slowdownOfKernelsIsThatOfFinishedJobs() {
    List<JobResult> jobs =
        List.of(
            job(Outcome.FINISHED, 1000, 150, 100),
            job(Outcome.FINISHED, 2000, 330, 300),
            job(Outcome.OUT_OF_MEMORY, 10, 0, 0));

    HostOutcome outcome = outcome(jobs, 2000, List.of(30L, 20L, 70L));

    assertEquals(480 / 400.0 - 1, outcome.kernelSlowdown(), 1e-12);
    assertEquals(430 / 400.0 - 1, outcome.kernelSlowdownOnDevice(), 1e-12);
  }

  @Test
  void meanTurnaroundDoesNotOverflowWithTheSumOfTurnarounds() {
    long end = Long.MAX_VALUE / 3; // 97 years
    List<JobResult> four = Collections.nCopies(4, job(Outcome.FINISHED, end, 1, 1));

    assertEquals(end / 1e9, outcome(four, end, List.of()).meanTurnaroundSeconds());
  }

  private static JobResult job(Outcome outcome, long end, long kernels, long alone) {
    return new JobResult("a", "x", outcome, 0, List.of(0), 0, 0, end, 0, kernels, alone);
  }

  private static HostOutcome outcome(List<JobResult> jobs, long end, List<Long> queued) {
    HostMachine machine =
        new HostMachine(
            1,
            new HostMachine.Cpu(1, 1, List.of(), true),
            new HostMachine.Pcie(1, 0, 1),
            List.of(new HostMachine.HostGpu("g", 1, 1, 1, 1)));
    return new HostOutcome(
        "r", "r", jobs, end, new Utilisation(machine, 1), List.of(), Optional.empty(), queued);
  }
}
