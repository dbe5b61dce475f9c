package org.polyphony.workload.kernel;

import java.util.Map;

/**
 * How a kernel model is instantiated.
 *
 * @param scale size of the input relative to the paper's, more than 0 to 1
 * @param seed of every pseudo-random value
 * @param parameters values that replace those of the model's {@code parameters}, by name
 * @param approximate whether instructions that are not modelled run approximated, instead of being
 *     an error
 */
public record ModelOptions(
    double scale, long seed, Map<String, Long> parameters, boolean approximate) {
  /** Paper scale, seed 1, no parameter replaced. */
  public static final ModelOptions DEFAULT = of(1.0, 1);

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException when scale is not above 0 and at most 1
   */
  public ModelOptions {
    if (!(scale > 0 && scale <= 1)) {
      throw new IllegalArgumentException("scale must be above 0 and at most 1: " + scale);
    }
    parameters = Map.copyOf(parameters);
  }

  /** Returns the same options with a different treatment of instructions that are not modeled. */
  public ModelOptions approximating(boolean other) {
    return new ModelOptions(scale, seed, parameters, other);
  }

  /**
   * Returns options that replace no parameter and do not approximate.
   *
   * @param scale size of the input relative to the paper's, more than 0 to 1
   * @param seed of every pseudo-random value
   */
  public static ModelOptions of(double scale, long seed) {
    return new ModelOptions(scale, seed, Map.of(), false);
  }
}
