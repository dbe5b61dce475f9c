package org.polyphony.host;

import java.util.List;
import org.polyphony.host.device.GpuDevice;

/**
 * The machine, its schedulers and its device models; use one instance per run.
 *
 * @param machine the hardware
 * @param jobs the job scheduler
 * @param gpus the GPU scheduler
 * @param devices the performance model of each device of the machine, idle
 */
public record HostSetup(
    HostMachine machine, FifoJobs jobs, GpuScheduler gpus, List<GpuDevice> devices) {
  /**
   * Checks the number of devices.
   *
   * @throws IllegalArgumentException unless there is one per device of the machine
   */
  public HostSetup {
    devices = List.copyOf(devices);
    if (devices.size() != machine.devices()) {
      throw new IllegalArgumentException(
          "devices: " + devices.size() + ", the machine has " + machine.devices());
    }
  }
}
