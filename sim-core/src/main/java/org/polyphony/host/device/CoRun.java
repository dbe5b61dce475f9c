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
 * Kernels that run together, each launched again whenever it ends: what that makes of the speed of
 * each. Measured over several passes, since all begin at the same time only once.
 */
public final class CoRun {
  private CoRun() {}

  /**
   * What becomes of a kernel.
   *
   * @param passNanos time of a pass, from one launch to the next, in nanoseconds; the mean over the
   *     passes that ended
   * @param residentCycles of a pass: for how long its thread blocks were on the device, summed over
   *     thread blocks
   */
  public record Each(double passNanos, double residentCycles) {}

  /** Hears how far a measurement of the cycle-level device is. */
  @FunctionalInterface
  public interface Meter {
    /**
     * Called now and then.
     *
     * @param doneShare 0 to 1
     * @param device that runs
     * @return false to end the measurement early
     */
    boolean goOn(double doneShare, CycleDevice device);
  }

  /**
   * Measures on a device that runs cycle by cycle.
   *
   * @param shared the GPU and how processes share it
   * @param workloads what each kernel runs
   * @param kernels one for each process, at least one
   * @param passes that each kernel makes at least, at least 1
   * @param meter hears how far it is
   * @return in the order of the kernels; empty when the meter ended it
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
            share -> meter.goOn(share, device),
            process -> { // processes have queues in the order of their first launch
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
   * Measures the launches of a kernel that has a device to itself.
   *
   * @param shared the GPU, for one process
   * @param workloads what the kernel runs
   * @param wholeSms whether a place is an SM, where thread blocks of different processes never
   *     share one, rather than room for a thread block
   * @param passes at least 1
   * @param meter hears how far it is
   * @return the launches of a pass in order, means over passes; empty when the meter ended it
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
            device, List.of(kernel), passes, share -> meter.goOn(share, device), process -> {})
        .map(nanos -> probe.means(passes));
  }

  /**
   * Measures the time of a pass of each kernel.
   *
   * @param device an idle one
   * @param kernels one for each process, at least one
   * @param passes that each kernel makes at least, at least 1
   * @param goOn hears now and then how far it is, 0 to 1; false ends the measurement early
   * @return the mean of each kernel, in their order; empty when it was ended
   */
  public static Optional<double[]> passNanos(
      GpuDevice device, List<HostKernel> kernels, int passes, DoublePredicate goOn) {
    return passNanos(device, kernels, passes, goOn, process -> {});
  }

  private static Optional<double[]> passNanos(
      GpuDevice device,
      List<HostKernel> kernels,
      int passes,
      DoublePredicate goOn,
      IntConsumer passEnded) {
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
        passEnded.accept(process);
        device.launch(now, process, kernels.get(process));
        least = Arrays.stream(ended).min().orElseThrow();
      }
      if (!goOn.test((double) least / passes)) {
        return Optional.empty();
      }
    }
    double[] nanos = new double[ended.length];
    Arrays.setAll(nanos, process -> (double) lastEnd[process] / ended[process]);
    return Optional.of(nanos);
  }
}
