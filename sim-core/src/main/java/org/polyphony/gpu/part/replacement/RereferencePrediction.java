package org.polyphony.gpu.part.replacement;

/**
 * The re-reference prediction values (RRPVs) of a cache's lines: 0 for a line that is expected to
 * be used again soon, the maximum for one that is expected to be used in the distant future.
 *
 * <p>A hit sets the value to 0 (hit priority). The victim is the first way with the maximum; if
 * there is none, all values of the set grow until there is one. Source: Jaleel et al., High
 * Performance Cache Replacement Using Re-Reference Interval Prediction (RRIP), ISCA 2010.
 */
final class RereferencePrediction {
  private final CacheSets sets;
  private final int distant;
  private final byte[] values; // by set and way

  /**
   * Creates values of empty lines.
   *
   * @param bits of each value, 1 to 7
   */
  RereferencePrediction(CacheSets sets, int bits) {
    this.sets = sets;
    distant = (1 << bits) - 1;
    values = new byte[sets.sets() * sets.ways()];
  }

  /** Predicts a long interval for a new line, or a distant one. */
  void insert(int set, int way, boolean isDistant) {
    values[set * sets.ways() + way] = (byte) (isDistant ? distant : distant - 1);
  }

  void hit(int set, int way) {
    values[set * sets.ways() + way] = 0;
  }

  int value(int set, int way) {
    return values[set * sets.ways() + way];
  }

  int victim(int set) {
    int victim = -1;
    for (int way = 0; way < sets.ways(); way++) {
      boolean isLater = victim < 0 || value(set, way) > value(set, victim);
      victim = isLater && sets.mayEvict(set, way) ? way : victim;
    }
    int growth = distant - value(set, victim);
    for (int way = 0; growth > 0 && way < sets.ways(); way++) {
      int grown = Math.min(distant, value(set, way) + growth);
      values[set * sets.ways() + way] = (byte) grown;
    }
    return victim;
  }
}
