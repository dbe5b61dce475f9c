package org.polyphony.policy.preemption;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Preemption;
import org.polyphony.gpu.dispatch.PreemptionTechnique;

/**
 * Chimera: for each thread block, chooses among draining, switching and flushing the technique that
 * loses least work within a latency limit; if none meets the limit, the fastest.
 *
 * <p>Estimates, for a thread block that has issued {@code e} warp instructions at {@code c} cycles
 * each, of a kernel with {@code mean} instructions per thread block: Draining takes {@code (mean -
 * e) c} cycles and loses what its slot could issue between its end and the end of the last thread
 * block that drains with it. Switching takes the time to move its context at the SM's share of DRAM
 * bandwidth and loses what it would issue in twice that time. Flushing takes no time and loses
 * {@code e}. Until a thread block of the kernel has ended, draining is assumed to take forever.
 * Source: Park et al., ASPLOS'15.
 */
public final class Chimera implements Preemption {
  /** Latency limit in microseconds. Source: ASPLOS'15. */
  public static final int LATENCY_LIMIT_MICROSECONDS = 15;

  private static final double INFINITE = Double.POSITIVE_INFINITY;

  private final double latencyLimit; // core cycles
  private final double contextBytesPerCycle; // per SM

  public Chimera(GpuConfig gpu, double latencyLimitMicroseconds) {
    latencyLimit = latencyLimitMicroseconds * gpu.coreKhz() / 1000;
    contextBytesPerCycle = gpu.dramBytesPerCoreCycle() / gpu.sms();
  }

  @Override
  public List<PreemptionTechnique> choose(List<Victim> victims) {
    double longestDrain = 0;
    for (Victim victim : victims) {
      double drain = victim.drainCycles();
      longestDrain = drain <= latencyLimit ? Math.max(longestDrain, drain) : longestDrain;
    }
    List<PreemptionTechnique> chosen = new ArrayList<>();
    for (Victim victim : victims) {
      chosen.add(choose(victim, longestDrain));
    }
    return chosen;
  }

  private PreemptionTechnique choose(Victim victim, double longestDrain) {
    if (victim.mayFlush() && victim.instructions() == 0) {
      return PreemptionTechnique.FLUSH; // free: nothing has been issued
    }
    double perCycle = victim.instructions() / (double) Math.max(1, victim.cycles());
    double drain = victim.drainCycles();
    double move = victim.contextBytes() / contextBytesPerCycle;
    double drainLoss = drain <= latencyLimit ? (longestDrain - drain) * perCycle : INFINITE;
    double moveLoss = move <= latencyLimit ? 2 * move * perCycle : INFINITE;
    double flushLoss = victim.mayFlush() ? victim.instructions() : INFINITE;
    double least = Math.min(drainLoss, Math.min(moveLoss, flushLoss));
    if (least == INFINITE) {
      return drain < move ? PreemptionTechnique.DRAIN : PreemptionTechnique.SWITCH;
    }
    return least == drainLoss
        ? PreemptionTechnique.DRAIN
        : least == flushLoss ? PreemptionTechnique.FLUSH : PreemptionTechnique.SWITCH;
  }
}
