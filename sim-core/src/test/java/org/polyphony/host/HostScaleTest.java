package org.polyphony.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Fault;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.device.GpuDevice;

class HostScaleTest {
  private static final int JOBS = 100_000;
  private static final long SECOND = 1_000_000_000;
  private static final HostMachine.HostGpu GPU =
      new HostMachine.HostGpu("test", 16_000_000_000L, 80, 64, 32);
  private static final HostMachine MACHINE =
      new HostMachine(
          125,
          new HostMachine.Cpu(2, 32, List.of(), true),
          new HostMachine.Pcie(12 * SECOND, 0, 12 * SECOND),
          List.of(GPU, GPU, GPU, GPU, GPU, GPU, GPU, GPU));

  private static List<Job> jobs() {
    Random random = new Random(1);
    List<Job> jobs = new ArrayList<>();
    long arrival = 0;
    for (int i = 0; i < JOBS; i++) {
      arrival += random.nextInt((int) (SECOND / 2));
      int share = 1 + random.nextInt(1000);
      long memory = 1L + random.nextInt(2_000_000_000);
      HostKernel kernel = new HostKernel("job", (1L + random.nextInt(400)) * SECOND, 5 * share, 1);
      List<Phase> phases =
          List.of(
              new Phase.Allocate(memory),
              new Phase.Copy(memory, true),
              new Phase.Launch(kernel, 1, 0),
              new Phase.Free(Phase.ALL, Phase.ALL));
      jobs.add(new Job("j" + i, Application.of("job", phases), arrival, 1, share, Fault.NONE));
    }
    return jobs;
  }

  @Test
  void runsAHundredThousandJobsOnAThousandGpusInAMinute() {
    FifoJobs.Claims claims = new FifoJobs.Claims(64, JOBS, true, true, true, true);
    List<GpuDevice> devices = new ArrayList<>();
    for (int d = 0; d < MACHINE.devices(); d++) {
      devices.add(HostFixture.byWarps(GPU));
    }
    HostSetup setup =
        new HostSetup(MACHINE, new FifoJobs(MACHINE, claims, JOBS), new Unmanaged(), devices);
    Utilisation utilisation = new Utilisation(MACHINE, SECOND);
    HostRun run = new HostRun(setup, jobs(), utilisation);

    List<JobResult> results = Assertions.assertTimeout(Duration.ofMinutes(1), run::run);

    assertEquals(1000, MACHINE.devices());
    assertTrue(results.stream().allMatch(r -> r.outcome() == JobResult.Outcome.FINISHED));
    // shares that fit on a device do not slow each other down
    assertTrue(results.stream().allMatch(r -> r.kernelNanos() == r.kernelAloneNanos()));
    assertEquals(0, utilisation.series().value(Utilisation.MEMORY), 1e-9);
  }
}
