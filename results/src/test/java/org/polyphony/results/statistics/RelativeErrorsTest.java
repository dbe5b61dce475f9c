package org.polyphony.results.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.results.statistics.RelativeErrors.Compared;

class RelativeErrorsTest {
  private static final Compared TOO_HIGH = new Compared("a", 11, 10);

  @Test
  void haveAMeanAMedianABiasAWorstAndARankCorrelation() {
    RelativeErrors errors =
        new RelativeErrors(List.of(TOO_HIGH, new Compared("b", 14, 20), new Compared("c", 30, 30)));

    assertEquals((0.1 + 0.3 + 0) / 3, errors.mean(), 1e-12);
    assertEquals(
        "mean absolute error 13.3% (median 10.0%), bias -6.7% (1 of 3 too low), worst -30.0% (b),"
            + " rank correlation 1.000",
        errors.text());
  }

  @Test
  void ofOneValueHaveNoRankCorrelation() {
    assertEquals(
        "mean absolute error 10.0% (median 10.0%), bias +10.0% (0 of 1 too low), worst +10.0% (a),"
            + " rank correlation -",
        new RelativeErrors(List.of(TOO_HIGH)).text());
  }
}
