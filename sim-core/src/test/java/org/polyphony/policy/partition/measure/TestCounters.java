package org.polyphony.policy.partition.measure;

/** Counters of which a test says what they count. */
public final class TestCounters {
  /** A number for each SM and kernel. */
  @FunctionalInterface
  public interface Each {
    /** Returns that of a kernel on an SM. */
    long of(int index, int side);
  }

  private TestCounters() {}

  public static Epoch.Counters of(long heldCycles, Each instructions) {
    return heldBy((index, side) -> heldCycles, instructions);
  }

  public static Epoch.Counters heldBy(Each heldCycles, Each instructions) {
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
