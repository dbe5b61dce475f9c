package org.polyphony.gpu.alloc;

import java.util.List;
import org.polyphony.input.InvalidInputException;

/** Range allocators by config name. */
public final class RangeAllocators {
  /** Two-way allocation: 2n-way allocation with one region. */
  public static final String TWO_WAY = "two-way";

  private RangeAllocators() {}

  /** Returns the names, the paper's baseline first. */
  public static List<String> names() {
    return List.of(OneWay.NAME, TWO_WAY, TwoNWay.NAME);
  }

  /**
   * Returns the factory of a kind of allocator.
   *
   * @param name one of {@link #names}
   * @param processes that share the device, at least 1; 2n-way creates a region per pair
   * @throws InvalidInputException if the name is unknown
   */
  public static RangeAllocator.Factory of(String name, int processes) {
    return switch (name) {
      case OneWay.NAME -> OneWay::new;
      case TWO_WAY -> capacity -> new TwoNWay(capacity, 1);
      case TwoNWay.NAME -> capacity -> new TwoNWay(capacity, (processes + 1) / 2);
      default ->
          throw new InvalidInputException(
              "no allocation \"" + name + "\"; one of " + String.join(", ", names()));
    };
  }
}
