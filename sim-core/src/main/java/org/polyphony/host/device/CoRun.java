package org.polyphony.host.device;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.time.EventQueue;

/**
 * Measures co-running kernels, each relaunched whenever it ends. Means over several passes, because
 * all kernels start together only in the first.
 */
public final class CoRun {
  private CoRun() {}

  /** Observes the progress of a measurement on the cycle-level device. */
  @FunctionalInterface
  public interface Meter {
    /**
     * Called at intervals.
     *
     * @param doneShare 0 to 1
     * @param device being simulated
     * @return false to end the measurement early
     */
    boolean shouldContinue(double doneShare, CycleDevice device);
  }

  /**
   * Measures on the cycle-level device.
   *
   * @param shared the GPU and how processes share it
   * @param workloads the workload of each kernel
   * @param kernels one per process, at least one
   * @param passes minimum passes per kernel, at least 1
   * @param meter observes progress
   * @return as for {@link #passNanos}
   */
  public static Optional<double[]> measure(
      SharedGpu shared,
      Function<HostKernel, Workload> workloads,
      List<HostKernel> kernels,
      int passes,
      Meter meter) {
    CycleDevice device = new CycleDevice(shared, workloads);
    return passNanos(device, kernels, passes, share -> meter.shouldContinue(share, device));
  }

  /**
   * Measures the duration of a pass of each kernel, from launch to relaunch, in nanoseconds.
   *
   * @param device idle
   * @param kernels one per process, at least one
   * @param passes minimum passes per kernel, at least 1
   * @param shouldContinue called at intervals with the completed share, 0 to 1; returns false to
   *     end the measurement early
   * @return the mean per kernel, in order; empty if the measurement was ended early
   */
  static Optional<double[]> passNanos(
      GpuDevice device, List<HostKernel> kernels, int passes, DoublePredicate shouldContinue) {
    int[] ended = new int[kernels.size()];
    long[] lastEnd = new long[kernels.size()];
    for (int process = 0; process < kernels.size(); process++) {
      device.launch(0, process, kernels.get(process));
    }
    int least = 0;
    while (least < passes) {
      long now = device.nextWork();
      if (now == EventQueue.NEVER) {
        throw new IllegalStateException("the device is idle with " + kernels);
      }
      for (int process; (process = device.takeEnded(now)) >= 0; ) {
        ended[process]++;
        lastEnd[process] = now;
        device.launch(now, process, kernels.get(process));
        least = Arrays.stream(ended).min().orElseThrow();
      }
      if (!shouldContinue.test((double) least / passes)) {
        return Optional.empty();
      }
    }
    double[] nanos = new double[ended.length];
    Arrays.setAll(nanos, process -> (double) lastEnd[process] / ended[process]);
    return Optional.of(nanos);
  }
}
