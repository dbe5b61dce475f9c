package org.polyphony.workload.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.host.mgb.CudaProgram;
import org.polyphony.host.mgb.TaskBuilder;
import org.polyphony.input.InvalidInputException;

class MgbWorkloadsTest {
  private final MgbWorkloads workloads = new MgbWorkloads();

  /** The call lists and the published footprints come from different sources. */
  @Test
  void buildsTasksWithThePublishedFootprints() {
    RodiniaPrograms programs = workloads.programs("2xP100");
    for (MgbWorkloads.PoolJob job : workloads.pool()) {
      CudaProgram program = programs.program(job.command());

      assertEquals(1, TaskBuilder.build(program).size(), job.command());
      assertEquals(
          job.footprintBytes(), TaskBuilder.build(program).get(0).memoryBytes(), job.command());
    }
  }

  @Test
  void holdsThePublishedPeakAtATime() {
    List<String> commands = workloads.pool().stream().map(MgbWorkloads.PoolJob::command).toList();
    List<Long> footprints =
        workloads.pool().stream().map(MgbWorkloads.PoolJob::footprintBytes).toList();

    assertEquals(
        footprints,
        workloads.jobs("4xV100", commands).stream()
            .map(job -> job.application().peakMemoryBytes())
            .toList());
  }

  /** Table I. */
  @Test
  void mixesLargeAndSmallJobsAsPublished() {
    assertEquals(List.of(8L, 5L, 4L, 2L), smallJobs("W1", "W2", "W3", "W4"));
    assertEquals(List.of(16L, 10L, 8L, 5L), smallJobs("W5", "W6", "W7", "W8"));
  }

  private List<Long> smallJobs(String... mixes) {
    return List.of(mixes).stream().map(mix -> smallJobs(workloads.mix(mix))).toList();
  }

  private long smallJobs(List<String> commands) {
    return workloads.pool().stream()
        .filter(job -> !job.large())
        .mapToLong(job -> commands.stream().filter(job.command()::equals).count())
        .sum();
  }

  @Test
  void drawsTheSameMixFromTheSameSeed() {
    List<String> mix = workloads.draw(1, 16, 3);

    assertEquals(mix, workloads.draw(1, 16, 3));
    assertNotEquals(mix, workloads.draw(2, 16, 3));
    assertEquals(16, mix.size());
    assertEquals(4, smallJobs(mix));
  }

  @Test
  void refusesAnUnknownJobOrMix() {
    RodiniaPrograms programs = workloads.programs("4xV100");

    assertThrows(InvalidInputException.class, () -> programs.program("hotspot 1024"));
    assertThrows(InvalidInputException.class, () -> programs.program("needle"));
    assertThrows(InvalidInputException.class, () -> workloads.mix("W9"));
  }
}
