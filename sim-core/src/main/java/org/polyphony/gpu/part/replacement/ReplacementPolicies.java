package org.polyphony.gpu.part.replacement;

import java.util.List;
import org.polyphony.gpu.part.PartKind;

/** Replacement policies by name; register a new one here. */
public final class ReplacementPolicies {
  /** Name of the default. */
  public static final String LRU = "lru";

  /** All bundled policies, the default first. */
  public static final PartKind<ReplacementPolicy, CacheSets> KIND =
      new PartKind<>(
          ReplacementPolicy.class,
          CacheSets.class,
          List.of(
              new PartKind.Bundled<>(
                  LRU,
                  "evicts the line that was used least recently",
                  "Mattson et al., IBM Systems Journal 1970",
                  PartKind.None.class,
                  null),
              Fifo.PART,
              RandomWay.PART,
              Srrip.PART,
              Drrip.PART,
              EvenWays.PART));

  private ReplacementPolicies() {}
}
