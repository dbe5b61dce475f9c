package org.polyphony.gpu.part.arbitration;

import org.polyphony.gpu.part.PartKind;

/**
 * Oldest first: the packet that has waited longest, from the lowest input if several have.
 *
 * <p>Source: age-based arbitration as in Abts and Weisser, SC 2007.
 */
final class OldestFirst implements Arbiter {
  static final PartKind.Bundled<Arbiter, Requesters, PartKind.None> PART =
      new PartKind.Bundled<>(
          "age",
          "the packet that has waited longest",
          "Abts and Weisser, SC 2007",
          PartKind.None.class,
          (requesters, none) -> new OldestFirst(requesters));

  private final Requesters requesters;

  OldestFirst(Requesters requesters) {
    this.requesters = requesters;
  }

  @Override
  public int choose(long cycle) {
    int oldest = 0;
    for (int i = 1; i < requesters.size(); i++) {
      oldest = requesters.arrival(i) < requesters.arrival(oldest) ? i : oldest;
    }
    return oldest;
  }
}
