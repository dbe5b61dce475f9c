package org.polyphony.host;

import java.util.List;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.device.GpuDevice;
import org.polyphony.host.time.EventQueue;

/** The devices of the machine, with an event for each. */
final class DeviceBank {
  private final List<GpuDevice> devices;
  private final HostObserver observer;
  private final EventQueue queue;
  private final int firstEvent;

  DeviceBank(List<GpuDevice> devices, HostObserver observer, EventQueue queue, int firstEvent) {
    this.devices = devices;
    this.observer = observer;
    this.queue = queue;
    this.firstEvent = firstEvent;
  }

  void launch(long now, int device, int job, HostKernel kernel) {
    devices.get(device).launch(now, job, kernel);
    changed(now, device);
  }

  /** Ends the kernel that a job has on a device, if there is one. */
  void abort(long now, int device, int job) {
    devices.get(device).abort(now, job);
    changed(now, device);
  }

  /** Returns a job whose kernel has ended, {@link EventQueue#NONE} if none. */
  int takeEnded(long now, int device) {
    int job = devices.get(device).takeEnded(now);
    changed(now, device);
    return job;
  }

  private void changed(long now, int device) {
    observer.device(now, device, devices.get(device).kernels() > 0);
    queue.schedule(firstEvent + device, devices.get(device).due());
  }
}
