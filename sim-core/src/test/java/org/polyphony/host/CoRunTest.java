package org.polyphony.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.host.app.HostKernel;

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
        new double[] {20, 60}, nanos(new RateDevice(new TimeSlicing()), SHORT, LONG), 1e-9);
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
}
