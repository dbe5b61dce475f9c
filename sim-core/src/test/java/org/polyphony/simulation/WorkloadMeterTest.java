package org.polyphony.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.simulation.RunResult.HardwareUse;

class WorkloadMeterTest {
  private static final List<Workload> WORKLOADS =
      List.of(
          MixedKernel.random(11, 40).once(),
          MixedKernel.random(12, 40).once(),
          MixedKernel.random(13, 20).once());

  private static RunResult run(String technique) {
    RunSpec spec =
        RunSpec.of(new SmallGpu().sms(5).config(), WORKLOADS, "maestro")
            .policy("maestro", Map.of("epochCycles", 300))
            .preemption(technique)
            .epochCycles(1000)
            .check(true)
            .build();
    return new GpuSimulation().run(spec);
  }

  @ParameterizedTest
  @ValueSource(strings = {"drain", "switch", "flush"})
  void theWorkloadsTogetherHaveAllThatTheDeviceHasCounted(String technique) {
    RunResult result = run(technique);

    RunResult.Device device = result.device();
    assertTrue(device.l1Accesses() > 0 && device.dramBytes() > 0);
    assertEquals(device.l1Accesses(), sum(result, HardwareUse::l1Accesses));
    assertEquals(device.l1Hits(), sum(result, HardwareUse::l1Hits));
    assertEquals(device.l2Accesses(), sum(result, HardwareUse::l2Accesses));
    assertEquals(device.l2Hits(), sum(result, HardwareUse::l2Hits));
    assertEquals(result.warpInstructions(), sum(result, use -> use.slots().get("issued")));
    long underWay = sum(result, HardwareUse::dramBytes) - device.dramBytes();
    assertTrue(underWay >= 0 && underWay <= 8 * 32, underWay + " bytes"); // when the run ended
  }

  private static long sum(RunResult result, ToLongFunction<HardwareUse> of) {
    return result.hardware().stream().mapToLong(of).sum();
  }

  @ParameterizedTest
  @ValueSource(strings = {"drain", "switch", "flush"})
  void warpsAreResidentFromTheArrivalOfTheirThreadBlockUntilItHasLeft(String technique) {
    RunResult result = run(technique);

    long[] warpCycles = new long[WORKLOADS.size()];
    EventLog events = result.events();
    Map<Integer, Long> arrivals = new HashMap<>(); // by place
    for (int i = 0; i < events.size(); i++) {
      int place = events.sm(i) * 64 + events.slot(i);
      int workload = events.workload(i);
      switch (events.kind(i)) {
        case LAUNCH, RESUME -> {
          arrivals.put(place, events.cycle(i));
          warpCycles[workload] += warps(workload) * result.cycles();
          warpCycles[workload] -= warps(workload) * events.cycle(i);
        }
        case END, DROP ->
            warpCycles[workload] -= warps(workload) * (result.cycles() - events.cycle(i));
        default -> assertTrue(arrivals.containsKey(place));
      }
    }
    for (int w = 0; w < warpCycles.length; w++) {
      assertEquals(warpCycles[w], result.hardware().get(w).residentWarpCycles());
    }
  }

  private static long warps(int workload) {
    return ((Workload.Launch) WORKLOADS.get(workload).step(0)).kernel().warpsPerBlock();
  }
}
