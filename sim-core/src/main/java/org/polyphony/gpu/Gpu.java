package org.polyphony.gpu;

import java.util.Arrays;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.mem.MemoryCounters;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.mem.MemorySystem;
import org.polyphony.gpu.sm.Progress;
import org.polyphony.gpu.sm.Sm;
import org.polyphony.gpu.sm.SmCounters;
import org.polyphony.gpu.sm.ThreadBlockContext;
import org.polyphony.gpu.sm.WarpScheduling;

/**
 * A device: SMs, the memory system behind them and the control above them, wired, and the clock
 * that drives them.
 *
 * <p>Time goes from one cycle with work to the next. In a cycle the memory system runs first, then
 * the SMs that have work, then the control when a thread block has ended or it is due. SMs share
 * nothing but the memory system's ports, so their order does not matter. Source: GPU Maestro Figure
 * 2 and Table 2.
 */
public final class Gpu implements ThreadBlockPort, KernelListener {
  private final GpuConfig config;
  private final MemoryRequests requests = new MemoryRequests();
  private final MemorySystem memory;
  private final Progress progress;
  private final Sm[] sms;
  private final int[] visitOrder;
  private final long[] wake; // by SM: next cycle with work
  private final LoadedKernels kernels;
  private final Watchdog watchdog;
  private long cycle;
  private long lastStep = -1;
  private long memoryDue;
  private long controlDue;
  private boolean skipsNothing;

  /**
   * Makes an idle device.
   *
   * @param config the device; without violations
   * @param scheduling how warp schedulers choose
   * @param processes processes that will launch kernels, at least 1
   */
  public Gpu(GpuConfig config, WarpScheduling scheduling, int processes) {
    this.config = config;
    this.progress = new Progress(processes, config.sms());
    this.memory = new MemorySystem(config, requests, new MemoryCounters(KernelControlBlocks.ROWS));
    this.sms = new Sm[config.sms()];
    this.visitOrder = new int[config.sms()];
    this.wake = new long[config.sms()];
    for (int i = 0; i < sms.length; i++) {
      sms[i] = new Sm(i, config, scheduling, requests, memory, progress);
      visitOrder[i] = i;
    }
    this.kernels = new LoadedKernels(config, processes);
    Arrays.fill(wake, Long.MAX_VALUE);
    this.watchdog = new Watchdog(config.watchdogCycles());
  }

  /** Sees the run from outside, now and then; may end it. */
  public interface Observer {
    /**
     * Called in the first cycle with work at or after the one it asked for.
     *
     * @param cycle now
     * @return the cycle at which to call again, or a value not above {@code cycle} to stop the run
     */
    long observe(long cycle);
  }

  /** How a run ended. */
  public enum End {
    /** The control said so. */
    DONE,
    /** The observer said so. */
    STOPPED
  }

  /**
   * Runs until the control is done or the observer stops the run.
   *
   * @param control decides what runs
   * @param observer sees the run; asked first in cycle 0
   * @return how it ended
   * @throws NoProgressException when nothing issues and nothing is served for too long
   */
  public End run(DeviceControl control, Observer observer) {
    long observerDue = 0;
    controlDue = cycle;
    while (!control.isDone()) {
      if (cycle >= observerDue) {
        observerDue = observer.observe(cycle);
        if (observerDue <= cycle) {
          return End.STOPPED;
        }
        watchdog.check(cycle, this);
      }
      step(control);
      cycle = control.isDone() ? cycle : nextCycle();
    }
    return End.DONE;
  }

  private void step(DeviceControl control) {
    long now = cycle;
    lastStep = now;
    if (memoryDue <= now) {
      memoryDue = memory.tick(now);
    }
    boolean ended = false;
    for (int sm : visitOrder) {
      if (wake[sm] <= now) {
        wake[sm] = sms[sm].tick(now);
        ended |= sms[sm].ended() != 0;
      }
    }
    wakeAnswered();
    if (memory.hasNewRequests()) {
      memoryDue = now + 1;
    }
    if (ended) {
      reportEnds(control, now);
    }
    if (ended || controlDue <= now) {
      controlDue = control.tick(now);
    }
  }

  /** Answers arrive a cycle after the network moved them at the earliest, so never in this one. */
  private void wakeAnswered() {
    for (int word = 0; word << 6 < sms.length; word++) {
      for (long rest = memory.smsWithReplies(word); rest != 0; rest &= rest - 1) {
        int sm = (word << 6) + Long.numberOfTrailingZeros(rest);
        wake[sm] = Math.min(wake[sm], memory.replyCycle(sm));
      }
    }
  }

  private void reportEnds(DeviceControl control, long now) {
    for (int sm = 0; sm < sms.length; sm++) {
      for (int rest = sms[sm].ended(); rest != 0; rest &= rest - 1) {
        int tbSlot = Integer.numberOfTrailingZeros(rest);
        boolean dropped = sms[sm].acknowledgeEnd(tbSlot);
        ThreadBlockContext context = sms[sm].takeContext(tbSlot);
        if (context != null) {
          kernels.keep(context);
        }
        control.threadBlockEnded(now, sm, tbSlot, dropped);
      }
    }
  }

