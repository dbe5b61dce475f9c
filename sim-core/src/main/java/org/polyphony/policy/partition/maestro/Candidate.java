package org.polyphony.policy.partition.maestro;

import java.util.Locale;

/**
 * What is compared at the end of an epoch. Source: GPU Maestro section 4.1. Of equal scores the
 * earlier one here wins: first the one that moves nothing.
 */
enum Candidate {
  /** The partition of the follower SMs. */
  FOLLOWER(Role.FOLLOWER),
  /** One thread block more of the trial kernel. */
  MORE(Role.MORE),
  /** One thread block fewer of the trial kernel. */
  FEWER(Role.FEWER),
  /** Spatial multitasking. */
  SPATIAL(null);

  private final Role role; // null for spatial, which is measured on the dedicated SMs

  Candidate(Role role) {
    this.role = role;
  }

  /** Returns the role of the SMs on which it is measured for a kernel of the pair, 0 or 1. */
  Role role(int side) {
    return this == SPATIAL ? Role.dedicated(side) : role;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
