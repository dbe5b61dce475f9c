package org.polyphony.input;

/**
 * Pseudo-random values that are the same on every machine. Each is a pure function of its keys,
 * independent of the order of draws.
 *
 * <p>Source of the mixing constants: the finalizer of SplitMix64 (Steele et al., OOPSLA'14).
 */
public final class Hash {
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  private Hash() {}

  /** Returns a value from 0 to 2^62 - 1 that depends on both keys. */
  public static long mix(long state, long key) {
    long z = (state + GOLDEN_GAMMA) ^ (key * 0xd1342543de82ef95L + GOLDEN_GAMMA);
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return (z ^ (z >>> 31)) >>> 2;
  }
}
