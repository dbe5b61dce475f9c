package org.polyphony.policy.preemption;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Preemption;
import org.polyphony.gpu.dispatch.PreemptionTechnique;

/**
 * Chimera: for each thread block, of draining, switching and flushing the one that loses the least
 * among those whose estimated latency keeps a limit; the fastest when none does.
 *
 * <p>Estimates, for a thread block that has issued {@code e} warp instructions at {@code c} cycles
 * each, of a kernel with {@code mean} instructions a thread block. Draining takes {@code (mean - e)
 * c} cycles and loses what its place could issue between its end and the last end of those that
 * drain with it. Switching takes the time of its context at the SM's share of DRAM bandwidth and
 * loses what it would issue in twice that time. Flushing takes none and loses {@code e}. Before a
 * thread block of the kernel has ended, draining counts as endless. Source: Park et al., ASPLOS'15.
 */
public final class Chimera implements Preemption {
  /** Latency limit of the paper, in microseconds. Source: ASPLOS'15. */
  public static final int LATENCY_LIMIT_MICROSECONDS = 15;

  private static final double INFINITE = Double.POSITIVE_INFINITY;

  private final double latencyLimit; // core cycles
  private final double contextBytesPerCycle; // of an SM

  public Chimera(GpuConfig gpu, double latencyLimitMicroseconds) {
    latencyLimit = latencyLimitMicroseconds * gpu.coreKhz() / 1000;
    contextBytesPerCycle = gpu.dramBytesPerCoreCycle() / gpu.sms();
  }

  @Override
  public List<PreemptionTechnique> choose(List<Victim> victims) {
    double longestDrain = 0;
    for (Victim victim : victims) {
      double drain = drainCycles(victim);
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
      return PreemptionTechnique.FLUSH; // loses nothing and takes no time
    }
    double perCycle = victim.instructions() / (double) Math.max(1, victim.cycles());
    double drain = drainCycles(victim);
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

  /** Returns the cycles until the thread block ends by itself, as far as the mean tells. */
  private static double drainCycles(Victim victim) {
    if (victim.meanInstructions() < 0 || victim.instructions() == 0) {
      return INFINITE;
    }
    double left = Math.max(0, victim.meanInstructions() - victim.instructions());
    return left * victim.cycles() / victim.instructions();
  }
}
