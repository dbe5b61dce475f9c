package org.polyphony.gpu.dispatch;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.alloc.RangeAllocator;
import org.polyphony.gpu.config.SmConfig;

/**
 * Preempts thread blocks above a quota, starting at the boundary of their kernel's side, and
 * cancels drains when the quota rises again. Shares the tables of the thread-block scheduler.
 *
 * <p>A thread block is flushed at most once; otherwise one that runs longer than the interval
 * between quota changes would never end. A kernel without thread blocks left to launch is not
 * preempted, since its end frees its resources. Thread blocks of clusters drain: others wait for
 * them, on other SMs. Source: GPU Maestro sections 4.1, 4.2 and Figure 10 (b).
 */
public final class ThreadBlockPreemption {
  private static final int REGISTER_BYTES = 4;
  private static final Occupancy.Limit[] RESOURCES = Occupancy.Limit.values();

  private final SmConfig config;
  private final KernelControlBlocks kernels;
  private final SmStatusTable sms;
  private final Quotas quotas;
  private final ThreadBlockPort port;
  private final Preemption preemption;
  private final PreemptionCounters counters = new PreemptionCounters();

  ThreadBlockPreemption(
      SmConfig config,
      KernelControlBlocks kernels,
      SmStatusTable sms,
      Quotas quotas,
      ThreadBlockPort port,
      Preemption preemption) {
    this.config = config;
    this.kernels = kernels;
    this.sms = sms;
    this.quotas = quotas;
    this.port = port;
    this.preemption = preemption;
  }

  PreemptionCounters counters() {
    return counters;
  }

  boolean movesContexts() {
    return preemption.movesContexts();
  }

  /** Brings every SM down to its quotas. */
  void enforce(long cycle) {
    for (int rest = kernels.runningMask(); rest != 0; rest &= rest - 1) {
      int row = Integer.numberOfTrailingZeros(rest);
      for (int sm = 0; sm < sms.sms(); sm++) {
        int staying = sms.resident(sm, row) - sms.leaving(sm, row);
        int quota = quotas.get(sm, row);
        if (staying > quota && kernels.left(row) > 0) {
          preempt(cycle, sm, row, staying - quota);
        } else if (staying < quota && sms.leaving(sm, row) > 0 && !kernels.isStopping(row)) {
          keep(cycle, sm, row, quota - staying);
        }
      }
    }
  }

  private void preempt(long cycle, int sm, int row, int count) {
    List<Integer> slots = new ArrayList<>();
    List<Preemption.Victim> victims = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      slots.add(outermost(cycle, sm, row, slots));
      victims.add(victim(cycle, sm, slots.get(i)));
    }
    List<PreemptionTechnique> techniques = preemption.choose(victims);
    for (int i = 0; i < count; i++) {
      boolean waits =
          kernels.clusterSize(row) > 1 || endsWithin(quotas.patience(sm), victims.get(i));
      PreemptionTechnique technique = waits ? PreemptionTechnique.DRAIN : techniques.get(i);
      sms.preempt(sm, slots.get(i), technique, cycle);
      begin(cycle, sm, slots.get(i), technique);
    }
  }

  /**
   * Returns whether a thread block is expected to end by itself in time. While nothing is known of
   * its kernel's thread blocks, it is expected to run on for as long as it has run.
   */
  private static boolean endsWithin(long patience, Preemption.Victim victim) {
    double left = victim.meanInstructions() < 0 ? victim.cycles() : victim.drainCycles();
    return patience > 0 && left <= patience;
  }

  /**
   * Returns the running thread block nearest to the boundary, or, without a boundary, the one that
   * has run least; NONE if there is none.
   */
  int outermost(long cycle, int sm, int row, List<Integer> taken) {
    RangeAllocator registers = sms.registers(sm);
    int boundary = registers.boundary(kernels.process(row));
    int best = KernelControlBlocks.NONE;
    long bestPlace = Long.MIN_VALUE;
    for (int slot = 0; slot < sms.slots(); slot++) {
      ResidentBlock block = sms.block(sm, slot);
      if (block.isRunning(row) && !taken.contains(slot)) {
        long place = boundary == 0 ? -block.cycles(cycle) : (long) boundary * block.registerBase();
        if (place >= bestPlace) {
          best = slot;
          bestPlace = place;
        }
      }
    }
    return best;
  }

  private Preemption.Victim victim(long cycle, int sm, int slot) {
    ResidentBlock block = sms.block(sm, slot);
    int row = block.kernel();
    ThreadBlockNeed need = kernels.need(row);
    return new Preemption.Victim(
        port.issuedBy(sm, slot),
        block.cycles(cycle),
        kernels.meanInstructions(row),
        contextBytes(need),
        port.mayRunAgain(sm, slot) && !block.wasFlushed());
  }

  /** Returns the context size of a thread block in bytes: registers and shared memory. */
  public static long contextBytes(ThreadBlockNeed need) {
    return (long) REGISTER_BYTES * need.registers() + need.sharedMemoryBytes();
  }

  private void begin(long cycle, int sm, int slot, PreemptionTechnique technique) {
    switch (technique) {
      case DRAIN -> port.prefer(cycle, sm, slot, true);
      case SWITCH -> port.suspend(cycle, sm, slot, preemption.movesContexts());
      case FLUSH -> port.drop(cycle, sm, slot);
    }
  }

  private void keep(long cycle, int sm, int row, int count) {
    int kept = 0;
    for (int slot = 0; slot < sms.slots() && kept < count; slot++) {
      ResidentBlock block = sms.block(sm, slot);
      if (block.kernel() == row && block.isLeavingBy(PreemptionTechnique.DRAIN)) {
        sms.keep(sm, slot);
        port.prefer(cycle, sm, slot, false);
        kept++;
      }
    }
  }

  /** Records a thread block that has left its SM, before its slot is freed. */
  void left(long cycle, int sm, int slot, boolean finished) {
    ResidentBlock block = sms.block(sm, slot);
    double share = share(config, kernels.need(block.kernel()));
    counters.restored(port.restoreCycles(sm, slot), share);
    if (block.state() != ResidentBlock.State.PREEMPTING || kernels.isStopping(block.kernel())) {
      return;
    }
    PreemptionTechnique technique = finished ? PreemptionTechnique.DRAIN : block.technique;
    counters.left(technique, cycle - block.preemptCycle, share);
    if (technique == PreemptionTechnique.FLUSH) {
      long ran = block.cycles(block.preemptCycle);
      counters.flushed(port.issuedBy(sm, slot), ran, share);
    }
  }

  /** Returns the largest of a thread block's shares of an SM's resources, 0 to 1. */
  public static double share(SmConfig config, ThreadBlockNeed need) {
    return Occupancy.largestShare(config, need, RESOURCES);
  }
}
