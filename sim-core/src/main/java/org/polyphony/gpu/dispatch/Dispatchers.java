package org.polyphony.gpu.dispatch;

import java.util.Arrays;

/**
 * The dispatchers of a device: one for all SMs, or one for each part of a partitioned device, as
 * each instance of MIG has a front end of its own; and the SMs that each process may use at a time.
 */
public final class Dispatchers {
  private final int[] firstSm; // by dispatcher, ascending
  private final int sms;
  private final int[] smLimits; // by process

  /**
   * Creates dispatchers.
   *
   * @param firstSm of each dispatcher, ascending, the first one 0; its SMs end where those of the
   *     next begin
   * @param smLimits by process: the SMs on which it may hold thread blocks at a time, at least 1
   */
  public Dispatchers(int sms, int[] firstSm, int[] smLimits) {
    this.sms = sms;
    this.firstSm = firstSm.clone();
    this.smLimits = smLimits.clone();
  }

  /** Returns one dispatcher for processes without limits. */
  public static Dispatchers one(int sms) {
    int[] limits = new int[KernelControlBlocks.ROWS];
    Arrays.fill(limits, sms);
    return new Dispatchers(sms, new int[] {0}, limits);
  }

  int count() {
    return firstSm.length;
  }

  int firstSm(int dispatcher) {
    return firstSm[dispatcher];
  }

  /** Returns the SM after a dispatcher's last one. */
  int endSm(int dispatcher) {
    return dispatcher + 1 < firstSm.length ? firstSm[dispatcher + 1] : sms;
  }

  /** Returns the limits of SMs by process; not to be changed. */
  int[] smLimits() {
    return smLimits;
  }
}
