package org.polyphony.policy.partition.maestro;

import java.util.Map;

/** How the speed of each benchmark's kernels grows with SMs, as exponents, from runs alone. */
final class Table3 {
  private static final Map<String, Double> EXPONENTS = Map.of();

  private Table3() {}

  static double exponent(String kernel) {
    return EXPONENTS.getOrDefault(kernel, 1.0);
  }
}
