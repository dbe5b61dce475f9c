package org.polyphony.study.pairs;

import org.polyphony.config.Seeds;

/**
 * Seeds of the pairs in a sample: the first pairs run with several seeds (every prefix is a
 * stratified sample), the others with seed 1.
 *
 * @param count number of seeds of the first pairs, from seed 1; at least 1
 */
public record PairSeeds(int count, int pairs) {
  /** Seed 1 for all pairs. */
  public static final PairSeeds ONE = new PairSeeds(1, 0);

  /**
   * Returns the seeds of a pair.
   *
   * @param index of the pair in the sample's order
   */
  public Seeds of(int index) {
    return new Seeds(1, index < pairs ? count : 1);
  }
}
