package org.polyphony.host;

import java.util.List;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.device.GpuDevice;

/** The devices of the machine, with the memory that applications hold on each. */
final class DeviceBank {
  private final HostMachine machine;
  private final List<GpuDevice> devices;
  private final HostObserver observer;
  private final long[] used; // bytes by device

  DeviceBank(HostSetup setup, HostObserver observer) {
    this.machine = setup.machine();
    this.devices = setup.devices();
    this.observer = observer;
    this.used = new long[devices.size()];
  }

  /** Takes memory; returns false and changes nothing when the device has not as much left. */
  boolean allocate(long now, int device, long bytes) {
    if (bytes > machine.gpu(device).memoryBytes() - used[device]) {
      return false;
    }
    used[device] += bytes;
    observer.memory(now, device, used[device]);
    return true;
  }

  void free(long now, int device, long bytes) {
    used[device] -= bytes;
    observer.memory(now, device, used[device]);
  }

  void launch(long now, int device, int job, HostKernel kernel) {
    devices.get(device).launch(now, job, kernel);
    observer.device(now, device, true);
  }

  void abort(long now, int device, int job) {
    devices.get(device).abort(now, job);
    observer.device(now, device, devices.get(device).kernels() > 0);
  }

  int takeEnded(long now, int device) {
    int job = devices.get(device).takeEnded(now);
    observer.device(now, device, devices.get(device).kernels() > 0);
    return job;
  }

  long due(int device) {
    return devices.get(device).due();
  }
}
