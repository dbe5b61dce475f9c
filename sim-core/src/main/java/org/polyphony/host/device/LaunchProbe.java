package org.polyphony.host.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.polyphony.gpu.DeviceListener;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.kernel.Kernel;

/**
 * Measures the launches of a process alone on a device; see {@link LaunchTimes}.
 *
 * <p>State: when places (for thread blocks, or SMs) became empty after the last thread block was
 * placed; the times of each ended launch.
 */
final class LaunchProbe implements DeviceListener {
  /** Times of a launch, in cycles. */
  private record Cycles(long latency, long dispatch, List<Double> leave, long tail) {}

  private final GpuConfig config;
  private final boolean wholeSms;
  private final List<Cycles> launches = new ArrayList<>();
  private final int[] residentOn; // by SM
  private final List<Long> emptied = new ArrayList<>(); // cycles, ascending
  private int places; // of the current launch
  private long lastEnd;
  private long firstPlaced;
  private long lastPlaced;
  private boolean placedAny;

  /**
   * Creates a probe of an idle device.
   *
   * @param config the device
   * @param wholeSms whether a place is an SM that processes never share, rather than room for a
   *     thread block
   */
  LaunchProbe(GpuConfig config, boolean wholeSms) {
    this.config = config;
    this.wholeSms = wholeSms;
    this.residentOn = new int[config.sms()];
  }

  /**
   * Returns the launches of a pass in order, means over completed passes.
   *
   * @param passes at least 1
   */
  List<LaunchTimes> means(int passes) {
    int perPass = launches.size() / passes;
    List<LaunchTimes> means = new ArrayList<>();
    for (int launch = 0; launch < perPass; launch++) {
      double latency = 0;
      double dispatch = 0;
      double[] leave = new double[LaunchTimes.PARTS];
      double tail = 0;
      for (int pass = 0; pass < passes; pass++) {
        Cycles cycles = launches.get(pass * perPass + launch);
        latency += cycles.latency();
        dispatch += cycles.dispatch();
        tail += cycles.tail();
        Arrays.setAll(leave, part -> leave[part] + cycles.leave().get(part));
      }
      means.add(
          new LaunchTimes(
              nanos(latency / passes),
              nanos(dispatch / passes),
              Arrays.stream(leave).mapToObj(sum -> nanos(sum / passes)).toList(),
              nanos(tail / passes)));
    }
    return means;
  }

  private long nanos(double cycles) {
    return Math.round(cycles * 1e6 / config.coreKhz());
  }

  @Override
  public void kernelStarted(long cycle, int kernelRow, int queue, Kernel kernel) {
    int perSm = Occupancy.of(config.sm(), ThreadBlockNeed.of(config.sm(), kernel)).threadBlocks();
    places = config.sms() * (wholeSms ? 1 : perSm);
    placedAny = false;
  }

  @Override
  public void placed(
      long cycle, int sm, int tbSlot, int kernelRow, long threadBlock, boolean isResumed) {
    firstPlaced = placedAny ? firstPlaced : cycle;
    placedAny = true;
    residentOn[sm]++;
    emptied.clear();
    lastPlaced = cycle;
  }

  @Override
  public void left(long cycle, int sm, int tbSlot, boolean dropped) {
    residentOn[sm]--;
    if (!wholeSms || residentOn[sm] == 0) {
      emptied.add(cycle);
    }
  }

  @Override
  public void kernelEnded(long cycle, int kernelRow) {
    launches.add(
        new Cycles(firstPlaced - lastEnd, lastPlaced - firstPlaced, leave(), cycle - lastPlaced));
    lastEnd = cycle;
  }

  /** Returns the mean emptying time of each part of the places. */
  private List<Double> leave() {
    double[] leave = new double[LaunchTimes.PARTS];
    double width = (double) LaunchTimes.PARTS / places; // of a place, in parts
    int neverTaken = Math.max(0, places - emptied.size());
    for (int i = 0; i < emptied.size(); i++) {
      double from = (neverTaken + i) * width;
      double to = Math.min(LaunchTimes.PARTS, from + width);
      for (int part = (int) from; part < to; part++) {
        double share = Math.min(to, part + 1) - Math.max(from, part);
        leave[part] += share * (emptied.get(i) - lastPlaced);
      }
    }
    return Arrays.stream(leave).boxed().toList();
  }
}