  /** Visits every part in every cycle, to test that those passed over have nothing to do. */
  void skipNothing() {
    skipsNothing = true;
  }

  private long nextCycle() {
    if (skipsNothing) {
      Arrays.fill(wake, cycle + 1);
      memory.wakeAll(cycle + 1);
      memoryDue = cycle + 1;
      return cycle + 1;
    }
    long next = earliestWork();
    if (next == Long.MAX_VALUE) {
      throw new NoProgressException(cycle, describeWarps());
    }
    return Math.max(next, cycle + 1);
  }

  private long earliestWork() {
    long next = Math.min(memoryDue, controlDue);
    for (long due : wake) {
      next = Math.min(next, due);
    }
    return next;
  }

  /**
   * Lets write-backs and answers that are under way arrive, after a run that has left no thread
   * block resident; time goes on meanwhile.
   */
  public void settle() {
    controlDue = Long.MAX_VALUE;
    for (long next = earliestWork(); next != Long.MAX_VALUE; next = earliestWork()) {
      cycle = Math.max(next, cycle + 1);
      step(null); // no thread block ends and nothing is due
    }
  }

  /** Visits the SMs in another order within a cycle; results must not depend on it. */
  public void visitInOrder(int[] order) {
    if (order.length != sms.length) {
      throw new IllegalArgumentException("order of " + order.length + " SMs");
    }
    System.arraycopy(order, 0, visitOrder, 0, order.length);
  }

  /** Returns the present cycle. */
  public long cycle() {
    return cycle;
  }

  /** Returns what the processes have issued. */
  public Progress progress() {
    return progress;
  }

  /** Returns what the memory system has counted. */
  public MemoryCounters memoryCounters() {
    return memory.counters();
  }

  /** Returns what an SM has counted; the cycle in which a run ended is the last that counts. */
  public SmCounters smCounters(int sm) {
    return sms[sm].counters(Math.max(cycle, lastStep + 1));
  }

  long issued(int sm) {
    return sms[sm].issued();
  }

  /** Returns the device's parameters. */
  public GpuConfig config() {
    return config;
  }

  /** Returns what every resident warp waits for, a line each. */
  public String describeWarps() {
    StringBuilder lines = new StringBuilder();
    for (Sm sm : sms) {
      lines.append(sm.describeWarps());
    }
    return lines.toString();
  }

  /**
   * Checks that nothing is left in flight; for a run that ended by itself, after its last answers.
   *
   * @throws IllegalStateException when an instruction, a load or a request is unfinished
   */
  public void verifyConservation() {
    for (Sm sm : sms) {
      String unfinished = sm.unfinished();
      if (!unfinished.isEmpty()) {
        throw new IllegalStateException(unfinished);
      }
    }
    memory.verify();
  }

  @Override
  public void kernelStarted(long now, int kernelRow, int process, Kernel kernel) {
    kernels.load(kernelRow, process, kernel);
  }

  @Override
  public void kernelEnded(long now, int kernelRow) {
    kernels.unload(kernelRow);
    for (int sm = 0; sm < sms.length; sm++) {
      if (config.l1d().flushedAtKernelEnd() && kernels.ranOn(kernelRow, sm)) {
        sms[sm].invalidateL1();
      }
    }
  }

  @Override
  public void hostCopy(long now, int process, long address, long bytes) {
    memory.prefill(LoadedKernels.base(process) + address, bytes);
  }

  @Override
  public void launch(long now, int sm, int tbSlot, int kernelRow, long threadBlock) {
    sms[sm].launch(now, tbSlot, kernels.programFor(kernelRow, sm), threadBlock);
    wake(now, sm);
  }

  @Override
  public void suspend(long now, int sm, int tbSlot, boolean movesContext) {
    int row = sms[sm].kernelRow(tbSlot);
    sms[sm].suspend(now, tbSlot, movesContext ? kernels.contextBytes(row) : 0);
    wake(now, sm);
  }

  @Override
  public void resume(
      long now, int sm, int tbSlot, int kernelRow, long threadBlock, boolean movesContext) {
    ThreadBlockContext context = kernels.takeContext(kernelRow, threadBlock, sm);
    sms[sm].resume(now, tbSlot, context, movesContext ? kernels.contextBytes(kernelRow) : 0);
    wake(now, sm);
  }

  @Override
  public void prefer(long now, int sm, int tbSlot, boolean first) {
    sms[sm].prefer(tbSlot, first);
  }

  @Override
  public boolean mayRunAgain(int sm, int tbSlot) {
    return sms[sm].mayRunAgain(tbSlot);
  }

  private void wake(long now, int sm) {
    wake[sm] = Math.min(wake[sm], now + 1);
  }

  @Override
  public void drop(long now, int sm, int tbSlot) {
    sms[sm].drop(now, tbSlot);
    wake(now, sm);
  }

  @Override
  public long issuedBy(int sm, int tbSlot) {
    return sms[sm].issuedBy(tbSlot);
  }

  @Override
  public long restoreCycles(int sm, int tbSlot) {
    return sms[sm].restoreCycles(tbSlot);
  }
}
