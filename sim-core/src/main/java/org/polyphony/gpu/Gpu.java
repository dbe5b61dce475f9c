package org.polyphony.gpu;

import java.util.List;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.Resource;
import org.polyphony.gpu.dispatch.DeviceControl;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.KernelListener;
import org.polyphony.gpu.dispatch.Perturbation;
import org.polyphony.gpu.dispatch.ThreadBlockPort;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.mem.MemoryCounters;
import org.polyphony.gpu.mem.MemoryPort;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.mem.MemoryShare;
import org.polyphony.gpu.mem.MemorySystem;
import org.polyphony.gpu.mem.PrefetchCounts;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.sm.Sm;
import org.polyphony.gpu.sm.SmCounters;
import org.polyphony.gpu.sm.issue.ProcessCounts;
import org.polyphony.gpu.sm.issue.WarpScheduling;

/**
 * The device: wires the SMs, the memory system and the device control, and drives them by one
 * clock.
 *
 * <p>Time advances from one window of cycles with work to the next. Windows are as long as a packet
 * takes from an SM to the crossbar: within one, the memory system and each SM run by themselves,
 * also on several threads. At its end, the control acts if a thread block has ended or it is due.
 * Source: GPU Maestro Figure 2 and Table 2.
 */
public final class Gpu implements KernelListener {
  private static final int STEPS_BETWEEN_CHECKS = 100_000; // for the watchdog in runUntil

  private final GpuConfig config;
  private final Copies copies;
  private final int window; // cycles that SMs and memory run without each other
  private final MemorySystem memory;
  private final ProcessCounts progress;
  private final LoadedKernels kernels;
  private final SmArray sms;
  private final KernelTraffic traffic;
  private final WindowThreads threads;
  private long cycle;
  private long lastStep = -1;
  private long controlDue;
  private int stepsToCheck = STEPS_BETWEEN_CHECKS;
  private DeviceListener listener = new DeviceListener() {};
  private boolean skipsNothing;
  private long lastProgress; // instructions issued plus replies
  private long progressCycle;

  /** Creates an idle device without perturbation. */
  public Gpu(GpuConfig config, WarpScheduling scheduling, int processes) {
    this(config, scheduling, processes, Perturbation.NONE, List.of(), Copies.NONE);
  }

  /**
   * Creates an idle device.
   *
   * @param shares of the processes in L2 and device memory; empty if all share the whole
   * @param copies that processes have of its resources; none if there are shares
   */
  public Gpu(
      GpuConfig config,
      WarpScheduling scheduling,
      int processes,
      Perturbation perturbation,
      List<MemoryShare> shares,
      Copies copies) {
    this.config = config;
    this.copies = copies;
    this.window = config.crossbar().requestDelay();
    MemoryRequests requests = new MemoryRequests(config.sms(), config.crossbar().runsApart());
    int smCopies = copies.of(Resource.SM);
    this.progress = new ProcessCounts(processes, config.sms(), smCopies);
    this.memory =
        new MemorySystem(
            config,
            requests,
            new MemoryCounters(KernelControlBlocks.ROWS),
            perturbation.refreshDelay(config.dram().timing().nREFI()),
            shares,
            copies,
            new Parts(perturbation.seed(), processes));
    boolean hasOwnMemory = !shares.isEmpty() || !copies.resources().isEmpty();
    this.kernels = new LoadedKernels(config, processes, hasOwnMemory);
    Sm[] all = new Sm[config.sms() * smCopies];
    Copies inSm = copies.withinSm();
    for (int i = 0; i < all.length; i++) {
      MemoryPort port = memory.port(i);
      all[i] = new Sm(i % config.sms(), config, inSm, scheduling, requests, port, progress);
    }
    this.sms = new SmArray(config, all, memory, kernels);
    this.threads = new WindowThreads(config, copies, memory, sms, requests);
    this.traffic = new KernelTraffic(sms, memory, config.l2().sectorBytes());
  }

