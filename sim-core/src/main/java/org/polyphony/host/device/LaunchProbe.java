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
 * Measures the launches of a process that has a device to itself: see {@link LaunchTimes}.
 *
 * <p>State: when places (of thread blocks, or SMs with one) have become empty since the last thread
 * block got its own; the times of each launch that has ended.
 */
final class LaunchProbe implements DeviceListener {
  private static final int LEAVE = 3; // where times of parts begin

  private final GpuConfig config;
  private final boolean wholeSms;
  private final List<double[]> launches = new ArrayList<>(); // cycles: as LaunchTimes, tail third
  private final int[] residentOn; // by SM
  private final List<Long> emptied = new ArrayList<>(); // cycles, in order
  private int places; // of the launch
  private long lastEnd;
  private long firstPlaced;
  private long lastPlaced;
  private boolean placedAny;

  /**
   * Makes a probe of an idle device.
   *
   * @param config the device
   * @param wholeSms whether a place is an SM, where thread blocks of different processes never
   *     share one, rather than room for a thread block
   */
  LaunchProbe(GpuConfig config, boolean wholeSms) {
    this.config = config;
    this.wholeSms = wholeSms;
    this.residentOn = new int[config.sms()];
  }

  /**
   * Returns the launches of a pass in order, means over the passes that were made.
   *
   * @param passes at least 1
   */
  List<LaunchTimes> means(int passes) {
    int perPass = launches.size() / passes;
    List<LaunchTimes> means = new ArrayList<>();
    for (int launch = 0; launch < perPass; launch++) {
      double[] sums = new double[LEAVE + LaunchTimes.PARTS];
      for (int pass = 0; pass < passes; pass++) {
        double[] cycles = launches.get(pass * perPass + launch);
        Arrays.setAll(sums, i -> sums[i] + cycles[i]);
      }
      List<Long> nanos = Arrays.stream(sums).mapToObj(sum -> nanos(sum / passes)).toList();
      means.add(
          new LaunchTimes(
              nanos.get(0), nanos.get(1), nanos.subList(LEAVE, nanos.size()), nanos.get(2)));
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
      long cycle, int sm, int tbSlot, int kernelRow, long threadBlock, boolean isBack) {
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
    double[] cycles = new double[LEAVE + LaunchTimes.PARTS];
    cycles[0] = firstPlaced - lastEnd;
    cycles[1] = lastPlaced - firstPlaced;
    cycles[2] = cycle - lastPlaced;
    addLeave(cycles);
    launches.add(cycles);
    lastEnd = cycle;
  }

  /** Adds the mean time, for each part of the places, until they are empty. */
  private void addLeave(double[] cycles) {
    double width = (double) LaunchTimes.PARTS / places; // of a place, in parts
    int neverTaken = Math.max(0, places - emptied.size());
    for (int i = 0; i < emptied.size(); i++) {
      double from = (neverTaken + i) * width;
      double to = Math.min(LaunchTimes.PARTS, from + width);
      for (int part = (int) from; part < to; part++) {
        double share = Math.min(to, part + 1) - Math.max(from, part);
        cycles[LEAVE + part] += share * (emptied.get(i) - lastPlaced);
      }
    }
  }
}
