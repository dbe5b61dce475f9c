package org.polyphony.policy.partition.maestro;

import java.util.Locale;

/**
 * A partition compared at the end of an epoch. Ties go to the first one listed here, starting with
 * the one that moves nothing. Source: GPU Maestro section 4.1.
 */
enum Candidate {
  /** The followers' partition. */
  FOLLOWER(Role.FOLLOWER),
  /** One more thread block of the trial kernel. */
  MORE(Role.MORE),
  /** One fewer thread block of the trial kernel. */
  FEWER(Role.FEWER),
  /** Spatial multitasking. */
  SPATIAL(null);

  private final Role role; // null for spatial, which is measured on dedicated SMs

  Candidate(Role role) {
    this.role = role;
  }

  /** Returns the role of the SMs that measure it for kernel {@code side} (0 or 1) of the pair. */
  Role role(int side) {
    return this == SPATIAL ? Role.dedicated(side) : role;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
