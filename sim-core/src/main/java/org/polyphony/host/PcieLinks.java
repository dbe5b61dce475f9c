package org.polyphony.host;

import java.util.Arrays;
import org.polyphony.host.time.EventQueue;
import org.polyphony.host.time.SharedRate;

/**
 * The PCIe links, with one event per direction. Copies in one direction share a link evenly, each
 * limited by the speed of pageable memory. The latency of a copy is part of its work.
 */
final class PcieLinks {
  private static final int NONE = -1;
  private static final double NANOS_PER_SECOND = 1e9;

  private final HostMachine.Pcie pcie;
  private final SharedRate[] copying; // by 2 * device, +1 from the device; users are jobs
  private final int[] linkOf; // by job: link of its copy
  private final EventQueue queue;
  private final int firstEvent;

  PcieLinks(HostMachine machine, int jobs, EventQueue queue, int firstEvent) {
    this.pcie = machine.pcie();
    this.copying = new SharedRate[2 * machine.devices()];
    this.linkOf = new int[jobs];
    this.queue = queue;
    this.firstEvent = firstEvent;
    Arrays.setAll(copying, link -> new SharedRate());
    Arrays.fill(linkOf, NONE);
  }

  void copy(long now, int job, int device, boolean toDevice, long bytes) {
    int link = 2 * device + (toDevice ? 0 : 1);
    linkOf[job] = link;
    double work =
        pcie.latencyNanos() * pcie.alone() + bytes * NANOS_PER_SECOND / pcie.bytesPerSecond();
    copying[link].add(now, job, work);
    share(now, link);
  }

  /** Aborts the copy of a job, if it has one. */
  void abort(long now, int job) {
    if (linkOf[job] != NONE) {
      copying[linkOf[job]].remove(now, job);
      share(now, linkOf[job]);
    }
  }

  /** Returns a job whose copy has ended; {@link EventQueue#NONE} if there is none. */
  int takeDone(long now, int link) {
    int job = copying[link].takeDone(now);
    share(now, link);
    if (job != EventQueue.NONE) {
      linkOf[job] = NONE;
    }
    return job;
  }

  private void share(long now, int link) {
    copying[link].setRate(now, Math.min(pcie.alone(), 1.0 / Math.max(1, copying[link].count())));
    queue.schedule(firstEvent + link, copying[link].nextWork());
  }
}
