package org.polyphony.host;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.host.time.StepSeries;

/**
 * Records the utilization of cores and devices and the use of device memory over time, as
 * fractions.
 *
 * <p>Always for the whole machine ({@link #CPU}, {@link #GPU}, {@link #MEMORY}); for single devices
 * and cores if there are at most {@value #DETAILED_DEVICES} and {@value #DETAILED_CORES}. As in
 * NVML, a device is busy while a kernel runs on it. Source: schedGPU Figures 8, 12, 14 and 15.
 */
public class Utilisation implements HostObserver {
  /** Series: busy fraction of all cores. */
  public static final int CPU = 0;

  /** Series: busy fraction of all devices. */
  public static final int GPU = 1;

  /** Series: fraction of all device memory held by applications. */
  public static final int MEMORY = 2;

  private static final int DETAILED_DEVICES = 16;
  private static final int DETAILED_CORES = 64;

  private final StepSeries series;
  private final List<String> names = new ArrayList<>(List.of("cpu", "gpu", "gpuMemory"));
  private final int cores;
  private final int devices;
  private final long[] memoryBytes; // by device: capacity
  private final long[] usedBytes; // by device
  private final boolean[] busyDevice;
  private final double allMemory;
  private final int firstDevice; // series, -1 if devices are not recorded individually
  private final int firstCore; // series, -1 if cores are not recorded individually
  private double used;

  /**
   * Creates a record that starts at time 0 with everything idle.
   *
   * @param machine to record
   * @param windowNanos initial averaging window
   */
  public Utilisation(HostMachine machine, long windowNanos) {
    this.cores = machine.firstCore(machine.nodes());
    this.devices = machine.devices();
    this.memoryBytes = new long[devices];
    this.usedBytes = new long[devices];
    this.busyDevice = new boolean[devices];
    double all = 0;
    for (int device = 0; device < devices; device++) {
      memoryBytes[device] = machine.gpu(device).memoryBytes();
      all += memoryBytes[device];
    }
    this.allMemory = all;
    this.firstDevice = devices <= DETAILED_DEVICES ? names.size() : -1;
    for (int device = 0; firstDevice >= 0 && device < devices; device++) {
      names.add("gpu" + device);
      names.add("gpuMemory" + device);
    }
    this.firstCore = cores <= DETAILED_CORES ? names.size() : -1;
    for (int core = 0; firstCore >= 0 && core < cores; core++) {
      names.add("core" + core);
    }
    this.series = new StepSeries(names.size(), windowNanos);
  }

  @Override
  public void core(long now, int core, boolean busy) {
    series.add(CPU, now, (busy ? 1.0 : -1.0) / cores);
    if (firstCore >= 0) {
      series.set(firstCore + core, now, busy ? 1 : 0);
    }
  }

  @Override
  public void device(long now, int device, boolean busy) {
    if (busyDevice[device] == busy) {
      return;
    }
    busyDevice[device] = busy;
    series.add(GPU, now, (busy ? 1.0 : -1.0) / devices);
    if (firstDevice >= 0) {
      series.set(firstDevice + 2 * device, now, busy ? 1 : 0);
    }
  }

  @Override
  public void memory(long now, int device, long bytes) {
    used += bytes - usedBytes[device];
    usedBytes[device] = bytes;
    series.set(MEMORY, now, used / allMemory);
    if (firstDevice >= 0) {
      series.set(firstDevice + 2 * device + 1, now, (double) bytes / memoryBytes[device]);
    }
  }

  public List<String> names() {
    return List.copyOf(names);
  }

  public StepSeries series() {
    return series;
  }
}
