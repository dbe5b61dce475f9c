package org.polyphony.study.pairs;

import java.util.List;

/**
 * Two benchmarks that run together.
 *
 * @param category their types, such as {@code COM/MEM}. Source: GPU Maestro Table 3 and Figure 11
 */
public record Pair(String first, String second, String category) {
  /** Returns the name in figures, such as {@code BS/LC}. */
  public String label() {
    return first + "/" + second;
  }

  /** Returns both names, in launch order. */
  public List<String> names() {
    return List.of(first, second);
  }
}
