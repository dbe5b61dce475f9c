package org.polyphony.study;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.study.ErrorStatistics.Pair;

class ErrorStatisticsTest {
  private static final List<Pair> PAIRS =
      List.of(new Pair("a", 110, 100), new Pair("b", 70, 100), new Pair("c", 200, 200));

  @Test
  void averagesAbsoluteRelativeErrors() {
    assertEquals((0.1 + 0.3 + 0) / 3, ErrorStatistics.meanAbsoluteError(PAIRS), 1e-12);
  }

  @Test
  void takesTheMedianOfAbsoluteRelativeErrors() {
    assertEquals(0.1, ErrorStatistics.medianAbsoluteError(PAIRS), 1e-12);
  }

  @Test
  void findsTheWorstWhateverItsSign() {
    assertEquals("b", ErrorStatistics.worst(PAIRS).name());
  }

  @Test
  void correlatesAPowerLawFully() {
    List<Pair> squares = List.of(new Pair("a", 1, 1), new Pair("b", 4, 2), new Pair("c", 9, 3));

    assertEquals(1, ErrorStatistics.logCorrelation(squares), 1e-12);
  }

  @Test
  void correlatesRanksWhateverTheDistances() {
    List<Pair> ascending = List.of(new Pair("a", 1, 5), new Pair("b", 2, 6), new Pair("c", 9, 7));
    List<Pair> swapped = List.of(new Pair("a", 1, 6), new Pair("b", 2, 5), new Pair("c", 9, 7));

    assertEquals(1, ErrorStatistics.rankCorrelation(ascending), 1e-12);
    assertEquals(0.5, ErrorStatistics.rankCorrelation(swapped), 1e-12); // 1 - 6 * 2 / (3 * 8)
  }

  @Test
  void leavesTheRankCorrelationOfOneValueOut() {
    assertEquals(
        "STP: mean absolute error 10.0%, worst +10.0% (a), rank correlation -",
        ErrorStatistics.line("STP", PAIRS.subList(0, 1)));
  }

  @Test
  void takesTheGeometricMeanOfRatios() {
    List<Pair> ratios = List.of(new Pair("a", 2, 1), new Pair("b", 8, 1));

    assertEquals(4, ErrorStatistics.geometricMeanRatio(ratios), 1e-12);
  }
}
