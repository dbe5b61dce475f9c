package org.polyphony.host;

import java.util.List;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.device.GpuDevice;
import org.polyphony.host.time.EventQueue;

/**
 * The shared resources of the machine, with one event each: sockets, then links, then devices.
 * Every change of a resource reschedules its event.
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
   * Creates the resources.
   *
   * @param firstEvent event id of the first resource
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

  /** Aborts all work of a job on its cores, a link or a device (may be {@code NONE}). */
  void abort(long now, int job, int device) {
    cores.abort(now, job);
    links.abort(now, job);
    if (device != NONE) {
      abortKernel(now, job, device);
    }
  }

  void setPriority(int job, int priority) {
    devices.forEach(device -> device.setPriority(job, priority));
  }

  void launch(long now, int job, int device, HostKernel kernel) {
    devices.get(device).launch(now, job, kernel);
    changed(now, device);
  }

  /** Aborts the kernel of a job on a device, if there is one. */
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
    queue.schedule(firstDevice + device, devices.get(device).nextWork());
  }

  /** Returns the device of an event; {@code NONE} for another resource's event. */
  int deviceOf(int event) {
    return event < firstDevice ? NONE : event - firstDevice;
  }

  /**
   * Removes a job whose work on a resource is complete.
   *
   * @param event of the resource
   * @return the job; {@link EventQueue#NONE} if there is none, in which case the event is
   *     rescheduled
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
