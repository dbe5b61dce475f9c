package org.polyphony.gpu.part;

import java.util.HashMap;
import java.util.Map;
import org.polyphony.input.Hash;
import org.polyphony.usercode.UserClass;

/**
 * What the hardware parts of one run share: its workloads, its seed, and the classes of the user's
 * own parts, which are loaded once for a run.
 */
public final class Parts {
  private final long seed;
  private final int workloads;
  private final Map<String, UserClass<?>> own = new HashMap<>();
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

  UserClass<?> load(PartKind<?, ?> kind, PartConfig config) {
    UserClass<?> known = own.get(config.name());
    if (known == null) {
      known = kind.load(config);
      own.put(config.name(), known);
    }
    return known;
  }

  /**
   * Names a part in messages.
   *
   * @param place its key in the device's config, as {@code l2.replacement}
   */
  public static String name(String place, Object part) {
    return "gpu." + place + " (" + part.getClass().getName() + "): ";
  }
}
