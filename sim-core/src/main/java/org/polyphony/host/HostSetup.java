package org.polyphony.host;

import java.util.List;
import org.polyphony.host.device.GpuDevice;

/**
 * What jobs run on and what decides about them; the parts serve one run.
 *
 * @param machine the hardware
 * @param jobs when jobs start
 * @param gpus when they may use device memory
 * @param devices how fast kernels run, one for each device of the machine, idle
 */
public record HostSetup(
    HostMachine machine, FifoJobs jobs, GpuScheduler gpus, List<GpuDevice> devices) {
  /**
   * Keeps its own copy of the list.
   *
   * @throws IllegalArgumentException unless there is one device for each of the machine
   */
  public HostSetup {
    devices = List.copyOf(devices);
    if (devices.size() != machine.devices()) {
      throw new IllegalArgumentException(
          "devices: " + devices.size() + ", the machine has " + machine.devices());
    }
  }
}
