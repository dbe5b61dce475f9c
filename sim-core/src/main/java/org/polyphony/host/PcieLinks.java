package org.polyphony.host;

import java.util.Arrays;
import org.polyphony.host.time.EventQueue;
import org.polyphony.host.time.SharedRate;

/**
 * The PCIe links: two directions for each device, each of which its copies share evenly, none
 * faster than pageable memory allows. The latency of a copy is part of its work.
 */
final class PcieLinks {
  private static final double NANOS_PER_SECOND = 1e9;

  private final HostMachine.Pcie pcie;
  private final SharedRate[] copying; // by 2 * device, +1 from the device: users are jobs

  PcieLinks(HostMachine machine) {
    this.pcie = machine.pcie();
    this.copying = new SharedRate[2 * machine.devices()];
    Arrays.setAll(copying, link -> new SharedRate());
  }

  int links() {
    return copying.length;
  }

  static int link(int device, boolean toDevice) {
    return 2 * device + (toDevice ? 0 : 1);
  }

  long due(int link) {
    return copying[link].due();
  }

  void copy(long now, int job, int link, long bytes) {
    double work =
        pcie.latencyNanos() * pcie.alone() + bytes * NANOS_PER_SECOND / pcie.bytesPerSecond();
    copying[link].add(now, job, work);
    share(now, link);
  }

  void abort(long now, int job, int link) {
    copying[link].remove(now, job);
    share(now, link);
  }

  /** Returns a job whose copy has ended, {@link EventQueue#NONE} if none. */
  int takeDone(long now, int link) {
    int job = copying[link].takeDone(now);
    share(now, link);
    return job;
  }

  private void share(long now, int link) {
    copying[link].setRate(now, Math.min(pcie.alone(), 1.0 / Math.max(1, copying[link].count())));
  }
}
