package org.polyphony.gpu.alloc;

import java.util.List;
import org.polyphony.input.InvalidInputException;

/** The allocators by their names in configs. */
public final class RangeAllocators {
  private RangeAllocators() {}

  /** Returns the names, the paper's baseline first. */
  public static List<String> names() {
    return List.of(OneWay.NAME, TwoWay.NAME, TwoNWay.NAME);
  }

  /**
   * Returns what makes allocators of a kind.
   *
   * @param name one of {@link #names}
   * @param processes processes that share the device, at least 1; 2n-way makes a region per pair
   * @throws InvalidInputException if there is no such allocator
   */
  public static RangeAllocator.Factory of(String name, int processes) {
    return switch (name) {
      case OneWay.NAME -> OneWay::new;
      case TwoWay.NAME -> TwoWay::new;
      case TwoNWay.NAME -> capacity -> new TwoNWay(capacity, (processes + 1) / 2);
      default ->
          throw new InvalidInputException(
              "no allocation \"" + name + "\"; one of " + String.join(", ", names()));
    };
  }
}
