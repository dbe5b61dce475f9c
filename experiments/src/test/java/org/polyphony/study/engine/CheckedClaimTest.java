package org.polyphony.study.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.polyphony.config.Claim;
import org.polyphony.config.Quantity.Form;
import org.polyphony.input.Keys;
import org.polyphony.study.Verdict;

class CheckedClaimTest {
  private static final Claim ABOVE_ONE =
      Keys.bind(
          Claim.class,
          Map.of("claim", "better", "above", 1.0, "values", List.of(Map.of("of", "stp"))));

  private static Optional<Double> timesAsMany(
      double value, double low, double high, Verdict verdict) {
    Measured measured = new Measured("", value, low, high, Form.RATIO, "", "", 90);
    return new CheckedClaim(ABOVE_ONE, List.of(measured), verdict).timesAsMany();
  }

  /** ln(0.98 / 1.02) is 2.02 times ln(1 / 1.02), so 4.1 times as many pairs halve it enough. */
  @Test
  void anUncertainClaimNeedsPairsWithTheSquareOfItsInterval() {
    assertEquals(Optional.of(4.1), timesAsMany(1.02, 0.98, 1.06, Verdict.SEEMS_TO_HOLD));
    assertEquals(Optional.of(4.1), timesAsMany(1 / 1.02, 0.9, 1 / 0.98, Verdict.SEEMS_TO_FAIL));
  }

  @Test
  void aSureClaimNeedsNoMorePairs() {
    assertEquals(Optional.empty(), timesAsMany(1.02, 1.01, 1.03, Verdict.HOLDS));
  }

  @Test
  void aValueAtItsLimitIsDecidedByNoNumberOfPairs() {
    assertEquals(Optional.empty(), timesAsMany(1, 0.98, 1.02, Verdict.SEEMS_TO_FAIL));
  }

  @Test
  void withoutAnIntervalNobodyKnowsHowManyPairsItTakes() {
    assertEquals(
        Optional.empty(), timesAsMany(1.02, Double.NaN, Double.NaN, Verdict.SEEMS_TO_HOLD));
  }
}
