package org.polyphony.workload.kernel;

import java.util.Map;
import org.polyphony.gpu.kernel.InstructionOrder;

/**
 * How a kernel model is instantiated.
 *
 * @param scale size of the input relative to the paper's, more than 0 to 1
 * @param seed of every pseudo-random value
 * @param parameters values that replace those of the model's {@code parameters}, by name
 * @param order of the instructions
 */
public record ModelOptions(
    double scale, long seed, Map<String, Long> parameters, InstructionOrder order) {
  /** Paper scale, seed 1, no parameter replaced, the compiler's order. */
  public static final ModelOptions DEFAULT = new ModelOptions(1.0, 1, Map.of());

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

  /**
   * Makes options with the compiler's order.
   *
   * @param scale size of the input relative to the paper's, more than 0 to 1
   * @param seed of every pseudo-random value
   * @param parameters values that replace those of the model's {@code parameters}, by name
   */
  public ModelOptions(double scale, long seed, Map<String, Long> parameters) {
    this(scale, seed, parameters, InstructionOrder.COMPILED);
  }

  /** Returns the same options with another order. */
  public ModelOptions withOrder(InstructionOrder other) {
    return new ModelOptions(scale, seed, parameters, other);
  }

  /**
   * Returns options without replaced parameters.
   *
   * @param scale size of the input relative to the paper's, more than 0 to 1
   * @param seed of every pseudo-random value
   */
  public static ModelOptions of(double scale, long seed) {
    return new ModelOptions(scale, seed, Map.of());
  }
}
