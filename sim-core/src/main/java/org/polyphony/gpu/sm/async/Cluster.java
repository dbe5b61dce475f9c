package org.polyphony.gpu.sm.async;

/**
 * The places of a cluster's thread blocks, by rank. All are placed in the same cycle, before any of
 * them runs.
 */
public final class Cluster {
  private final int process;
  private final int[] sms;
  private final int[] slots;
  private final int[] launches;
  private int placed;
  private int drawn = 1; // tiles, the first at the launch

  public Cluster(int process, int size) {
    this.process = process;
    sms = new int[size];
    slots = new int[size];
    launches = new int[size];
  }

  /**
   * Places the thread block of the next rank.
   *
   * @param launch number of the thread block among those of its slot
   */
  int place(int sm, int slot, int launch) {
    sms[placed] = sm;
    slots[placed] = slot;
    launches[placed] = launch;
    return placed++;
  }

  /** Draws the tile of a trip; returns whether no other thread block has drawn it before. */
  boolean draws(int trip) {
    if (trip < drawn) {
      return false;
    }
    drawn++;
    return true;
  }

  /** Returns the process that launched its kernel. */
  int process() {
    return process;
  }

  int size() {
    return sms.length;
  }

  int sm(int rank) {
    return sms[rank];
  }

  int slot(int rank) {
    return slots[rank];
  }

  int launch(int rank) {
    return launches[rank];
  }
}
