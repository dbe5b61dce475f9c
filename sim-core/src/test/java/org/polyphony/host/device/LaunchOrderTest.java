package org.polyphony.host.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.time.EventQueue;

/** A device of 64 warps. */
class LaunchOrderTest {
  private final RateDevice device = new RateDevice(ProgressModel.inLaunchOrder(64));

  private static HostKernel kernel(long nanos, int threadBlocks) {
    return new HostKernel("k", nanos, threadBlocks, 8);
  }

  /** Speeds of kernels by their thread blocks, of which 8 fit. */
  @ParameterizedTest(name = "{2}")
  @CsvSource({
    "4 4, 1 1, those that fit together run as fast as alone",
    "6 4 1, 1 0.5 0, a kernel has the places that earlier ones leave",
    "100 1, 1 0, a grid larger than the device leaves none",
    "2 100, 1 0.75, the rest is part of a larger grid"
  })
  void earlierKernelsHaveTheirPlaces(String threadBlocks, String speeds, String why) {
    List<HostKernel> kernels =
        Stream.of(threadBlocks.split(" ", -1)).map(n -> kernel(1, Integer.parseInt(n))).toList();
    double[] expected = Stream.of(speeds.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();

    assertArrayEquals(expected, ProgressModel.inLaunchOrder(64).progress(kernels), why);
  }

  /** 100, then 300: alone they take as long; the second had no place from 10 to 100. */
  @Test
  void launchesThatFillTheDeviceTakeTurns() {
    device.launch(0, 0, kernel(100, 8));
    device.launch(10, 1, kernel(300, 8));

    assertEquals(100, device.nextWork());
    assertEquals(0, device.takeEnded(100));
    assertEquals(400, device.nextWork());
    assertEquals(1, device.takeEnded(400));
    assertEquals(EventQueue.NEVER, device.nextWork());
    assertEquals(0, device.queuedNanos(0));
    assertEquals(90, device.queuedNanos(1));
    assertEquals(0, device.queuedNanos(7));
  }
}
