package org.polyphony.policy.partition.instance;

/** Consecutive SMs. */
public record SmRange(int first, int count) {
  public boolean contains(int sm) {
    return sm >= first && sm < first + count;
  }
}
