package org.polyphony.host;

import java.util.Arrays;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.time.EventQueue;

/**
 * What jobs share on the machine, with an event for each part: sockets, then links, then devices.
 * Whatever changes a part sets its event anew.
 */
final class SharedParts {
  private static final int NONE = -1;

  private final EventQueue queue;
  private final CpuCores cores;
  private final PcieLinks links;
  private final DeviceBank devices;
  private final HeldMemory memory;
  private final HostMachine machine;
  private final int firstSocket; // event ids
  private final int firstLink;
  private final int firstDevice;
  private final int[] linkOf; // by job: of its copy

  /**
   * Makes the parts.
   *
   * @param firstEvent id of the first part's event
   */
  SharedParts(HostSetup setup, int jobs, HostObserver observer, EventQueue queue, int firstEvent) {
    this.machine = setup.machine();
    this.queue = queue;
    this.cores = new CpuCores(machine, jobs, observer);
    this.links = new PcieLinks(machine);
    this.devices = new DeviceBank(setup, observer);
    this.memory = new HeldMemory(devices, machine, jobs);
    this.firstSocket = firstEvent;
    this.firstLink = firstSocket + cores.sockets();
    this.firstDevice = firstLink + links.links();
    this.linkOf = new int[jobs];
    Arrays.fill(linkOf, NONE);
  }

  /** Returns the events that the parts of a machine have. */
  static int events(HostMachine machine) {
    return machine.firstSocket(machine.nodes()) + 3 * machine.devices();
  }

  HeldMemory memory() {
    return memory;
  }

  void takeCores(int job, int node, int count) {
    cores.take(job, node, count);
  }

  void releaseCores(long now, int job, int node) {
    cores.release(now, job, node);
    socketsChanged(node);
  }

  void setBusy(long now, int job, int node, boolean busy) {
    cores.setBusy(now, job, node, busy);
    socketsChanged(node);
  }

  void compute(long now, int job, long nanos) {
    cores.compute(now, job, nanos);
    socketChanged(cores.socketOf(job));
  }

  void copy(long now, int job, int device, boolean toDevice, long bytes) {
    int link = PcieLinks.link(device, toDevice);
    linkOf[job] = link;
    links.copy(now, job, link, bytes);
    linkChanged(link);
  }

  void launch(long now, int device, int job, HostKernel kernel) {
    devices.launch(now, device, job, kernel);
    deviceChanged(device);
  }

  /** Ends whatever a job has under way, on its core, a link or a device (or {@code NONE}). */
  void abort(long now, int job, int device) {
    cores.abort(now, job);
    socketChanged(cores.socketOf(job));
    if (linkOf[job] != NONE) {
      links.abort(now, job, linkOf[job]);
      linkChanged(linkOf[job]);
    }
    if (device != NONE) {
      abortKernel(now, device, job);
    }
  }

  /** Ends the kernel that a job has on a device, if there is one. */
  void abortKernel(long now, int device, int job) {
    devices.abort(now, device, job);
    deviceChanged(device);
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
    int job;
    if (event < firstLink) {
      job = cores.takeDone(now, event - firstSocket);
      socketChanged(event - firstSocket);
    } else if (event < firstDevice) {
      job = links.takeDone(now, event - firstLink);
      linkChanged(event - firstLink);
      if (job != NONE) {
        linkOf[job] = NONE;
      }
    } else {
      job = devices.takeEnded(now, event - firstDevice);
      deviceChanged(event - firstDevice);
    }
    return job;
  }

  private void socketsChanged(int node) {
    for (int s = machine.firstSocket(node); s < machine.firstSocket(node + 1); s++) {
      socketChanged(s);
    }
  }

  private void socketChanged(int socket) {
    queue.schedule(firstSocket + socket, cores.due(socket));
  }

  private void linkChanged(int link) {
    queue.schedule(firstLink + link, links.due(link));
  }

  private void deviceChanged(int device) {
    queue.schedule(firstDevice + device, devices.due(device));
  }
}
