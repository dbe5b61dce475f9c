package org.polyphony.gpu.part;

import java.util.HashMap;
import java.util.Map;
import org.polyphony.input.Hash;

/**
 * What the hardware parts of one run share: its workloads, its seed, and the classes of the user's
 * own parts, which are loaded once for a run.
 */
public final class Parts {
  private final long seed;
  private final int workloads;
  private final Map<String, Class<?>> own = new HashMap<>();
  private long made;

  /**
   * Creates the parts of a run.
   *
   * @param seed of the run
   * @param workloads that share the device, at least 1
   */
  public Parts(long seed, int workloads) {
    this.seed = seed;
    this.workloads = workloads;
  }

  /** Returns the workloads of the run; they are numbered from 0. */
  public int workloads() {
    return workloads;
  }

  /** Returns a seed for the next part, at least 0. */
  public long nextSeed() {
    return Hash.mix(seed, made++);
  }

  Class<?> load(PartKind<?, ?> kind, PartConfig config) {
    Class<?> known = own.get(config.name());
    if (known == null) {
      known = kind.load(config);
      own.put(config.name(), known);
    }
    return known;
  }
}
