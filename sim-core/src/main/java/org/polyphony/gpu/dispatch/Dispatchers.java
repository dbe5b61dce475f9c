package org.polyphony.gpu.dispatch;

import java.util.Arrays;

/**
 * The dispatchers of a device: one for all SMs, or one for each part of a partitioned device, as
 * each instance of MIG has a front end of its own; or one for each process. And the SMs that each
 * process may use at a time.
 */
public final class Dispatchers {
  /** A dispatcher serves all processes. */
  static final int ALL = -1;

  private final int[] firstSm; // by dispatcher, ascending
  private final boolean ofProcesses;
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
    this(sms, firstSm, smLimits, false);
  }

  private Dispatchers(int sms, int[] firstSm, int[] smLimits, boolean ofProcesses) {
    this.sms = sms;
    this.firstSm = firstSm.clone();
    this.smLimits = smLimits.clone();
    this.ofProcesses = ofProcesses;
  }

  /** Returns a dispatcher of all SMs for each process, in place of one for all. */
  public Dispatchers ofEachProcess() {
    return new Dispatchers(sms, new int[smLimits.length], smLimits, true);
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
    return !ofProcesses && dispatcher + 1 < firstSm.length ? firstSm[dispatcher + 1] : sms;
  }

  /** Returns the process that a dispatcher serves, or {@link #ALL}. */
  int process(int dispatcher) {
    return ofProcesses ? dispatcher : ALL;
  }

  /** Returns the limits of SMs by process; not to be changed. */
  int[] smLimits() {
    return smLimits;
  }
}
