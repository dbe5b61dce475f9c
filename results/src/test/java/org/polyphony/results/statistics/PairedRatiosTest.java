package org.polyphony.results.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.polyphony.results.statistics.GeometricMean.Member;

class PairedRatiosTest {
  @Test
  void countsPairsThatAreBetterEqualAndWorse() {
    List<Member> ratios =
        DoubleStream.of(2.0, 1.0004, 0.9996, 0.5, 1.1)
            .mapToObj(ratio -> Member.of("a/b", ratio))
            .toList();

    PairedRatios throughput = PairedRatios.of(ratios, true);
    PairedRatios latency = PairedRatios.of(ratios, false);

    assertEquals(List.of(5, 2, 2, 1), counts(throughput));
    assertEquals(List.of(5, 1, 2, 2), counts(latency));
    assertEquals(Math.pow(2 * 1.0004 * 0.9996 * 0.5 * 1.1, 0.2), latency.mean().mean(), 1e-12);
  }

  @Test
  void hasNoMeanWithoutPairs() {
    PairedRatios none = PairedRatios.of(List.of(), true);

    assertEquals(List.of(0, 0, 0, 0), counts(none));
    assertEquals(Double.NaN, none.mean().mean());
  }

  private static List<Integer> counts(PairedRatios of) {
    return List.of(of.pairs(), of.better(), of.equal(), of.worse());
  }
}
