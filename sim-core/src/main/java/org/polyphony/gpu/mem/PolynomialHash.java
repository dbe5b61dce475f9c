package org.polyphony.gpu.mem;

/**
 * Pseudo-random interleaving: the remainder of a number, read as a polynomial over GF(2), divided
 * by an irreducible polynomial.
 *
 * <p>Free of conflicts for all strides of a power of two. Source: Rau, ISCA 1991; the reference
 * simulator uses the same polynomials for 16, 32 and 64 sets. Differs: that takes only some twenty
 * bits of the number.
 */
final class PolynomialHash {
  /** Irreducible polynomial of each degree from 0; bit i is the coefficient of the power i. */
  private static final int[] POLYNOMIALS = {
    1, 3, 7, 11, 19, 37, 67, 131, 285, 529, 1033, 2053, 4179, 8219, 17475, 32771, 69643
  };

  private final int degree;
  private final int[] remainders = new int[8 * 256];

  /**
   * Prepares the hash.
   *
   * @param degree bits of the result, 0 to 16
   * @throws IllegalArgumentException when no polynomial of the degree is known
   */
  PolynomialHash(int degree) {
    if (degree < 0 || degree >= POLYNOMIALS.length) {
      throw new IllegalArgumentException("degree must be 0 to 16: " + degree);
    }
    this.degree = degree;
    for (int position = 0; position < 8; position++) {
      for (int value = 0; value < 256; value++) {
        remainders[position * 256 + value] = remainder((long) value << (8 * position));
      }
    }
  }

  /** Returns the hash of a number, from 0 to 2^degree - 1. */
  int apply(long number) {
    int result = 0;
    long rest = number;
    for (int position = 0; rest != 0; position += 256) {
      result ^= remainders[position + (int) (rest & 255)];
      rest >>>= 8;
    }
    return result;
  }

  private int remainder(long number) {
    if (degree == 0) {
      return 0;
    }
    long rest = number;
    for (int bit = 63; bit >= degree; bit--) {
      if ((rest >>> bit & 1) != 0) {
        rest ^= (long) POLYNOMIALS[degree] << (bit - degree);
      }
    }
    return (int) rest;
  }
}
