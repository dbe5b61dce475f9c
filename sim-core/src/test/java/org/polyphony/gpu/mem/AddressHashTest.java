package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressHashTest {
  private final AddressHash hash = AddressHash.polynomial(6);

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
  void takesTheParityOfTheBitsOfAnAddressForEachBit() {
    AddressHash parities = AddressHash.parities(List.of(List.of(7, 9), List.of(8, 9, 63)), 7);

    assertEquals(0b01, parities.apply(0b001)); // address bit 7
    assertEquals(0b11, parities.apply(0b100)); // bit 9
    assertEquals(0b00, parities.apply(0b111));
    assertEquals(0b10, parities.apply(1L << 56)); // bit 63
  }

  @Test
  void refusesADegreeWithoutPolynomial() {
    assertThrows(IllegalArgumentException.class, () -> AddressHash.polynomial(17));
  }
}