  /** Sets the processors of the next run; it uses one unless this is called. */
  public void use(Processors of) {
    threads.use(of);
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
   * @throws NoProgressException if no instruction issues and no request is replied to for too long
   */
  public End run(DeviceControl control, Observer observer) {
    threads.beginRun();
    try {
      return runWindows(control, observer);
    } finally {
      threads.endRun();
    }
  }

  private End runWindows(DeviceControl control, Observer observer) {
    long observerDue = 0;
    controlDue = endOfWindow(cycle) - 1;
    while (!control.isDone()) {
      if (cycle >= observerDue) {
        observerDue = observer.observe(cycle);
        if (observerDue <= cycle) {
          return End.STOPPED;
        }
        checkProgress();
        threads.start();
      }
      // a window ends early where the observer is due, so that its samples are exact
      step(control, skipsNothing ? cycle + 1 : observerDue);
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
   * @throws NoProgressException if no instruction issues and no request is replied to for too long
   */
  public long runUntil(long limit, DeviceControl control) {
    long next = nextStep();
    while (next <= limit) {
      cycle = next;
      step(control, limit + 1);
      if (--stepsToCheck <= 0) {
        stepsToCheck = STEPS_BETWEEN_CHECKS; // enough for a working device to issue
        checkProgress();
      }
      next = nextStep();
    }
    return next;
  }

  private void checkProgress() {
    long progress = memory.replied() + issued();
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
   * Schedules the control in the first cycle in which it can act, not before another.
   *
   * @param at not before the last cycle that ran
   * @return the scheduled cycle
   */
  public long wakeControl(long at) {
    long due = endOfWindow(Math.max(at, lastStep + 1)) - 1;
    controlDue = Math.min(controlDue, due);
    return due;
  }

  /** Runs from this cycle to the end of its window, or to a limit before that. */
  private void step(DeviceControl control, long limit) {
    long begin = cycle;
    long end = Math.min(limit, endOfWindow(begin));
    if (threads.haveStarted()) {
      threads.run(begin, end);
    } else {
      memory.runUntil(end);
      sms.receive(begin);
      sms.run(begin, end);
    }
    cycle = end - 1;
    lastStep = cycle;
    if (sms.hasEnded()) {
      controlDue = Math.min(controlDue, endOfWindow(cycle) - 1);
    }
    if (controlDue <= cycle) {
      sms.reportEnds(control, cycle);
      controlDue = act(control);
    }
  }

  /** Returns the first cycle after the window that a cycle is in. */
  private long endOfWindow(long at) {
    return (at / window + 1) * window;
  }

  /**
   * Lets the control act, once for each cycle of the window as long as it has work.
   *
   * @return when it acts again
   */
  private long act(DeviceControl control) {
    long due = control.tick(cycle);
    for (int i = 1; i < window && due == cycle + 1 && !control.isDone(); i++) {
      due = control.tick(cycle);
    }
    return due == DeviceControl.NEVER ? due : endOfWindow(Math.max(due, cycle + 1)) - 1;
  }

  /** Visits every component in every cycle, to test that skipped components have nothing to do. */
  void skipNothing() {
    skipsNothing = true;
  }

  private long nextCycle() {
    if (skipsNothing) {
      sms.wakeAll(cycle + 1);
      memory.wakeAll(cycle + 1);
      return cycle + 1;
    }
    long next = earliestWork();
    if (next == Long.MAX_VALUE) {
      throw new NoProgressException(cycle, describeWarps());
    }
    return Math.max(next, cycle + 1);
  }

  private long earliestWork() {
    return Math.min(Math.min(memory.nextWork(), controlDue), sms.earliestWork());
  }

  /**
   * Lets pending write-backs and replies complete after a run without resident thread blocks; time
   * advances.
   */
  public void settle() {
    controlDue = Long.MAX_VALUE;
    for (long next = earliestWork(); next != Long.MAX_VALUE; next = earliestWork()) {
      cycle = Math.max(next, cycle + 1);
      step(null, cycle + 1); // null: no thread block ends and the control is not due
    }
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

  /** Returns the cycle after the last one of the run. */
  public long endOfRun() {
    return Math.max(cycle, lastStep + 1);
  }

  /** Returns the counters of an SM, up to and including the last cycle of the run. */
  public SmCounters smCounters(int sm) {
    return sms.counters(sm, endOfRun());
  }

  /** Returns what became of the prefetches of all L1 data caches. */
  public PrefetchCounts l1Prefetches() {
    return sms.prefetches();
  }

  /** Returns what became of the prefetches of L2. */
  public PrefetchCounts l2Prefetches() {
    return memory.prefetches();
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

  public Copies copies() {
    return copies;
  }

  public String describeWarps() {
    String warps = sms.describeWarps();
    return warps.isEmpty() ? "no warp is resident" : warps;
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
    sms.start(kernelRow);
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
