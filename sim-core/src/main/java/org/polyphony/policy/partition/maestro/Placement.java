package org.polyphony.policy.partition.maestro;

/**
 * Which SMs of a group hold the partition of their role. One that has held it counts until it is to
 * hold another: that thread blocks end and are replaced belongs to a partition. Source: GPU Maestro
 * section 4.1, "the desired thread block partition is achieved"; DEVIATIONS.md 82.
 */
final class Placement {
  private final Partition[] held; // null where it is not in place

  /** Makes that of SMs that hold nothing. */
  Placement(int sms) {
    held = new Partition[sms];
  }

  /**
   * Looks at an SM.
   *
   * @param wanted the partition of its role
   * @param isHeld whether it is in place now
   * @return whether it is, or has been since it is wanted
   */
  boolean look(int index, Partition wanted, boolean isHeld) {
    boolean is = isHeld || wanted.equals(held[index]);
    held[index] = is ? wanted : null;
    return is;
  }

  /** Returns what {@link #look} has returned last. */
  boolean has(int index) {
    return held[index] != null;
  }
}
