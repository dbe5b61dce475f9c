package org.example;

import org.polyphony.gpu.part.replacement.CacheSets;
import org.polyphony.gpu.part.replacement.ReplacementPolicy;
import org.polyphony.input.Key;

/**
 * A replacement policy that knows the workloads: it evicts a line of the workload that reuses its
 * lines least, the least recently used one of the set.
 */
public final class KernelAware implements ReplacementPolicy {
  /** The parameters, as {@code { "name": "KernelAware.java", "window": 8192 }}. */
  public record Parameters(
      @Key(value = "fills after which past fills and hits count half", min = 1, absent = "4096")
          int window) {}

  private final CacheSets sets;
  private final int window;
  private final long[] fills; // by workload
  private final long[] hits;
  private long sinceFading;

  public KernelAware(CacheSets sets, Parameters parameters) {
    this.sets = sets;
    window = parameters.window();
    fills = new long[sets.workloads()];
    hits = new long[sets.workloads()];
  }

  @Override
  public int victim(int set, int workload) {
    int victim = -1;
    for (int way = 0; way < sets.ways(); way++) {
      if (sets.mayEvict(set, way) && (victim < 0 || isBefore(set, way, victim))) {
        victim = way;
      }
    }
    return victim;
  }

  private boolean isBefore(int set, int way, int other) {
    int of = sets.workload(set, way);
    int ofOther = sets.workload(set, other);
    // hits per fill, compared without a division
    long difference = hits[of] * (fills[ofOther] + 1) - hits[ofOther] * (fills[of] + 1);
    boolean isOlder = sets.lastUse(set, way) < sets.lastUse(set, other);
    return of == ofOther || difference == 0 ? isOlder : difference < 0;
  }

  @Override
  public void filled(int set, int way, int workload) {
    fills[workload]++;
    if (++sinceFading == window) {
      sinceFading = 0;
      for (int w = 0; w < fills.length; w++) {
        fills[w] /= 2;
        hits[w] /= 2;
      }
    }
  }

  @Override
  public void hit(int set, int way, int workload) {
    hits[workload]++;
  }
}
