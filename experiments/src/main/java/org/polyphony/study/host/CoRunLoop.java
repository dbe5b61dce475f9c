package org.polyphony.study.host;

import org.polyphony.host.app.HostKernel;
import org.polyphony.host.device.ProgressModel;
import org.polyphony.host.device.RateDevice;

/**
 * Two processes that launch a kernel each again and again on one device: a round is from launch to
 * launch.
 */
final class CoRunLoop {
  private static final int WARM_UP = 5; // rounds of each
  private static final int ROUNDS = 60;
  private static final int MOST = 5000; // of both, where one hardly gets on

  private final HostKernel[] kernels;
  private final long[] gaps; // nanoseconds between the end of a kernel and the next launch
  private final RateDevice device;
  private final long[] launchAt = {0, 1};
  private final int[] ended = new int[2];
  private final long[] warmAt = new long[2];
  private final long[] lastAt = new long[2];

  private CoRunLoop(HostKernel[] kernels, long[] gaps, ProgressModel model) {
    this.kernels = kernels;
    this.gaps = gaps;
    this.device = new RateDevice(model);
  }

  /**
   * Returns the normalized progress of both: a round alone over the mean round beside the other.
   *
   * @param kernels two
   * @param gaps of each, in nanoseconds
   * @param model how kernels share the device
   */
  static double[] progress(HostKernel[] kernels, long[] gaps, ProgressModel model) {
    CoRunLoop loop = new CoRunLoop(kernels, gaps, model);
    loop.run();
    return new double[] {loop.progress(0), loop.progress(1)};
  }

  private double progress(int process) {
    double rounds = ended[process] - WARM_UP;
    double alone = kernels[process].aloneNanos() + gaps[process];
    return rounds * alone / (lastAt[process] - warmAt[process]);
  }

  private void run() {
    while (Math.min(ended[0], ended[1]) < ROUNDS && ended[0] + ended[1] < MOST) {
      int first = launchAt[0] <= launchAt[1] ? 0 : 1;
      if (launchAt[first] <= device.due()) {
        device.launch(launchAt[first], first, kernels[first]);
        launchAt[first] = Long.MAX_VALUE;
      } else {
        end(device.due());
      }
    }
  }

  private void end(long now) {
    int process = device.takeEnded(now);
    if (process >= 0) {
      ended[process]++;
      warmAt[process] = ended[process] == WARM_UP ? now : warmAt[process];
      lastAt[process] = now;
      launchAt[process] = now + gaps[process];
    }
  }
}
