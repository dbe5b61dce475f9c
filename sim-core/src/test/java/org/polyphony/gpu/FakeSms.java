package org.polyphony.gpu;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.dispatch.DeviceControl;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.KernelListener;
import org.polyphony.gpu.dispatch.ThreadBlockPort;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.sm.issue.ProgressCounters;
import org.polyphony.gpu.sm.issue.StallCause;

/**
 * SMs that keep time and nothing else: a thread block of a {@link TestKernel} ends after the
 * kernel's cycles and issues one full warp instruction in each; a dropped one ends after 3 cycles;
 * the context of a suspended one takes 5 cycles to come back.
 */
public final class FakeSms implements ThreadBlockPort, KernelListener, ProgressCounters {
  /** Cycles from a drop to its end. */
  public static final int DROP_CYCLES = 3;

  /** Cycles that a context takes to come back. */
  public static final int RESTORE_CYCLES = 5;

  private static final int SLOTS = 32;
  private final int sms;
  private final TestKernel[] kernels = new TestKernel[KernelControlBlocks.ROWS];
  private final int[] processes = new int[KernelControlBlocks.ROWS];
  private final int[] row;
  private final long[] launched;
  private final long[] ends;
  private final boolean[] taken;
  private final boolean[] dropped;
  private final long[] block;
  private final long[] restored;
  private final Map<String, Long> suspended = new HashMap<>(); // cycles left, by row and block
  private final long[] issuedByKernel = new long[KernelControlBlocks.ROWS];
  private final long[] issued = new long[KernelControlBlocks.ROWS];
  private final long[] issuedOn;
  private final long[] lost = new long[KernelControlBlocks.ROWS]; // of issued, dropped
  private final List<String> log = new ArrayList<>();
  private long cycle;

  public FakeSms(int sms) {
    this.sms = sms;
    row = new int[sms * SLOTS];
    launched = new long[sms * SLOTS];
    ends = new long[sms * SLOTS];
    taken = new boolean[sms * SLOTS];
    dropped = new boolean[sms * SLOTS];
    issuedOn = new long[sms * KernelControlBlocks.ROWS];
    block = new long[sms * SLOTS];
    restored = new long[sms * SLOTS];
  }

  /**
   * Runs until the control is done.
   *
   * @return the last cycle
   * @throws IllegalStateException if it is not done in the cycle given
   */
  public long run(DeviceControl control, long lastCycle) {
    long due = cycle;
    while (cycle <= lastCycle) {
      boolean ended = endThreadBlocks(control);
      if (ended || due <= cycle) {
        due = control.tick(cycle);
      }
      if (control.isDone()) {
        return cycle;
      }
      cycle++;
      issue();
    }
    throw new IllegalStateException("not done in cycle " + lastCycle);
  }

  private boolean endThreadBlocks(DeviceControl control) {
    boolean any = false;
    for (int at = 0; at < taken.length; at++) {
      if (taken[at] && ends[at] <= cycle) {
        taken[at] = false;
        any = true;
        control.threadBlockEnded(cycle, at / SLOTS, at % SLOTS, dropped[at]);
      }
    }
    return any;
  }

  private void issue() {
    for (int at = 0; at < taken.length; at++) {
      if (taken[at] && !dropped[at]) {
        issued[processes[row[at]]]++;
        issuedByKernel[row[at]]++;
        issuedOn[at / SLOTS * KernelControlBlocks.ROWS + row[at]]++;
      }
    }
  }

  /** Returns the kernel events, as {@code "0:start A"}, {@code "9:end A"} and {@code "0:copy"}. */
  public String log() {
    return String.join(" ", log);
  }

  @Override
  public void launch(long now, int sm, int slot, int kernel, long threadBlock) {
    int at = sm * SLOTS + slot;
    if (taken[at] || sm >= sms || threadBlock >= kernels[kernel].threadBlocks()) {
      throw new IllegalStateException("slot taken or no such thread block: " + threadBlock);
    }
    taken[at] = true;
    dropped[at] = false;
    row[at] = kernel;
    block[at] = threadBlock;
    restored[at] = 0;
    launched[at] = now;
    ends[at] = now + kernels[kernel].cycles();
  }

  @Override
  public void prefer(long now, int sm, int slot, boolean first) {}

  @Override
  public void suspend(long now, int sm, int slot, boolean movesContext) {
    int at = sm * SLOTS + slot;
    suspended.put(row[at] + "/" + block[at], ends[at] - now);
    dropped[at] = true;
    ends[at] = now + (movesContext ? DROP_CYCLES : 1);
  }

  @Override
  public void resume(
      long now, int sm, int slot, int kernel, long threadBlock, boolean movesContext) {
    launch(now, sm, slot, kernel, threadBlock);
    long left = suspended.remove(kernel + "/" + threadBlock);
    restored[sm * SLOTS + slot] = movesContext ? RESTORE_CYCLES : 0;
    ends[sm * SLOTS + slot] = now + left + restored[sm * SLOTS + slot];
  }

  @Override
  public boolean mayRunAgain(int sm, int slot) {
    return (sm + slot) % 3 != 0;
  }

  @Override
  public void drop(long now, int sm, int slot) {
    int at = sm * SLOTS + slot;
    lost[processes[row[at]]] += issuedBy(sm, slot);
    issuedByKernel[row[at]] -= issuedBy(sm, slot);
    dropped[at] = true;
    ends[at] = now + DROP_CYCLES;
  }

  @Override
  public long issuedBy(int sm, int slot) {
    return cycle - launched[sm * SLOTS + slot];
  }

  @Override
  public long restoreCycles(int sm, int slot) {
    return restored[sm * SLOTS + slot];
  }

  @Override
  public void kernelStarted(long now, int kernelRow, int process, Kernel kernel) {
    if (kernels[kernelRow] != null) {
      throw new IllegalStateException("row taken: " + kernelRow);
    }
    kernels[kernelRow] = (TestKernel) kernel;
    processes[kernelRow] = process;
    issuedByKernel[kernelRow] = 0;
    log.add(now + ":start " + kernel.name());
  }

  @Override
  public void kernelEnded(long now, int kernelRow) {
    suspended.keySet().removeIf(key -> key.startsWith(kernelRow + "/"));
    log.add(now + ":end " + kernels[kernelRow].name());
    kernels[kernelRow] = null;
  }

  @Override
  public void hostCopy(long now, int process, long address, long bytes) {
    log.add(now + ":copy " + process + " " + address + " " + bytes);
  }

  @Override
  public long kernelWarpInstructions(int kernelRow) {
    return issuedByKernel[kernelRow];
  }

  @Override
  public long kernelThreadInstructions(int kernelRow) {
    return issuedByKernel[kernelRow] * 32;
  }

  @Override
  public long threadInstructions(int process) {
    return issued[process] * 32;
  }

  @Override
  public long threadInstructions(int sm, int kernelRow) {
    return issuedOn[sm * KernelControlBlocks.ROWS + kernelRow] * 32;
  }

  @Override
  public long lastingThreadInstructions(int process) {
    return lastingWarpInstructions(process) * 32;
  }

  @Override
  public long lastingWarpInstructions(int process) {
    return issued[process] - lost[process];
  }

  @Override
  public long warpInstructions(int process) {
    return issued[process];
  }

  @Override
  public long stalledSlots(long now, int sm) {
    return 0;
  }

  @Override
  public long stalledSlots(long now, int sm, StallCause cause) {
    return 0;
  }

  @Override
  public long memoryStalledSlots(long now, int sm) {
    return 0;
  }
}
