package org.polyphony.policy.partition.maestro;

/** Counters of which a test says what they count. */
final class TestCounters {
  /** A number for each SM and kernel of the pair. */
  @FunctionalInterface
  interface Each {
    /** Returns that of a kernel, 0 or 1, on an SM. */
    long of(int index, int side);
  }

  private TestCounters() {}

  static Epoch.Counters of(long heldCycles, Each instructions) {
    return heldBy((index, side) -> heldCycles, instructions);
  }

  static Epoch.Counters heldBy(Each heldCycles, Each instructions) {
    return new Epoch.Counters() {
      @Override
      public long instructions(int index, int side) {
        return instructions.of(index, side);
      }

      @Override
      public long heldCycles(int index, int side) {
        return heldCycles.of(index, side);
      }
    };
  }
}
