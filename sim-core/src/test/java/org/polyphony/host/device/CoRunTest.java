package org.polyphony.host.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.host.app.HostKernel;
import org.polyphony.policy.partition.LeftOver;

class CoRunTest {
  private static final HostKernel SHORT = new HostKernel("short", 10, 1, 1);
  private static final HostKernel LONG = new HostKernel("long", 30, 1, 1);

  private static double[] nanos(GpuDevice device, HostKernel... kernels) {
    return CoRun.passNanos(device, List.of(kernels), 3, share -> true).orElseThrow();
  }

  /** In turns: at 10, 40, 50, 80, 90, 120. */
  @Test
  void takesTheMeanOverPassesUntilEachHasMadeEnough() {
    assertArrayEquals(new double[] {30, 40}, nanos(new SerialDevice(), SHORT, LONG), 1e-9);
  }

  @Test
  void goesOnWithTheFastOneUntilTheSlowOneIsDone() {
    assertArrayEquals(
        new double[] {20, 60},
        nanos(new RateDevice(ProgressModel.timeSlices()), SHORT, LONG),
        1e-9);
  }

  @Test
  void givesNothingWhenItIsEndedEarly() {
    assertTrue(CoRun.passNanos(new SerialDevice(), List.of(SHORT), 3, s -> false).isEmpty());
  }

  @Test
  void refusesADeviceOnWhichNothingRuns() {
    assertThrows(
        IllegalStateException.class,
        () -> CoRun.passNanos(new SerialDevice(), List.of(), 3, share -> true));
  }

  private static SharedGpu gpu(int processes) {
    return new SharedGpu(new SmallGpu().sms(2).config(), processes, LeftOver.NAME, Map.of());
  }

  private static Workload mixed(HostKernel kernel) {
    return MixedKernel.random(kernel.name().charAt(0), 40).once();
  }

  @Test
  void findsLaunchesThatTakeAsLongAsThePass() {
    List<LaunchTimes> launches =
        CoRun.launches(gpu(1), CoRunTest::mixed, SHORT, true, 2, (s, d) -> true).orElseThrow();

    assertEquals(1, launches.size());
    LaunchTimes times = launches.get(0);
    double alone = times.latencyNanos() + times.dispatchNanos() + times.tailNanos();
    assertEquals(measured(1, SHORT).passNanos(), alone, 5); // roundings
  }

  @Test
  void findsForHowLongThreadBlocksAreThere() {
    CoRun.Each alone = measured(1, SHORT);
    CoRun.Each both = measured(2, SHORT, SHORT);

    assertTrue(both.residentCycles() > 0.9 * alone.residentCycles(), "as many thread blocks");
    assertTrue(both.passNanos() > 1.2 * alone.passNanos(), "they wait");
  }

  private static CoRun.Each measured(int processes, HostKernel... kernels) {
    return CoRun.measure(gpu(processes), CoRunTest::mixed, List.of(kernels), 2, (s, d) -> true)
        .orElseThrow()
        .get(0);
  }
}
