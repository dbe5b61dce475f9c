package org.polyphony.host;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.Occupancy;
import org.polyphony.gpu.ThreadBlockNeed;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Kernel;

/**
 * Measures the launches of a process that has a device to itself: see {@link LaunchTimes}.
 *
 * <p>State: the taken places (thread blocks, or SMs with one), and their sum over cycles since the
 * last thread block got a place; the times of each launch that has ended.
 */
final class LaunchProbe implements PlacementWatch {
  /** Times of a launch, in cycles. */
  private record Cycles(long latency, long dispatch, double drain, long tail) {}

  private final GpuConfig config;
  private final boolean wholeSms;
  private final List<Cycles> launches = new ArrayList<>();
  private final int[] residentOn; // by SM
  private int places; // of the launch
  private int taken;
  private double takenCycles;
  private long lastChange;
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
      double latency = 0;
      double dispatch = 0;
      double drain = 0;
      double tail = 0;
      for (int pass = 0; pass < passes; pass++) {
        Cycles cycles = launches.get(pass * perPass + launch);
        latency += cycles.latency();
        dispatch += cycles.dispatch();
        drain += cycles.drain();
        tail += cycles.tail();
      }
      means.add(
          new LaunchTimes(
              nanos(latency / passes),
              nanos(dispatch / passes),
              nanos(drain / passes),
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
  public void placed(long cycle, int sm, int tbSlot, int kernelRow) {
    firstPlaced = placedAny ? firstPlaced : cycle;
    placedAny = true;
    taken += !wholeSms || residentOn[sm] == 0 ? 1 : 0;
    residentOn[sm]++;
    takenCycles = 0;
    lastChange = cycle;
    lastPlaced = cycle;
  }

  @Override
  public void left(long cycle, int sm, int tbSlot) {
    takenCycles += (double) taken * (cycle - lastChange);
    lastChange = cycle;
    residentOn[sm]--;
    taken -= !wholeSms || residentOn[sm] == 0 ? 1 : 0;
  }

  @Override
  public void kernelEnded(long cycle, int kernelRow) {
    launches.add(
        new Cycles(
            firstPlaced - lastEnd,
            lastPlaced - firstPlaced,
            takenCycles / places,
            cycle - lastPlaced));
    lastEnd = cycle;
  }
}
