package org.polyphony.policy.partition.maestro;

import java.util.Locale;

/** What an SM is used for in an epoch. Source: GPU Maestro section 4.1. */
enum Role {
  /** Runs the first kernel of the pair without SMK. */
  DEDICATED_FIRST,
  /** Runs the second kernel of the pair without SMK. */
  DEDICATED_SECOND,
  /** Holds the partition that was best in the epoch before. */
  FOLLOWER,
  /** Tests one thread block more of the trial kernel. */
  MORE,
  /** Tests one thread block fewer of the trial kernel. */
  FEWER;

  /** The roles, in order. */
  static final Role[] ALL = values();

  /** Returns the role of the SMs dedicated to one kernel of the pair, 0 or 1. */
  static Role dedicated(int side) {
    return side == 0 ? DEDICATED_FIRST : DEDICATED_SECOND;
  }

  /** Returns whether only one kernel of the pair runs there. */
  boolean isDedicated() {
    return this == DEDICATED_FIRST || this == DEDICATED_SECOND;
  }

  String label() {
    return isDedicated() ? "dedicated" : name().toLowerCase(Locale.ROOT);
  }
}
