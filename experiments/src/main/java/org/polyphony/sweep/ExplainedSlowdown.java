package org.polyphony.sweep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.polyphony.config.ResourceFamily;
import org.polyphony.gpu.config.Resource;
import org.polyphony.results.statistics.MeanInterval;

/**
 * The slowdown of a workload of a co-run, divided among families of resources and, inside the
 * largest one, among its parts.
 *
 * <p>The room for thread blocks that a policy gives to a workload is no family, since no device has
 * copies of it: it comes last in every order, as the slowdown with copies of everything else.
 */
final class ExplainedSlowdown {
  /** The cause that stands for the whole slowdown. */
  static final String WHOLE = "slowdown";

  /** Stands for copies of everything, room included: a workload runs as if alone. */
  static final Set<String> ALONE = Set.of("alone");

  private static final List<ResourceFamily> FAMILIES = List.of(ResourceFamily.values());
  private static final double LEAST = 1.05; // a smaller slowdown has no largest cause

  private final String point;
  private final String workload;
  private final MeanInterval whole;
  private final ShapleyShares families;
  private final Optional<ShapleyShares> parts; // of the largest family

  /** Divides the slowdowns of the runs of each seed, which are by copies. */
  ExplainedSlowdown(String point, String workload, List<Map<Set<String>, Double>> runs) {
    this.point = point;
    this.workload = workload;
    whole =
        MeanInterval.of(
            runs.stream().mapToDouble(of -> of.getOrDefault(Set.of(), Double.NaN)).toArray());
    List<String> names = new ArrayList<>(FAMILIES.stream().map(Enum::toString).toList());
    names.add("room on the SMs");
    List<Set<String>> copies = FAMILIES.stream().map(of -> key(of.resources().stream())).toList();
    families = ShapleyShares.of(names, copies, Set.of(), ALONE, runs);
    parts = largestFamily().flatMap(family -> parts(family, runs));
  }

  /** Returns copies of resources as a key; those of L1 stand for shared memory as well. */
  static Set<String> key(Stream<?> copies) {
    return copies
        .map(Object::toString)
        .filter(name -> !name.equals(Resource.SHARED_MEMORY.toString()))
        .collect(Collectors.toSet());
  }

  /**
   * Divides what a family takes away where nothing else is shared among those of its parts of which
   * copies have run; empty where a run is missing or a share is negative.
   */
  private static Optional<ShapleyShares> parts(
      ResourceFamily family, List<Map<Set<String>, Double>> runs) {
    List<String> names = new ArrayList<>();
    List<Set<String>> copies = new ArrayList<>();
    for (Resource part : family.parts()) {
      if (runs.get(0).containsKey(key(Stream.concat(family.others().stream(), Stream.of(part))))) {
        names.add(family + ": " + part);
        copies.add(Set.of(part.toString()));
      }
    }
    names.add(family + ": " + family.rest());
    Set<String> end = key(FAMILIES.stream().flatMap(of -> of.resources().stream()));
    ShapleyShares found = ShapleyShares.of(names, copies, key(family.others().stream()), end, runs);
    boolean areClear = names.size() > 1 && found.sum() > 0 && !found.haveLargeNegative();
    return areClear ? Optional.of(found) : Optional.empty();
  }

  String point() {
    return point;
  }

  String workload() {
    return workload;
  }

  /** Returns whether all runs have ended that the shares need. */
  boolean isComplete() {
    return Double.isFinite(families.sum());
  }

  /** Returns whether the shares carry that one cause is the largest. */
  boolean hasLargest() {
    return whole.mean() >= LEAST && families.haveLargest();
  }

  /** Returns the family that is the largest cause; empty where that is the room or none. */
  Optional<ResourceFamily> largestFamily() {
    return hasLargest() && families.largest() < FAMILIES.size()
        ? Optional.of(FAMILIES.get(families.largest()))
        : Optional.empty();
  }

  /** Returns the whole, then the shares that add up to it, those of parts after their family. */
  List<Explanation.Share> shares() {
    List<Explanation.Share> all = shares(families, 1, 1, hasLargest());
    if (parts.isPresent()) {
      Explanation.Share family = all.get(families.largest());
      double factor = family.size().mean() / parts.get().sum();
      all.addAll(
          families.largest() + 1, shares(parts.get(), factor, family.from(), hasLargestPart()));
    }
    double slow = whole.mean();
    all.add(0, new Explanation.Share(point, workload, WHOLE, whole, slow, slow, 0, false));
    return all;
  }

  private List<Explanation.Share> shares(
      ShapleyShares of, double factor, double begin, boolean hasLargest) {
    List<Explanation.Share> all = new ArrayList<>();
    double from = begin;
    for (int i = 0; i < of.causes().size(); i++) {
      String cause = of.causes().get(i);
      MeanInterval share = of.share(i, factor);
      double least = factor * Arrays.stream(of.inOrders(i)).min().orElseThrow();
      double most = factor * Arrays.stream(of.inOrders(i)).max().orElseThrow();
      boolean isLargest = hasLargest && i == of.largest();
      all.add(new Explanation.Share(point, workload, cause, share, least, most, from, isLargest));
      from += share.mean();
    }
    return all;
  }

  /** Returns whether one part is most of the largest family. */
  private boolean hasLargestPart() {
    return parts.filter(of -> of.haveLargest() && 2 * of.mean(of.largest()) > of.sum()).isPresent();
  }

  /** Returns the sentence about the largest cause and its certainty, or why there is none. */
  String sentence() {
    double slow = whole.mean();
    String largest = families.causes().get(families.largest());
    double size = families.mean(families.largest());
    int orders = families.inOrders(0).length;
    if (slow < LEAST) {
      return text("%s: slowdown below 1.05 (%.3f), so no cause is named", workload, slow);
    }
    String share = text("%s (%+.3f of %+.3f)", largest, size, slow - 1);
    String agreeing = text("in %d of %d orders", families.agreeing(), orders);
    if (hasLargest()) {
      String part =
          hasLargestPart() ? ", mostly " + parts.get().causes().get(parts.get().largest()) : "";
      return text("%s: largest cause: %s, %s%s", workload, share, agreeing, part);
    }
    int least = families.smallest();
    return text("%s: no largest cause: %s has the largest share, but ", workload, share)
        + (families.haveLargeNegative()
            ? text(
                "sharing %s holds others back (%+.3f)",
                families.causes().get(least), families.mean(least))
            : "only " + agreeing);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
