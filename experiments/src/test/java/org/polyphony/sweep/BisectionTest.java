package org.polyphony.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoublePredicate;
import org.junit.jupiter.api.Test;

class BisectionTest {
  /** Tests values until the search ends; they stay in the map, in order. */
  private static Bisection.Step run(
      Bisection search, DoublePredicate keeps, Map<Double, Boolean> tested) {
    Bisection.Step step = search.step(tested);
    while (step.next().isPresent()) {
      double value = step.next().get();
      assertEquals(null, tested.put(value, keeps.test(value)), "each value once");
      step = search.step(tested);
    }
    return step;
  }

  /** sqrt(10 x 1000) = 100; sqrt(100 x 1000) = 316.2; sqrt(100 x 316) = 177.8; and so on. */
  @Test
  void halvesTheRatioUntilTheTolerance() {
    Map<Double, Boolean> tested = new LinkedHashMap<>();

    Bisection.Step end = run(new Bisection(10, 1000, 0.05, true), x -> x <= 120, tested);

    assertEquals(
        List.of(10.0, 1000.0, 100.0, 316.0, 178.0, 133.0, 115.0, 124.0, 119.0),
        List.copyOf(tested.keySet()));
    assertEquals(Optional.of(119.0), end.kept());
    assertEquals(Optional.of(124.0), end.failed());
  }

  @Test
  void searchesTheLowestValueFromTheUpperEnd() {
    Map<Double, Boolean> tested = new LinkedHashMap<>();

    Bisection.Step end = run(new Bisection(100, 1, 1, false), x -> x >= 30, tested);

    assertEquals(List.of(100.0, 1.0, 10.0, 31.6228, 17.7828), List.copyOf(tested.keySet()));
    assertEquals(Optional.of(31.6228), end.kept());
    assertEquals(Optional.of(17.7828), end.failed());
  }

  @Test
  void endsWhereTheFirstEndFailsOrTheLastHolds() {
    Map<Double, Boolean> tested = new LinkedHashMap<>();

    Bisection.Step none = run(new Bisection(1, 8, 0.1, false), x -> false, tested);

    assertEquals(List.of(1.0), List.copyOf(tested.keySet()));
    assertEquals(Optional.empty(), none.kept());
    Bisection.Step beyond = run(new Bisection(1, 8, 0.1, false), x -> true, new HashMap<>());
    assertEquals(Optional.of(8.0), beyond.kept());
    assertEquals(Optional.empty(), beyond.failed());
  }

  @Test
  void endsBetweenNeighboringIntegers() {
    Bisection.Step end = run(new Bisection(1, 4, 0.001, true), x -> x < 3, new HashMap<>());

    assertEquals(Optional.of(2.0), end.kept());
    assertEquals(Optional.of(3.0), end.failed());
  }

  /** Whatever the range, the tolerance and the limit. */
  @Test
  void enclosesTheLimitWithinTheToleranceAndTheMostTests() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int trial = 0; trial < 20_000; trial++) {
      boolean isWhole = random.nextBoolean();
      double low = Math.pow(10, 6 * random.nextDouble());
      double high = low * (1 + Math.pow(10, 4 - 6 * random.nextDouble()));
      if (isWhole) {
        low = Math.rint(low);
        high = Math.rint(high) + 1;
      }
      boolean isUp = random.nextBoolean();
      double tolerance = Math.pow(10, -3 * random.nextDouble());
      double limit = low + (high - low) * random.nextDouble();
      Bisection search = new Bisection(isUp ? low : high, isUp ? high : low, tolerance, isWhole);
      String about = "seed " + seed + ": " + search + ", limit " + limit;
      Map<Double, Boolean> tested = new HashMap<>();

      Bisection.Step end = run(search, x -> isUp ? x <= limit : x >= limit, tested);

      assertTrue(tested.size() <= search.mostTests(), about);
      double kept = end.kept().orElseThrow();
      double failed = end.failed().orElse(kept);
      assertTrue(isUp ? kept <= limit && limit <= failed : failed <= limit && limit <= kept, about);
      boolean isWithin =
          Math.max(kept, failed) / Math.min(kept, failed) <= (1 + tolerance) * 1.00002;
      assertTrue(isWithin || (isWhole && Math.abs(kept - failed) == 1), about);
    }
  }
}
