package org.polyphony.policy.partition.tutti;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpatialSplitTest {
  private static SpatialSplit needing(int... sms) {
    SpatialSplit split = new SpatialSplit(sms.length);
    for (int k = 0; k < sms.length; k++) {
      split.see(k, sms[k]);
    }
    return split;
  }

  @ParameterizedTest
  @CsvSource({"99, 99, 8, 8", "3, 99, 3, 13", "99, 8, 8, 8", "99, 9, 8, 8", "2, 3, 8, 8"})
  void givesASmallGridWhatItNeedsAndDividesTheRest(int first, int second, int its, int others) {
    assertArrayEquals(new int[] {its, others}, needing(first, second).of(16));
  }

  @ParameterizedTest
  @CsvSource({"17, 5, 6, 6", "16, 5, 5, 6"})
  void dividesAnyNumberOfSmsAmongThree(int sms, int first, int second, int third) {
    assertArrayEquals(new int[] {first, second, third}, needing(99, 99, 99).of(sms));
  }

  @ParameterizedTest
  @CsvSource({"99, 99, 0.5, 0.5", "4, 99, 1, 0.75"})
  void expectsProgressInProportionToSms(int first, int second, double its, double others) {
    assertArrayEquals(new double[] {its, others}, needing(first, second).progress(16));
  }

  @ParameterizedTest
  @CsvSource({"2, 5", "5, 2"})
  void remembersTheLargestGrid(int first, int later) {
    SpatialSplit split = needing(first, 99);
    split.see(0, later);

    assertArrayEquals(new int[] {5, 11}, split.of(16));
  }
}
