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

  private final int[] hashes = new int[8 * 256]; // by byte position and value

  /** Creates a hash from the hash of each single bit. */
  private AddressHash(int[] ofBit) {
    for (int position = 0; position < 8; position++) {
      for (int value = 0; value < 256; value++) {
        for (int bit = 0; bit < 8; bit++) {
          hashes[position * 256 + value] ^= (value >>> bit & 1) * ofBit[8 * position + bit];
        }
      }
    }
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
    int[] ofBit = new int[64];
    int remainder = 1;
    for (int bit = 0; bit < 64 && degree > 0; bit++) {
      ofBit[bit] = remainder;
      remainder <<= 1;
      remainder ^= remainder >>> degree == 0 ? 0 : POLYNOMIALS[degree];
    }
    return new AddressHash(ofBit);
  }

  /**
   * Returns a hash with explicitly listed parities.
   *
   * @param bits for each result bit, from the lowest: the address bits to combine, at least {@code
   *     shift}
   * @param shift address bit that is bit 0 of the number
   */
  public static AddressHash parities(List<List<Integer>> bits, int shift) {
    int[] ofBit = new int[64];
    for (int i = 0; i < bits.size(); i++) {
      for (int bit : bits.get(i)) {
        ofBit[bit - shift] ^= 1 << i;
      }
    }
    return new AddressHash(ofBit);
  }

  /** Returns the hash of a number, 0 to 2^bits - 1. */
  int apply(long number) {
    int result = 0;
    long rest = number;
    for (int position = 0; rest != 0; position += 256) {
      result ^= hashes[position + (int) (rest & 255)];
      rest >>>= 8;
    }
    return result;
  }
}
