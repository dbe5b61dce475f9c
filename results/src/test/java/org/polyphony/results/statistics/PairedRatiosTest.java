package org.polyphony.results.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PairedRatiosTest {
  @Test
  void countsPairsThatAreBetterEqualAndWorse() {
    Map<String, Double> ratios = Map.of("a", 2.0, "b", 1.0004, "c", 0.9996, "d", 0.5, "e", 1.1);

    PairedRatios throughput = PairedRatios.of(ratios, true);
    PairedRatios latency = PairedRatios.of(ratios, false);

    assertEquals(List.of(5, 2, 2, 1), counts(throughput));
    assertEquals(List.of(5, 1, 2, 2), counts(latency));
    assertEquals(Math.pow(2 * 1.0004 * 0.9996 * 0.5 * 1.1, 0.2), latency.mean().mean(), 1e-12);
  }

  @Test
  void hasNoMeanWithoutPairs() {
    PairedRatios none = PairedRatios.of(Map.of(), true);

    assertEquals(List.of(0, 0, 0, 0), counts(none));
    assertEquals(Double.NaN, none.mean().mean());
  }

  private static List<Integer> counts(PairedRatios of) {
    return List.of(of.pairs(), of.better(), of.equal(), of.worse());
  }
}
