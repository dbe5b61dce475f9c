package org.polyphony.host;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.host.time.StepSeries;

/**
 * Records how busy cores and devices are, and how full device memory is, as fractions over time.
 *
 * <p>Always of the whole machine ({@link #CPU}, {@link #GPU}, {@link #MEMORY}); of each device and
 * core when there are at most {@value #DETAILED_DEVICES} and {@value #DETAILED_CORES}. A device is
 * busy while a kernel runs on it, as NVML counts. Source: schedGPU Figures 8, 12, 14 and 15.
 */
public class Utilisation implements HostObserver {
  /** Series of the busy part of all cores. */
  public static final int CPU = 0;

  /** Series of the busy part of all devices. */
  public static final int GPU = 1;

  /** Series of the part of all device memory that applications hold. */
  public static final int MEMORY = 2;

  private static final int DETAILED_DEVICES = 16;
  private static final int DETAILED_CORES = 64;

  private final StepSeries series;
  private final List<String> names = new ArrayList<>(List.of("cpu", "gpu", "gpuMemory"));
  private final int cores;
  private final int devices;
  private final long[] memoryBytes; // by device: all of it
  private final long[] usedBytes; // by device
  private final boolean[] busyDevice;
  private final double allMemory;
  private final int firstDevice; // series, -1 when devices are not told apart
  private final int firstCore; // series, -1 when cores are not told apart
  private double used;

  /**
   * Makes a record that begins at time 0 with all idle.
   *
   * @param machine what is watched
   * @param windowNanos over which means are taken at first
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
