package org.polyphony.compare;

import java.util.List;
import java.util.Random;

/** Random choices that a seed decides, the same under every JDK. */
public final class Choices {
  private final Random random;

  public Choices(long seed) {
    random = new Random(mixed(seed));
  }

  /** Seeds that follow one another would choose alike. Source: Steele et al., SplitMix, 2014. */
  private static long mixed(long seed) {
    long z = seed * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  @SafeVarargs
  public final <T> T of(T... values) {
    return values[random.nextInt(values.length)];
  }

  public <T> T of(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** Returns a number between two, both included. */
  public int between(int low, int high) {
    return low + random.nextInt(high - low + 1);
  }

  public boolean percent(int probability) {
    return random.nextInt(100) < probability;
  }
}
