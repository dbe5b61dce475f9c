package org.polyphony.study.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.polyphony.results.statistics.GeometricMean.Member;
import org.polyphony.results.table.Row;
import org.polyphony.study.Verdict;
import org.polyphony.study.engine.Measured.Drawn;

class MeasuredTest {
  private static final List<String> KEYS = List.of("pair", "size", "seed");
  private static final Estimate ONE = Estimate.exact(1);

  /** Returns the mean over six pairs that differ much from each other, all times a factor. */
  private static Measured mean(String size, double factor) {
    List<Drawn> drawn = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      String pair = "a" + i + "/b" + i;
      Row row = new Row(Map.of("pair", pair, "size", size));
      drawn.add(new Drawn(row, Member.of(pair, factor * (1 + i) * (1 + 0.001 * (i % 2)))));
    }
    return Measured.mean(drawn, drawn.size());
  }

  private static Optional<Measured> ratio(Measured above, Measured below) {
    return Measured.pairedRatio(above, below, KEYS);
  }

  @Test
  void meansOverTheSamePairsAreComparedPairByPair() {
    Measured small = mean("small", 1.05);
    Measured large = mean("large", 1);

    assertEquals(Verdict.NOT_SHOWN, small.number().compared(">", large.number()));
    Measured ratio = ratio(small, large).orElseThrow();
    assertEquals(1.05, ratio.value(), 1e-12);
    assertEquals(Verdict.HOLDS, ratio.number().combined("*", ONE).compared(">", ONE));
    assertEquals(Verdict.FAILS, ratio.number().compared("<", ONE));
  }

  @Test
  void meansOverOtherPairsHaveNoPairedRatio() {
    Measured some = mean("small", 1);
    Measured fewer = Measured.mean(some.drawn().subList(0, 5), 5);

    assertTrue(ratio(some, fewer).isEmpty());
    assertTrue(ratio(some, Measured.of(2, 1)).isEmpty());
  }

  @Test
  void aMeanTimesANumberIsStillAMeanOverItsPairs() {
    Measured twice =
        Measured.ofMembers(mean("small", 1), "*", Measured.of(2, 1), KEYS).orElseThrow();

    assertEquals(2, ratio(twice, mean("large", 1)).orElseThrow().value(), 1e-12);
  }

  @Test
  void anIntervalThatIncludesBothAnswersShowsNeither() {
    Estimate wide = Estimate.of(1.1, 0.9, 1.3);

    assertEquals(Verdict.NOT_SHOWN, wide.compared(">", ONE));
    assertEquals(Verdict.HOLDS, wide.compared(">", Estimate.exact(0.8)));
    assertEquals(Verdict.FAILS, wide.compared("=", Estimate.exact(2)));
    assertEquals(
        Verdict.NOT_SHOWN,
        Estimate.of(1.1, Double.NaN, Double.NaN).compared(">", Estimate.exact(0.1)));
  }

  @Test
  void aFormulaOfEstimatesHasTheWidestInterval() {
    Estimate ratio = Estimate.of(2, 1, 4).combined("/", Estimate.of(1, 0.5, 2));

    assertEquals(new Estimate(2, 0.5, 8), ratio);
  }
}
