package org.polyphony.gpu;

import java.util.List;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.DeviceControl;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.KernelListener;
import org.polyphony.gpu.dispatch.Perturbation;
import org.polyphony.gpu.dispatch.ThreadBlockPort;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.mem.MemoryCounters;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.mem.MemoryShare;
import org.polyphony.gpu.mem.MemorySystem;
import org.polyphony.gpu.sm.SmCounters;
import org.polyphony.gpu.sm.issue.ProcessCounts;
import org.polyphony.gpu.sm.issue.WarpScheduling;

/**
 * The device: wires the SMs, the memory system and the device control, and drives them by one
 * clock.
 *
 * <p>Time advances from one cycle with work to the next. Within a cycle, the memory system runs
 * first, then the SMs that have work, then the control if a thread block has ended or the control
 * is due. Source: GPU Maestro Figure 2 and Table 2.
 */
public final class Gpu implements KernelListener {
  private static final int STEPS_BETWEEN_CHECKS = 100_000; // for the watchdog in runUntil

  private final GpuConfig config;
  private final MemoryRequests requests = new MemoryRequests();
  private final MemorySystem memory;
  private final ProcessCounts progress;
  private final LoadedKernels kernels;
  private final SmArray sms;
  private final KernelTraffic traffic;
  private long cycle;
  private long lastStep = -1;
  private long memoryDue;
  private long controlDue;
  private int stepsToCheck = STEPS_BETWEEN_CHECKS;
  private DeviceListener listener = new DeviceListener() {};
  private boolean skipsNothing;
  private long lastProgress; // instructions issued plus requests answered
  private long progressCycle;

  /** Creates an idle device without perturbation. */
  public Gpu(GpuConfig config, WarpScheduling scheduling, int processes) {
    this(config, scheduling, processes, Perturbation.NONE, List.of());
  }

  /**
   * Creates an idle device.
   *
   * @param shares of the processes in L2 and device memory; empty if all share the whole
   */
  public Gpu(
      GpuConfig config,
      WarpScheduling scheduling,
      int processes,
      Perturbation perturbation,
      List<MemoryShare> shares) {
    this.config = config;
    this.progress = new ProcessCounts(processes, config.sms());
    this.memory =
        new MemorySystem(
            config,
            requests,
            new MemoryCounters(KernelControlBlocks.ROWS),
            perturbation.refreshDelay(config.dram().timing().nREFI()),
            shares);
    this.kernels = new LoadedKernels(config, processes, !shares.isEmpty());
    this.sms = new SmArray(config, scheduling, requests, memory, progress, kernels);
    this.traffic = new KernelTraffic(sms, memory.counters(), config.l2().sectorBytes());
  }

  /** Replaces the listener for kernels and thread blocks. */
  public void listen(DeviceListener other) {
    listener = other;
    sms.listen(other);
  }

  /** Observes a run from outside at intervals; may stop it. */
  public interface Observer {
    /**
     * Called in the first cycle with work at or after the requested one.
     *
     * @return the cycle of the next call; a value not above {@code cycle} stops the run
     */
    long observe(long cycle);
  }

  /** Why a run ended. */
  public enum End {
    /** The control is done. */
    DONE,
    /** The observer stopped the run. */
    STOPPED
  }

  /**
   * Runs until the control is done or the observer stops the run.
   *
   * @return how it ended
   * @throws NoProgressException if no instruction issues and no request is answered for too long
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
        checkProgress();
      }
      step(control);
      cycle = control.isDone() ? cycle : nextCycle();
    }
    return End.DONE;
  }

  /**
   * Runs all cycles with work up to a limit, for a control that receives its work from outside.
   * Further calls may only be of this method and {@link #wakeControl}.
   *
   * @param limit the last cycle to run
   * @return the next cycle with work, {@link DeviceControl#NEVER} if there is none
   * @throws NoProgressException if no instruction issues and no request is answered for too long
   */
  public long runUntil(long limit, DeviceControl control) {
    long next = nextStep();
    while (next <= limit) {
      cycle = next;
      step(control);
      if (--stepsToCheck <= 0) {
        stepsToCheck = STEPS_BETWEEN_CHECKS; // enough for a working device to issue
        checkProgress();
      }
      next = nextStep();
    }
    return next;
  }

