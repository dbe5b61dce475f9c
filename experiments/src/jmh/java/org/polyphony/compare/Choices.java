package org.polyphony.compare;

import java.util.List;
import java.util.Random;

/** Random choices that a seed decides, the same under every JDK. */
final class Choices {
  private final Random random;

  Choices(long seed) {
    random = new Random(seed);
  }

  @SafeVarargs
  final <T> T of(T... values) {
    return values[random.nextInt(values.length)];
  }

  <T> T of(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** Returns a number between two, both included. */
  int between(int low, int high) {
    return low + random.nextInt(high - low + 1);
  }

  boolean percent(int probability) {
    return random.nextInt(100) < probability;
  }
}
