package org.polyphony.gpu.mem;

import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.part.replacement.CacheSets;
import org.polyphony.gpu.part.replacement.ReplacementPolicies;
import org.polyphony.gpu.part.replacement.ReplacementPolicy;
import org.polyphony.usercode.UserCodeException;

/**
 * The lines of a {@link SectoredTags} whose replacement policy is not LRU: passes uses on to the
 * policy, and asks it for victims.
 *
 * <p>State per entry: the last use and the fill, as numbers of uses of this cache.
 */
final class ReplacedLines implements CacheSets {
  private final SectoredTags tags;
  private final String place;
  private final int sets;
  private final int ways;
  private final int workloads;
  private final long seed;
  private final long[] lastUse;
  private final long[] filledAt;
  private final ReplacementPolicy policy;
  private long uses;
  private int firstWay; // of those that may be evicted
  private int endWay;

  /**
   * Creates the policy of an empty store.
   *
   * @param place key of the policy in the device's config
   */
  ReplacedLines(SectoredTags tags, TagShape shape, PartConfig config, String place, Parts parts) {
    this.tags = tags;
    this.place = place;
    sets = shape.sets();
    ways = shape.ways();
    endWay = ways;
    workloads = parts.workloads();
    seed = parts.nextSeed();
    lastUse = new long[tags.entries()];
    filledAt = new long[tags.entries()];
    policy = ReplacementPolicies.KIND.make(config, this, parts);
  }

  private int entry(int set, int way) {
    return set * (ways + 1) + way;
  }

  private int way(int entry) {
    return entry % (ways + 1);
  }

  private int set(int entry) {
    return entry / (ways + 1);
  }

  private int workloadOf(int entry) {
    return AddressMapping.process(tags.address(entry));
  }

  void hit(int entry) {
    lastUse[entry] = ++uses;
    try {
      policy.hit(set(entry), way(entry), workloadOf(entry));
    } catch (Throwable e) {
      throw failure("hit", entry, e);
    }
  }

  void touched(int entry) {
    lastUse[entry] = ++uses;
    try {
      policy.touched(set(entry), way(entry), workloadOf(entry));
    } catch (Throwable e) {
      throw failure("touched", entry, e);
    }
  }

  void filled(int entry) {
    lastUse[entry] = ++uses;
    filledAt[entry] = uses;
    try {
      policy.filled(set(entry), way(entry), workloadOf(entry));
    } catch (Throwable e) {
      throw failure("filled", entry, e);
    }
  }

  void evicted(int entry) {
    try {
      policy.evicted(set(entry), way(entry), workloadOf(entry));
    } catch (Throwable e) {
      throw failure("evicted", entry, e);
    }
  }

  private UserCodeException failure(String method, int entry, Throwable cause) {
    String call =
        "%s(set %d, way %d, workload %d)"
            .formatted(method, set(entry), way(entry), workloadOf(entry));
    return UserCodeException.thrown(Parts.name(place, policy) + call, cause);
  }

  /**
   * Returns the entry that the policy evicts from some ways of a set; one of them must hold a line
   * and await no data.
   *
   * @param end the way after the last one
   */
  int victim(int set, int first, int end, int workload) {
    firstWay = first;
    endWay = end;
    int way = chosen(set, workload);
    if (way < 0 || way >= ways || !mayEvict(set, way)) {
      String call = "victim(set %d, workload %d) returned %d".formatted(set, workload, way);
      String allowed = ", allowed: a way that mayEvict allows";
      throw new UserCodeException(Parts.name(place, policy) + call + allowed);
    }
    firstWay = 0;
    endWay = ways;
    return entry(set, way);
  }

  private int chosen(int set, int workload) {
    try {
      return policy.victim(set, workload);
    } catch (Throwable e) {
      String call = "victim(set %d, workload %d)".formatted(set, workload);
      throw UserCodeException.thrown(Parts.name(place, policy) + call, e);
    }
  }

  @Override
  public int sets() {
    return sets;
  }

  @Override
  public int ways() {
    return ways;
  }

  @Override
  public int workloads() {
    return workloads;
  }

  @Override
  public long seed() {
    return seed;
  }

  @Override
  public boolean mayEvict(int set, int way) {
    int entry = entry(set, way);
    return way >= firstWay
        && way < endWay
        && !tags.isEmpty(entry)
        && tags.reservedSectors(entry) == 0;
  }

  @Override
  public int workload(int set, int way) {
    int entry = entry(set, way);
    return tags.isEmpty(entry) ? NONE : workloadOf(entry);
  }

  @Override
  public long line(int set, int way) {
    return tags.lineOf(entry(set, way));
  }

  @Override
  public long lastUse(int set, int way) {
    return lastUse[entry(set, way)];
  }

  @Override
  public long filledAt(int set, int way) {
    return filledAt[entry(set, way)];
  }

  @Override
  public long uses() {
    return uses;
  }
}