  private void checkProgress() {
    long progress = memory.counters().replied() + issued();
    if (progress != lastProgress || kernels.isEmpty()) { // without kernels the device may wait
      lastProgress = progress;
      progressCycle = cycle;
    } else if (cycle - progressCycle > config.watchdogCycles()) {
      throw new NoProgressException(cycle, describeWarps());
    }
  }

  private long nextStep() {
    long next = earliestWork();
    return next == Long.MAX_VALUE ? next : Math.max(next, lastStep + 1);
  }

  /**
   * Schedules the control in a cycle, or in the next one if that has passed.
   *
   * @param at not before the last cycle that ran
   * @return the scheduled cycle
   */
  public long wakeControl(long at) {
    long due = Math.max(at, lastStep + 1);
    controlDue = Math.min(controlDue, due);
    return due;
  }

  private void step(DeviceControl control) {
    long now = cycle;
    lastStep = now;
    if (memoryDue <= now) {
      memoryDue = memory.tick(now);
    }
    boolean ended = sms.tick(now);
    if (memory.hasNewRequests()) {
      memoryDue = now + 1;
    }
    if (ended) {
      sms.reportEnds(control, now);
    }
    if (ended || controlDue <= now) {
      controlDue = control.tick(now);
    }
  }

  /** Visits every component in every cycle, to test that skipped components have nothing to do. */
  void skipNothing() {
    skipsNothing = true;
  }

  private long nextCycle() {
    if (skipsNothing) {
      sms.wakeAll(cycle + 1);
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
    return Math.min(Math.min(memoryDue, controlDue), sms.earliestWork());
  }

  /**
   * Lets pending write-backs and replies complete after a run without resident thread blocks; time
   * advances.
   */
  public void settle() {
    controlDue = Long.MAX_VALUE;
    for (long next = earliestWork(); next != Long.MAX_VALUE; next = earliestWork()) {
      cycle = Math.max(next, cycle + 1);
      step(null); // null: no thread block ends and the control is not due
    }
  }

  /** Sets the order in which SMs are visited within a cycle; results must not depend on it. */
  public void visitInOrder(int[] order) {
    sms.visitInOrder(order);
  }

  public long cycle() {
    return cycle;
  }

  public ProcessCounts progress() {
    return progress;
  }

  public KernelTraffic traffic() {
    return traffic;
  }

  public MemoryCounters memoryCounters() {
    return memory.counters();
  }

  /** Returns the counters of an SM, up to and including the last cycle of the run. */
  public SmCounters smCounters(int sm) {
    return sms.counters(sm, Math.max(cycle, lastStep + 1));
  }

  long issued() {
    return sms.issued();
  }

  public ThreadBlockPort threadBlocks() {
    return sms;
  }

  public GpuConfig config() {
    return config;
  }

  public String describeWarps() {
    return sms.describeWarps();
  }

  /**
   * Checks that nothing is left in flight, after {@link #settle}.
   *
   * @throws IllegalStateException if an instruction, a load or a request is unfinished
   */
  public void verifyConservation() {
    sms.verifyConservation();
    memory.verify();
  }

  @Override
  public void kernelStarted(long now, int kernelRow, int process, Kernel kernel) {
    listener.kernelStarted(now, kernelRow, process, kernel);
    progress.rowTaken(kernelRow, process);
    kernels.load(kernelRow, process, kernel);
  }

  @Override
  public void kernelEnded(long now, int kernelRow) {
    listener.kernelEnded(now, kernelRow);
    kernels.unload(kernelRow);
    if (config.l1d().flushedAtKernelEnd()) {
      sms.invalidateL1(kernelRow);
    }
  }

  @Override
  public void hostCopy(long now, int process, long address, long bytes) {
    if (listener.allowsHostCopy()) {
      memory.prefill(LoadedKernels.base(process) + address, bytes);
    }
  }
}
