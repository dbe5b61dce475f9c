package org.polyphony.gpu.part.arbitration;

import java.util.List;
import org.polyphony.gpu.part.PartKind;

/** Arbiters of ports by name; register a new one here. */
public final class Arbiters {
  /** Name of the default. */
  public static final String ROUND_ROBIN = "round-robin";

  /** All bundled arbiters, the default first. */
  public static final PartKind<Arbiter, Requesters> KIND =
      new PartKind<>(
          Arbiter.class,
          Requesters.class,
          List.of(
              new PartKind.Bundled<>(
                  ROUND_ROBIN,
                  "inputs in turn",
                  "McKeown, IEEE/ACM Transactions on Networking 1999",
                  PartKind.None.class,
                  null),
              OldestFirst.PART,
              WeightedRoundRobin.PART));

  private Arbiters() {}
}
