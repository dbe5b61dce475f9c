package org.polyphony.policy.partition.maestro;

import java.util.Locale;

/** The role of an SM in an epoch. Source: GPU Maestro section 4.1. */
enum Role {
  /** Runs the first kernel of the pair without SMK. */
  DEDICATED_FIRST,
  /** Runs the second kernel of the pair without SMK. */
  DEDICATED_SECOND,
  /** Holds the winning partition of the last epoch. */
  FOLLOWER,
  /** Tries one more thread block of the trial kernel. */
  MORE,
  /** Tries one fewer thread block of the trial kernel. */
  FEWER;

  /** All roles; a cached {@link #values}. */
  static final Role[] ALL = values();

  /** Returns the role of SMs dedicated to kernel {@code side} (0 or 1) of the pair. */
  static Role dedicated(int side) {
    return side == 0 ? DEDICATED_FIRST : DEDICATED_SECOND;
  }

  /** Returns whether SMs with this role run only one kernel of the pair. */
  boolean isDedicated() {
    return this == DEDICATED_FIRST || this == DEDICATED_SECOND;
  }

  String label() {
    return isDedicated() ? "dedicated" : name().toLowerCase(Locale.ROOT);
  }
}
