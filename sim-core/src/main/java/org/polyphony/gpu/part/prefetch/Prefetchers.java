package org.polyphony.gpu.part.prefetch;

import java.util.List;
import org.polyphony.gpu.part.PartKind;

/** Prefetchers by name; register a new one here. */
public final class Prefetchers {
  /** Name of the default. */
  public static final String NONE = "none";

  /** All bundled prefetchers, the default first. */
  public static final PartKind<Prefetcher, PrefetchedCache> KIND =
      new PartKind<>(
          Prefetcher.class,
          PrefetchedCache.class,
          List.of(
              new PartKind.Bundled<>(
                  NONE, "fetches nothing ahead", "own", PartKind.None.class, null),
              StridePrefetcher.PART));

  private Prefetchers() {}
}
