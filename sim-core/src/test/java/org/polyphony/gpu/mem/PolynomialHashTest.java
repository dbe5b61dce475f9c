package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolynomialHashTest {
  private final PolynomialHash hash = new PolynomialHash(6);

  @Test
  void keepsNumbersBelowTheDegree() {
    assertEquals(0b101101, hash.apply(0b101101));
  }

  @Test
  void reducesByTheIrreduciblePolynomial() {
    assertEquals(0b000011, hash.apply(0b1000000)); // x^6 mod (x^6 + x + 1)
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 6, 10, 17, 30})
  void isFreeOfConflictsForStridesOfAPowerOfTwo(int shift) {
    long distinct =
        IntStream.range(0, 64).map(i -> hash.apply((long) i << shift)).distinct().count();

    assertEquals(64, distinct);
  }

  @Test
  void refusesADegreeWithoutPolynomial() {
    assertThrows(IllegalArgumentException.class, () -> new PolynomialHash(17));
  }
}
