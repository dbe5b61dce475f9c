package org.polyphony.study.pairs;

import java.util.stream.Stream;

/**
 * Category of a pair, by the types of its benchmarks. Source: GPU Maestro Table 3 and Figure 11.
 */
public enum Category {
  /** Both compute-intensive. */
  COM_COM("COM/COM"),
  /** One compute-intensive, one memory-intensive. */
  COM_MEM("COM/MEM"),
  /** Both memory-intensive. */
  MEM_MEM("MEM/MEM");

  private final String label;

  Category(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /**
   * Returns the category of two types.
   *
   * @throws IllegalArgumentException if a type is unknown
   */
  public static Category of(String first, String second) {
    String label = first.compareTo(second) <= 0 ? first + "/" + second : second + "/" + first;
    return Stream.of(values())
        .filter(category -> category.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("types: " + label));
  }
}
