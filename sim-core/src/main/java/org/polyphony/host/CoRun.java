package org.polyphony.host;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.polyphony.engine.EventQueue;
import org.polyphony.host.app.HostKernel;

/**
 * Kernels that run together, each launched again whenever it ends: what that makes of the speed of
 * each. Measured over several passes, since all begin at the same time only once.
 */
public final class CoRun {
  private CoRun() {}

  /** Hears how far a measurement is. */
  @FunctionalInterface
  public interface Watch {
    /**
     * Called now and then.
     *
     * @param doneShare 0 to 1
     * @return false to end the measurement early
     */
    boolean goOn(double doneShare);
  }

  /**
   * Measures the time of a pass of each kernel, from one launch to the next.
   *
   * @param device an idle one
   * @param kernels one for each process, at least one
   * @param passes that each kernel makes at least, at least 1
   * @param watch hears how far it is
   * @return in nanoseconds, the mean over the passes that ended, in the order of the kernels; empty
   *     when the watch ended it
   */
  public static Optional<double[]> passNanos(
      GpuDevice device, List<HostKernel> kernels, int passes, Watch watch) {
    int[] ended = new int[kernels.size()];
    long[] lastEnd = new long[kernels.size()];
    for (int process = 0; process < kernels.size(); process++) {
      device.launch(0, process, kernels.get(process));
    }
    int least = 0;
    while (least < passes) {
      long now = device.due();
      if (now == EventQueue.NEVER) {
        throw new IllegalStateException("the device is idle with " + kernels);
      }
      for (int process; (process = device.takeEnded(now)) >= 0; ) {
        ended[process]++;
        lastEnd[process] = now;
        device.launch(now, process, kernels.get(process));
        least = Arrays.stream(ended).min().orElseThrow();
      }
      if (!watch.goOn((double) least / passes)) {
        return Optional.empty();
      }
    }
    double[] nanos = new double[ended.length];
    Arrays.setAll(nanos, process -> (double) lastEnd[process] / ended[process]);
    return Optional.of(nanos);
  }
}
