package org.polyphony.study.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.device.LaunchOrder;
import org.polyphony.host.device.WarpSharing;

/** A device of 64 warps. */
class CoRunLoopTest {
  private static HostKernel kernel(long nanos, int threadBlocks) {
    return new HostKernel("k", nanos, threadBlocks, 8);
  }

  /** A round of both is 1000 + 3000. */
  @Test
  void launchesThatFillTheDeviceTakeTurns() {
    HostKernel[] both = {kernel(1000, 8), kernel(3000, 8)};

    double[] progress = CoRunLoop.progress(both, new long[2], new LaunchOrder(64));

    assertArrayEquals(new double[] {0.25, 0.75}, progress, 1e-9);
  }

  @Test
  void byWarpsBothGetHalf() {
    HostKernel[] both = {kernel(1000, 8), kernel(3000, 8)};

    double[] progress = CoRunLoop.progress(both, new long[2], new WarpSharing(64));

    assertArrayEquals(new double[] {0.5, 0.5}, progress, 1e-2);
  }

  /** The gap of one is filled by the other: a round is 1000 + 1000. */
  @Test
  void gapsAreFilledByTheOther() {
    HostKernel[] both = {kernel(1000, 8), kernel(1000, 8)};

    double[] progress = CoRunLoop.progress(both, new long[] {200, 200}, new LaunchOrder(64));

    assertArrayEquals(new double[] {0.6, 0.6}, progress, 1e-9);
  }
}
