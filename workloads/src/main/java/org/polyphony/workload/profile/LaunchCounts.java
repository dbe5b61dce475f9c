package org.polyphony.workload.profile;

import java.util.Map;
import java.util.TreeMap;

/**
 * What the profiler counted of a launch, for the comparison with a run of its model. A counter that
 * the report does not have is not a number.
 *
 * @param blocks thread blocks of the launch
 * @param waves thread blocks over those that the device holds at once; 2 if unknown
 * @param executed warp instructions by opcode with its modifiers; accesses without active lanes are
 *     NOPs
 * @param sharedPasses passes over the banks of shared memory by loads, stores and copies
 * @param l1HitRate 0 to 1
 * @param l2Sectors that SMs looked up in L2
 * @param l2Reads of these, reads
 * @param l2ReadMisses of these, misses
 * @param dramReadBytes read from DRAM
 * @param dramWrittenBytes written to DRAM
 * @param activeWarps of an SM in a cycle in which it has any
 */
public record LaunchCounts(
    long blocks,
    double waves,
    Map<String, Long> executed,
    double sharedPasses,
    double l1HitRate,
    double l2Sectors,
    double l2Reads,
    double l2ReadMisses,
    double dramReadBytes,
    double dramWrittenBytes,
    double activeWarps) {
  private static final double PERCENT = 100;

  static LaunchCounts of(KernelProfile profile) {
    Map<String, Long> executed = new TreeMap<>();
    for (SassLine line : profile.code()) {
      if (line.isExecuted()) {
        String opcode = line.isIdle() ? SassText.OFF : line.opcode();
        executed.merge(opcode, line.counts().warps(), Long::sum);
      }
    }
    return new LaunchCounts(
        profile.blocks(),
        profile.waves(),
        executed,
        profile.code().stream()
            .filter(SassLine::usesBanks)
            .mapToLong(line -> line.counts().wavefronts())
            .sum(),
        number(profile, Counter.L1_HIT_RATE) / PERCENT,
        number(profile, Counter.L2_SECTORS),
        number(profile, Counter.L2_READS),
        number(profile, Counter.L2_READ_MISSES),
        number(profile, Counter.DRAM_READ),
        number(profile, Counter.DRAM_WRITTEN),
        number(profile, Counter.WARPS_ACTIVE));
  }

  private static double number(KernelProfile profile, Counter counter) {
    return profile.find(counter).orElse(Double.NaN);
  }

  /** Returns whether the device holds all thread blocks at once. */
  public boolean isOneWave() {
    return waves <= 1;
  }

  /** Returns the warp instructions of the launch. */
  public long warpInstructions() {
    return executed.values().stream().mapToLong(Long::longValue).sum();
  }
}
