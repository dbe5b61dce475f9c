package org.polyphony.gpu.mem;

import java.util.List;

/**
 * A linear hash over GF(2): each result bit is the parity of some bits of a number, chosen by a
 * polynomial or listed explicitly.
 *
 * <p>Polynomial hash: the number, read as a polynomial over GF(2), modulo an irreducible
 * polynomial. Conflict-free for all power-of-two strides. Source: Rau, ISCA 1991; the reference
 * simulator uses the same polynomials for 16, 32 and 64 sets. Differs: the reference simulator
 * hashes only about twenty bits of the number.
 */
public final class AddressHash {
  /** Irreducible polynomial of each degree from 0; bit i is the coefficient of x^i. */
  private static final int[] POLYNOMIALS = {
    1, 3, 7, 11, 19, 37, 67, 131, 285, 529, 1033, 2053, 4179, 8219, 17475, 32771, 69643
  };

  private final long[] combined; // by result bit: the bits of the number whose parity it is

  private AddressHash(long[] combined) {
    this.combined = combined;
  }

  /**
   * Returns a polynomial hash.
   *
   * @param degree bits of the result, 0 to 16
   * @throws IllegalArgumentException if no polynomial of the degree is known
   */
  static AddressHash polynomial(int degree) {
    if (degree < 0 || degree >= POLYNOMIALS.length) {
      throw new IllegalArgumentException("degree must be 0 to 16: " + degree);
    }
    long[] combined = new long[degree];
    int remainder = 1; // of the power of x that a bit stands for
    for (int bit = 0; bit < 64 && degree > 0; bit++) {
      for (int i = 0; i < degree; i++) {
        combined[i] |= (remainder >>> i & 1L) << bit;
      }
      remainder <<= 1;
      remainder ^= remainder >>> degree == 0 ? 0 : POLYNOMIALS[degree];
    }
    return new AddressHash(combined);
  }

  /**
   * Returns a hash with explicitly listed parities.
   *
   * @param bits for each result bit, from the lowest: the address bits to combine, at least {@code
   *     shift}
   * @param shift address bit that is bit 0 of the number
   */
  public static AddressHash parities(List<List<Integer>> bits, int shift) {
    long[] combined = new long[bits.size()];
    for (int i = 0; i < bits.size(); i++) {
      for (int bit : bits.get(i)) {
        combined[i] ^= 1L << (bit - shift);
      }
    }
    return new AddressHash(combined);
  }

  /** Returns the hash of a number, 0 to 2^bits - 1. */
  int apply(long number) {
    int result = 0;
    for (int i = 0; i < combined.length; i++) {
      result |= (Long.bitCount(number & combined[i]) & 1) << i;
    }
    return result;
  }
}
