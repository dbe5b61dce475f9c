package org.polyphony.workload.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;

class MgbEstimateTest {
  private static List<MgbEstimate> others() {
    return MgbEstimate.ALL;
  }

  private static MgbEstimate named(String name) {
    return MgbEstimate.ALL.stream()
        .filter(estimate -> estimate.toString().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Application backprop(MgbEstimate estimate) {
    return new MgbWorkloads(estimate)
        .jobs("2xP100", List.of("backprop 8388608")).stream()
            .map(Job::application)
            .findFirst()
            .orElseThrow();
  }

  private static long cpuNanos(MgbEstimate estimate) {
    return backprop(estimate).phases().stream()
        .mapToLong(phase -> phase instanceof Phase.Cpu cpu ? cpu.nanos() : 0)
        .sum();
  }

  private static long kernelNanos(MgbEstimate estimate) {
    return backprop(estimate).phases().stream()
        .mapToLong(phase -> phase instanceof Phase.Launch l ? l.kernel().aloneNanos() : 0)
        .sum();
  }

  /** All but the first use of a device, 0.25 s, take half as long again. */
  @Test
  void scalesTheCpuButNotTheDriver() {
    long firstUse = 250_000_000;
    long computed = cpuNanos(MgbEstimate.BUNDLED) - firstUse;

    assertEquals(1.5, (cpuNanos(named("CPU times x 1.5")) - firstUse) / (double) computed, 1e-6);
    assertEquals(kernelNanos(MgbEstimate.BUNDLED), kernelNanos(named("CPU times x 1.5")));
  }

  @Test
  void scalesKernelsByTheirPeaks() {
    double bundled = kernelNanos(MgbEstimate.BUNDLED);

    assertEquals(1.5, kernelNanos(named("kernels x 1.5")) / bundled, 1e-6);
    assertTrue(kernelNanos(named("kernels at their bound")) <= bundled);
  }

  @Test
  void givesTasksAllMemoryOrPart() {
    MgbWorkloads all = new MgbWorkloads(named("tasks given all memory of a device"));

    assertTrue(all.memoryOfTasks() > all.machine("2xP100").mostMemory());
    assertTrue(
        new MgbWorkloads().memoryOfTasks() < new MgbWorkloads().machine("2xP100").mostMemory());
  }

  @ParameterizedTest
  @MethodSource("others")
  void changesSomething(MgbEstimate estimate) {
    assertNotEquals(text(MgbEstimate.BUNDLED), text(estimate));
  }

  private static String text(MgbEstimate estimate) {
    MgbWorkloads workloads = new MgbWorkloads(estimate);
    HostMachine machine = workloads.machine("2xP100");
    return workloads.memoryOfTasks()
        + " "
        + machine.cpu(0)
        + machine.gpus(0)
        + machine.pcie()
        + workloads.jobs("2xP100", workloads.mix("W5"));
  }
}
