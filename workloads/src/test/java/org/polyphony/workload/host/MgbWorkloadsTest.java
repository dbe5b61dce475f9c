package org.polyphony.workload.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.mgb.CudaCall;
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

  /** The bound that takes longest: 1e12 bytes/s, 1e9 FP64/s, 1e9 warp instructions/s. */
  @Test
  void takesAsLongAsBytesOrInstructionsNeed() {
    DeviceRates rates = new DeviceRates(1e12, 1e9, 1e9, Map.of("busy", 500), Map.of());

    assertEquals(4_000, rates.nanos("busy", 4, 4_000_000, 2_000));
    assertEquals(2_000, rates.nanos("busy", 4, 1_000_000, 1_000));
    assertEquals(3_000, rates.nanos("busy", 4, 1_000_000, 3_000));
    assertEquals(1_000, rates.nanos("other", 4, 1_000_000, 1_000));
  }

  @Test
  void takesAsMuchLongerThanItsBoundAsMeasured() {
    DeviceRates rates = new DeviceRates(1e12, 1e9, 1e9, Map.of(), Map.of("slow", 1.5));

    assertEquals(1_500, rates.nanos("slow", 4, 1_000_000, 1_000));
    assertEquals(1_000, rates.nanos("other", 4, 1_000_000, 1_000));
  }

  /** 2,408 warp instructions of a thread block over 512 pairs of floats: on a P100 they bind. */
  @Test
  void letsTheReductionOfSradV1WaitForIssueOnAP100() {
    long p100 = firstNanos("2xP100", "srad_v1 100 0.5 11000 11000", "srad_v1.reduce");
    long v100 = firstNanos("4xV100", "srad_v1 100 0.5 11000 11000", "srad_v1.reduce");

    assertEquals(Math.round(2.05 * 236_329 * 2408 / 145.9), p100);
    assertEquals(Math.round(2.05 * 236_329 * 4096 / 900.0), v100);
  }

  private long firstNanos(String machine, String command, String kernel) {
    return workloads.programs(machine).program(command).lines().stream()
        .map(CudaProgram.Line::call)
        .filter(CudaCall.Launch.class::isInstance)
        .map(call -> ((CudaCall.Launch) call).kernel())
        .filter(launched -> launched.name().equals(kernel))
        .mapToLong(HostKernel::aloneNanos)
        .findFirst()
        .orElseThrow();
  }

  /** As the makefile of MGB's authors builds it, dwt2d writes its result: three components. */
  @Test
  void copiesTheComponentsOfDwt2dBack() {
    long back =
        workloads
            .programs("2xP100")
            .program("dwt2d rgb.bmp -d 8192x8192 -f -5 -l 3")
            .lines()
            .stream()
            .map(CudaProgram.Line::call)
            .filter(CudaCall.Copy.class::isInstance)
            .map(CudaCall.Copy.class::cast)
            .filter(copy -> !copy.toDevice())
            .mapToLong(CudaCall.Copy::bytes)
            .sum();

    assertEquals(3L * 4 * 8192 * 8192, back);
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
