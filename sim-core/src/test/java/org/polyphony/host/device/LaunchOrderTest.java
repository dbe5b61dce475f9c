package org.polyphony.host.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.time.EventQueue;

/** A device of 64 warps. */
class LaunchOrderTest {
  private final RateDevice device = new RateDevice(ProgressModel.inLaunchOrder(64));

  private static HostKernel kernel(long nanos, int threadBlocks) {
    return new HostKernel("k", nanos, threadBlocks, 8);
  }

  private static double[] progress(int... threadBlocks) {
    return ProgressModel.inLaunchOrder(64)
        .progress(Arrays.stream(threadBlocks).mapToObj(blocks -> kernel(1, blocks)).toList());
  }

  @Test
  void kernelsThatFitTogetherRunAsFastAsAlone() {
    assertArrayEquals(new double[] {1, 1}, progress(4, 4));
  }

  @Test
  void aKernelHasThePlacesThatEarlierOnesLeave() {
    assertArrayEquals(new double[] {1, 0.5, 0}, progress(6, 4, 1));
  }

  @Test
  void aGridLargerThanTheDeviceLeavesNone() {
    assertArrayEquals(new double[] {1, 0}, progress(100, 1));
  }

  @Test
  void theRestIsPartOfALargerGrid() {
    assertArrayEquals(new double[] {1, 0.75}, progress(2, 100));
  }

  /** 100, then 300: alone they take as long. */
  @Test
  void launchesThatFillTheDeviceTakeTurns() {
    device.launch(0, 0, kernel(100, 8));
    device.launch(10, 1, kernel(300, 8));

    assertEquals(100, device.nextWork());
    assertEquals(0, device.takeEnded(100));
    assertEquals(400, device.nextWork());
    assertEquals(1, device.takeEnded(400));
    assertEquals(EventQueue.NEVER, device.nextWork());
  }

  @Test
  void countsHowLongALaunchHadNoPlace() {
    device.launch(0, 0, kernel(100, 8));
    device.launch(10, 1, kernel(300, 8));
    device.takeEnded(100);
    device.takeEnded(400);

    assertEquals(0, device.queuedNanos(0));
    assertEquals(90, device.queuedNanos(1));
    assertEquals(0, device.queuedNanos(7));
  }
}
