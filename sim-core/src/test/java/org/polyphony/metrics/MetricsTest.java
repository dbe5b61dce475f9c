package org.polyphony.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricsTest {
  private static final double EXACT = 1e-15;

  @ParameterizedTest
  @CsvSource({
    "0.75 0.5, 1.25, 1.6666666666666667", // the sum, and the mean of 4/3 and 2
    "1, 1, 1", // one benchmark alone
    "0.55 0.55, 1.1, 1.8181818181818182", // better by ANTT
    "1.0 0.25, 1.25, 2.5" // and by STP
  })
  void addUpProgressAndSlowdown(String progress, double stp, double antt) {
    double[] each = Stream.of(progress.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();

    assertEquals(stp, Stp.of(each), EXACT);
    assertEquals(antt, Antt.of(each), EXACT);
  }

  @Test
  void refusesABenchmarkWithoutProgress() {
    assertThrows(IllegalArgumentException.class, () -> Antt.of(1, 0));
    assertThrows(IllegalArgumentException.class, () -> Stp.of(1, Double.NaN));
    assertThrows(IllegalArgumentException.class, Stp::of);
  }
}
