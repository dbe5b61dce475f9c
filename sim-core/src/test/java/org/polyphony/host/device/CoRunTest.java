package org.polyphony.host.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
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

  @Test
  void measuresOnTheCycleLevelDeviceThatKernelsWaitForEachOther() {
    assertTrue(measured(SHORT, SHORT) > 1.2 * measured(SHORT));
  }

  private static double measured(HostKernel... kernels) {
    SharedGpu gpu =
        new SharedGpu(new SmallGpu().sms(2).config(), kernels.length, LeftOver.NAME, Map.of());
    return CoRun.measure(
            gpu,
            kernel -> MixedKernel.random(kernel.name().charAt(0), 40).once(),
            List.of(kernels),
            2,
            (share, device) -> true)
        .orElseThrow()[0];
  }
}
