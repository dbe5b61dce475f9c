package org.polyphony.host.device;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.time.EventQueue;

/**
 * Measures co-running kernels, each relaunched whenever it ends. Means over several passes, because
 * all kernels start together only in the first.
 */
public final class CoRun {
  private CoRun() {}

  /**
   * Results for one kernel.
   *
   * @param passNanos duration of a pass, from launch to relaunch, in nanoseconds; the mean over
   *     completed passes
   * @param residentCycles residency of its thread blocks per pass, in cycles summed over thread
   *     blocks
   */
  public record Each(double passNanos, double residentCycles) {}

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
   * @return results in the order of the kernels; empty if the meter ended the measurement
   */
  public static Optional<List<Each>> measure(
      SharedGpu shared,
      Function<HostKernel, Workload> workloads,
      List<HostKernel> kernels,
      int passes,
      Meter meter) {
    ResidenceMeter residence = new ResidenceMeter(shared.gpu(), shared.processes());
    CycleDevice device = new CycleDevice(shared, workloads, residence);
    double[] resident = new double[kernels.size()];
    int[] ended = new int[kernels.size()];
    return passNanos(
            device,
            kernels,
            passes,
            share -> meter.shouldContinue(share, device),
            process -> { // processes get queues in the order of their first launch
              ended[process]++;
              resident[process] = (double) residence.cycles(process) / ended[process];
            })
        .map(
            nanos ->
                IntStream.range(0, nanos.length)
                    .mapToObj(process -> new Each(nanos[process], resident[process]))
                    .toList());
  }

  /**
   * Measures the launches of a kernel alone on a device.
   *
   * @param shared the GPU, for one process
   * @param workloads the workload of the kernel
   * @param wholeSms whether a place is an SM that processes never share, rather than room for a
   *     thread block
   * @param passes at least 1
   * @param meter observes progress
   * @return the launches of a pass in order, means over passes; empty if the meter ended the
   *     measurement
   */
  public static Optional<List<LaunchTimes>> launches(
      SharedGpu shared,
      Function<HostKernel, Workload> workloads,
      HostKernel kernel,
      boolean wholeSms,
      int passes,
      Meter meter) {
    LaunchProbe probe = new LaunchProbe(shared.gpu(), wholeSms);
    CycleDevice device = new CycleDevice(shared, workloads, probe);
    return passNanos(
            device,
            List.of(kernel),
            passes,
            share -> meter.shouldContinue(share, device),
            process -> {})
        .map(nanos -> probe.means(passes));
  }

  /**
   * Measures the pass duration of each kernel.
   *
   * @param device idle
   * @param kernels one per process, at least one
   * @param passes minimum passes per kernel, at least 1
   * @param shouldContinue called at intervals with the completed share, 0 to 1; returns false to
   *     end the measurement early
   * @return the mean per kernel, in order; empty if the measurement was ended early
   */
  public static Optional<double[]> passNanos(
      GpuDevice device, List<HostKernel> kernels, int passes, DoublePredicate shouldContinue) {
    return passNanos(device, kernels, passes, shouldContinue, process -> {});
  }

  private static Optional<double[]> passNanos(
      GpuDevice device,
      List<HostKernel> kernels,
      int passes,
      DoublePredicate shouldContinue,
      IntConsumer passEnded) {
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
        passEnded.accept(process);
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
