package org.polyphony.gpu.dispatch;

import java.util.Arrays;

/**
 * What a partition policy asks of the thread-block scheduler: how many thread blocks of each kernel
 * each SM should hold.
 *
 * <p>State per SM and kernel row: the quota; per row: a rank; per SM: whether it is exclusive. All
 * quotas are 0 at first. The scheduler reaches a higher quota by launching, a lower one by
 * preempting.
 */
public final class Quotas {
  /** As many as fit. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private final int sms;
  private final int[] quota;
  private final int[] rank = new int[KernelControlBlocks.ROWS];
  private final boolean[] exclusive;

  public Quotas(int sms) {
    this.sms = sms;
    quota = new int[sms * KernelControlBlocks.ROWS];
    exclusive = new boolean[sms];
  }

  public int sms() {
    return sms;
  }

  /** Sets all quotas and ranks to 0 and no SM exclusive. */
  public void clear() {
    Arrays.fill(quota, 0);
    Arrays.fill(rank, 0);
    Arrays.fill(exclusive, false);
  }

  /**
   * Sets how many thread blocks of a kernel an SM should hold.
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
   * Sets which kernels come first when more than one may launch: lower rank first. Among equal
   * ranks the kernel that is furthest below its quota comes first.
   */
  public void setRank(int kernelRow, int ofKernel) {
    rank[at(0, kernelRow)] = ofKernel;
  }

  /** Sets whether an SM never holds thread blocks of two kernels at once. */
  public void setExclusive(int sm, boolean isExclusive) {
    exclusive[sm] = isExclusive;
  }

  /** Sets every SM exclusive: sharing is spatial or in time only. */
  public void setAllExclusive() {
    Arrays.fill(exclusive, true);
  }

  public int get(int sm, int kernelRow) {
    return quota[at(sm, kernelRow)];
  }

  public int rank(int kernelRow) {
    return rank[kernelRow];
  }

  /** Returns whether an SM never holds thread blocks of two kernels at once. */
  public boolean isExclusive(int sm) {
    return exclusive[sm];
  }

  private int at(int sm, int kernelRow) {
    if (sm < 0 || sm >= sms) {
      throw new IllegalArgumentException("no such SM, there are " + sms + ": " + sm);
    }
    if (kernelRow < 0 || kernelRow >= KernelControlBlocks.ROWS) {
      throw new IllegalArgumentException("no such kernel row: " + kernelRow);
    }
    return sm * KernelControlBlocks.ROWS + kernelRow;
  }
}
