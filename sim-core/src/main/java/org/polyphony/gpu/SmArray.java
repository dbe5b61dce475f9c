package org.polyphony.gpu;

import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.DeviceControl;
import org.polyphony.gpu.dispatch.ThreadBlockPort;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.mem.MemorySystem;
import org.polyphony.gpu.queue.DueTimes;
import org.polyphony.gpu.sm.Sm;
import org.polyphony.gpu.sm.SmCounters;
import org.polyphony.gpu.sm.ThreadBlockContext;
import org.polyphony.gpu.sm.issue.ProcessCounts;
import org.polyphony.gpu.sm.issue.WarpScheduling;
import org.polyphony.gpu.sm.memory.L1DataCache;

/**
 * The SMs of a device, the next cycle with work of each, and the launch and removal of their thread
 * blocks. SMs interact only through the memory system's ports, so their order within a cycle does
 * not matter.
 */
final class SmArray implements ThreadBlockPort {
  private final MemorySystem memory;
  private final LoadedKernels kernels;
  private final Sm[] sms;
  private final int[] visitOrder;
  private final DueTimes due; // by SM
  private DeviceListener listener = new DeviceListener() {};

  SmArray(
      GpuConfig config,
      WarpScheduling scheduling,
      MemoryRequests requests,
      MemorySystem memory,
      ProcessCounts progress,
      LoadedKernels kernels) {
    this.memory = memory;
    this.kernels = kernels;
    this.sms = new Sm[config.sms()];
    this.visitOrder = new int[sms.length];
    this.due = new DueTimes(sms.length);
    for (int i = 0; i < sms.length; i++) {
      sms[i] = new Sm(i, config, scheduling, requests, memory, progress);
      visitOrder[i] = i;
    }
  }

  void listen(DeviceListener other) {
    listener = other;
  }

  /** Runs the SMs that have work; returns whether a thread block has ended. */
  boolean tick(long now) {
    boolean ended = false;
    wakeWithRoom(now);
    for (int sm : visitOrder) {
      if (due.isDue(sm, now)) {
        due.set(sm, sms[sm].tick(now));
        ended |= sms[sm].blocks().ended() != 0;
      }
    }
    wakeAnswered();
    return ended;
  }

  /** An SM blocked by a full network may send in this cycle. */
  private void wakeWithRoom(long now) {
    for (int word = 0; word << 6 < sms.length; word++) {
      due.wake(word << 6, memory.takeSmsWithRoom(word), now);
    }
  }

  /**
   * A reply arrives at the earliest one cycle after the network moved it, so never in this cycle.
   */
  private void wakeAnswered() {
    for (int word = 0; word << 6 < sms.length; word++) {
      for (long rest = memory.smsWithReplies(word); rest != 0; rest &= rest - 1) {
        int sm = (word << 6) + Long.numberOfTrailingZeros(rest);
        due.wake(sm, memory.replyCycle(sm));
      }
    }
  }

  /** Reports thread blocks that have ended or left in this cycle to the control. */
  void reportEnds(DeviceControl control, long now) {
    for (int sm = 0; sm < sms.length; sm++) {
      for (int rest = sms[sm].blocks().ended(); rest != 0; rest &= rest - 1) {
        int tbSlot = Integer.numberOfTrailingZeros(rest);
        boolean dropped = sms[sm].blocks().acknowledgeEnd(tbSlot);
        ThreadBlockContext context = sms[sm].blocks().takeContext(tbSlot);
        if (context != null) {
          kernels.keep(context);
        }
        listener.left(now, sm, tbSlot, dropped);
        control.threadBlockEnded(now, sm, tbSlot, dropped);
      }
    }
  }

  long earliestWork() {
    return due.earliest();
  }

  void wakeAll(long cycle) {
    due.setAll(cycle);
  }

  void visitInOrder(int[] order) {
    if (order.length != sms.length) {
      throw new IllegalArgumentException("order of " + order.length + " SMs");
    }
    System.arraycopy(order, 0, visitOrder, 0, order.length);
  }

  /** Invalidates the L1 lines of the SMs that ran a kernel. */
  void invalidateL1(int kernelRow) {
    for (int sm = 0; sm < sms.length; sm++) {
      if (kernels.ranOn(kernelRow, sm)) {
        sms[sm].l1d().invalidate();
      }
    }
  }

  long issued() {
    long issued = 0;
    for (Sm sm : sms) {
      issued += sm.counts().issued();
    }
    return issued;
  }

  int count() {
    return sms.length;
  }

  L1DataCache l1d(int sm) {
    return sms[sm].l1d();
  }

  SmCounters counters(int sm, long cycle) {
    return sms[sm].counters(cycle);
  }

  String describeWarps() {
    StringBuilder lines = new StringBuilder();
    for (Sm sm : sms) {
      lines.append(sm.describeWarps());
    }
    return lines.toString();
  }

  /**
   * Checks that nothing is left in flight.
   *
   * @throws IllegalStateException if an instruction or a load is unfinished
   */
  void verifyConservation() {
    for (Sm sm : sms) {
      String unfinished = sm.unfinished();
      if (!unfinished.isEmpty()) {
        throw new IllegalStateException(unfinished);
      }
    }
  }

  @Override
  public void launch(long now, int sm, int tbSlot, int kernelRow, long threadBlock) {
    listener.placed(now, sm, tbSlot, kernelRow, threadBlock, false);
    sms[sm].launch(now, tbSlot, kernels.programFor(kernelRow, sm), threadBlock);
    due.wake(sm, now + 1);
  }

  @Override
  public void suspend(long now, int sm, int tbSlot, boolean movesContext) {
    listener.suspended(now, sm, tbSlot);
    int row = sms[sm].blocks().kernelRow(tbSlot);
    sms[sm].suspend(now, tbSlot, movesContext ? kernels.contextBytes(row) : 0);
    due.wake(sm, now + 1);
  }

  @Override
  public void resume(
      long now, int sm, int tbSlot, int kernelRow, long threadBlock, boolean movesContext) {
    listener.placed(now, sm, tbSlot, kernelRow, threadBlock, true);
    ThreadBlockContext context = kernels.takeContext(kernelRow, threadBlock, sm);
    sms[sm].resume(now, tbSlot, context, movesContext ? kernels.contextBytes(kernelRow) : 0);
    due.wake(sm, now + 1);
  }

  @Override
  public void drop(long now, int sm, int tbSlot) {
    listener.dropped(now, sm, tbSlot);
    sms[sm].drop(now, tbSlot);
    due.wake(sm, now + 1);
  }

  @Override
  public void prefer(long now, int sm, int tbSlot, boolean first) {
    listener.preferred(now, sm, tbSlot, first);
    sms[sm].prefer(tbSlot, first);
  }

  @Override
  public boolean mayRunAgain(int sm, int tbSlot) {
    return sms[sm].counts().mayRunAgain(tbSlot);
  }

  @Override
  public long issuedBy(int sm, int tbSlot) {
    return sms[sm].counts().issuedBy(tbSlot);
  }

  @Override
  public long restoreCycles(int sm, int tbSlot) {
    return sms[sm].blocks().restoreCycles(tbSlot);
  }
}
