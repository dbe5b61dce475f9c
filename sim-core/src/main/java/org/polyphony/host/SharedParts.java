package org.polyphony.host;

import java.util.List;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.device.GpuDevice;
import org.polyphony.host.time.EventQueue;

/**
 * What jobs share on the machine, with an event for each part: sockets, then links, then devices.
 * Whatever changes a part sets its event anew.
 */
final class SharedParts {
  private static final int NONE = -1;

  final CpuCores cores;
  final PcieLinks links;
  final HeldMemory memory;

  private final List<GpuDevice> devices;
  private final HostObserver observer;
  private final EventQueue queue;
  private final int firstSocket; // event ids
  private final int firstLink;
  private final int firstDevice;

  /**
   * Makes the parts.
   *
   * @param firstEvent id of the first part's event
   */
  SharedParts(HostSetup setup, int jobs, HostObserver observer, EventQueue queue, int firstEvent) {
    HostMachine machine = setup.machine();
    this.firstSocket = firstEvent;
    this.cores = new CpuCores(machine, jobs, observer, queue, firstSocket);
    this.firstLink = firstSocket + machine.firstSocket(machine.nodes());
    this.links = new PcieLinks(machine, jobs, queue, firstLink);
    this.firstDevice = firstLink + 2 * machine.devices();
    this.devices = setup.devices();
    this.observer = observer;
    this.queue = queue;
    this.memory = new HeldMemory(machine, observer);
  }

  static int events(HostMachine machine) {
    return machine.firstSocket(machine.nodes()) + 3 * machine.devices();
  }

  /** Ends whatever a job has under way, on its core, a link or a device (or {@code NONE}). */
  void abort(long now, int job, int device) {
    cores.abort(now, job);
    links.abort(now, job);
    if (device != NONE) {
      abortKernel(now, job, device);
    }
  }

  void launch(long now, int job, int device, HostKernel kernel) {
    devices.get(device).launch(now, job, kernel);
    changed(now, device);
  }

  /** Ends the kernel that a job has on a device, if there is one. */
  void abortKernel(long now, int job, int device) {
    devices.get(device).abort(now, job);
    changed(now, device);
  }

  private int takeEnded(long now, int device) {
    int job = devices.get(device).takeEnded(now);
    changed(now, device);
    return job;
  }

  private void changed(long now, int device) {
    observer.device(now, device, devices.get(device).kernels() > 0);
    queue.schedule(firstDevice + device, devices.get(device).due());
  }

  /** Returns the device of an event, {@code NONE} for that of another part. */
  int deviceOf(int event) {
    return event < firstDevice ? NONE : event - firstDevice;
  }

  /**
   * Takes a job out that is done with a part.
   *
   * @param event the part's event
   * @return the job, {@link EventQueue#NONE} when no other is done; the event is then set anew
   */
  int takeDone(long now, int event) {
    if (event < firstLink) {
      return cores.takeDone(now, event - firstSocket);
    }
    return event < firstDevice
        ? links.takeDone(now, event - firstLink)
        : takeEnded(now, event - firstDevice);
  }
}
