package org.polyphony.gpu.dispatch;

import java.util.Arrays;

/**
 * The thread blocks of each kernel that each SM should hold, as set by a partition policy.
 *
 * <p>State per SM and kernel row: the quota; per row: a rank; per SM: whether it is exclusive.
 * Initially all quotas are 0. The scheduler reaches a higher quota by launching, a lower one by
 * preempting.
 */
public final class Quotas {
  /** As many as fit. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private final int first; // SM 0 on the whole device
  private final int sms;
  private final int[] quota; // of the whole device, as the two below
  private final int[] rank;
  private final boolean[] exclusive;
  private final long[] patience; // by SM
  private int ranked; // bit r: row r has a rank set here

  public Quotas(int sms) {
    this.first = 0;
    this.sms = sms;
    quota = new int[sms * KernelControlBlocks.ROWS];
    rank = new int[KernelControlBlocks.ROWS];
    exclusive = new boolean[sms];
    patience = new long[sms];
  }

  private Quotas(Quotas whole, int first, int sms) {
    this.first = first;
    this.sms = sms;
    quota = whole.quota;
    rank = whole.rank;
    exclusive = whole.exclusive;
    patience = whole.patience;
  }

  /**
   * Returns the quotas of some SMs, which count from 0 there; what is set there is set here.
   *
   * @param firstSm the first of them
   * @param count how many there are
   */
  public Quotas part(int firstSm, int count) {
    return new Quotas(this, first + firstSm, count);
  }

  public int sms() {
    return sms;
  }

  /** Resets all quotas and ranks to 0 and all SMs to not exclusive. */
  public void clear() {
    int from = first * KernelControlBlocks.ROWS;
    Arrays.fill(quota, from, from + sms * KernelControlBlocks.ROWS, 0);
    Arrays.fill(exclusive, first, first + sms, false);
    Arrays.fill(patience, first, first + sms, 0);
    for (; ranked != 0; ranked &= ranked - 1) {
      rank[Integer.numberOfTrailingZeros(ranked)] = 0;
    }
  }

  /**
   * Sets the quota of a kernel on an SM.
   *
   * @param threadBlocks at least 0, or {@link #UNLIMITED}
   * @throws IllegalArgumentException if a value is out of range
   */
  public void set(int sm, int kernelRow, int threadBlocks) {
    if (threadBlocks < 0) {
      throw new IllegalArgumentException("a quota is below 0: " + threadBlocks);
    }
    quota[at(sm, kernelRow)] = threadBlocks;
  }

  public void setOnAll(int kernelRow, int threadBlocks) {
    for (int sm = 0; sm < sms; sm++) {
      set(sm, kernelRow, threadBlocks);
    }
  }

  /**
   * Sets the rank of a kernel. Where several kernels could launch a thread block, the one with the
   * lowest rank does; among equal ranks, the one furthest below its quota.
   *
   * @param launchRank any number, 0 for a kernel whose rank was never set; lower launches first
   */
  public void setRank(int kernelRow, int launchRank) {
    ranked |= 1 << requireRow(kernelRow);
    rank[kernelRow] = launchRank;
  }

  /**
   * Sets how long thread blocks above their quota on an SM may take to end by themselves. Those
   * that need longer, as far as is known, are preempted as the preemption technique chooses.
   *
   * @param cycles at least 0
   */
  public void setPatience(int sm, long cycles) {
    patience[first + sm] = cycles;
  }

  /** Returns how many cycles thread blocks above their quota on an SM may take to end. */
  public long patience(int sm) {
    return patience[first + sm];
  }

  /** Makes every SM exclusive: the processes share the device in space or time only. */
  public void setAllExclusive() {
    Arrays.fill(exclusive, first, first + sms, true);
  }

  public int get(int sm, int kernelRow) {
    return quota[at(sm, kernelRow)];
  }

  public int rank(int kernelRow) {
    return rank[kernelRow];
  }

  /** Returns whether an SM holds thread blocks of at most one process at a time. */
  public boolean isExclusive(int sm) {
    return exclusive[first + sm];
  }

  private int at(int sm, int kernelRow) {
    if (sm < 0 || sm >= sms) {
      throw new IllegalArgumentException("no such SM, there are " + sms + ": " + sm);
    }
    return (first + sm) * KernelControlBlocks.ROWS + requireRow(kernelRow);
  }

  private static int requireRow(int kernelRow) {
    if (kernelRow < 0 || kernelRow >= KernelControlBlocks.ROWS) {
      throw new IllegalArgumentException("no such kernel row: " + kernelRow);
    }
    return kernelRow;
  }
}
