package org.polyphony.study.pairs;

import org.polyphony.config.Seeds;

/**
 * With which seeds the pairs of a sample run: the first of its order with several, as every
 * beginning of the order is a stratified sample, the others with seed 1.
 *
 * @param count seeds of the first pairs, from 1 on; at least 1
 */
public record PairSeeds(int count, int pairs) {
  /** Seed 1 for all. */
  public static final PairSeeds ONE = new PairSeeds(1, 0);

  /**
   * Returns the seeds of a pair.
   *
   * @param index of the pair in the order of the sample
   */
  public Seeds of(int index) {
    return new Seeds(1, index < pairs ? count : 1);
  }
}
