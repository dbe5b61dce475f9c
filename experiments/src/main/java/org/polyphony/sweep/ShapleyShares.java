package org.polyphony.sweep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.polyphony.results.statistics.MeanInterval;

/**
 * How much of a slowdown is due to which cause. Workloads get copies of one thing after the other,
 * in every order; the share of a cause is the mean over the orders of what its copies take away,
 * its Shapley value. So shares add up to the slowdown, and neither an order nor the place of a
 * cause in the list matters to them. The last cause is what is left with copies of all others.
 *
 * @param causes their names
 * @param bySeed of each seed the orders, of each order what each cause takes away
 */
record ShapleyShares(List<String> causes, List<List<double[]>> bySeed) {
  /**
   * Divides slowdowns. Shares are not numbers where a run is missing.
   *
   * @param causes names
   * @param copies of which each cause but the last is the lack
   * @param first what there are copies of in all runs
   * @param end copies with which nothing of the slowdown is left
   * @param runs of each seed, slowdowns by copies
   */
  static ShapleyShares of(
      List<String> causes,
      List<Set<String>> copies,
      Set<String> first,
      Set<String> end,
      List<Map<Set<String>, Double>> runs) {
    List<List<double[]>> bySeed = new ArrayList<>();
    for (Map<Set<String>, Double> ofSeed : runs) {
      double[] shares = new double[causes.size()];
      shares[copies.size()] = -ofSeed.getOrDefault(end, Double.NaN);
      List<double[]> orders = new ArrayList<>();
      copyNext(first, copies, ofSeed, shares, orders);
      bySeed.add(orders);
    }
    return new ShapleyShares(causes, bySeed);
  }

  private static void copyNext(
      Set<String> copied,
      List<Set<String>> causes,
      Map<Set<String>, Double> runs,
      double[] before,
      List<double[]> orders) {
    double slowdown = runs.getOrDefault(copied, Double.NaN);
    boolean isLast = true;
    for (int next = 0; next < causes.size(); next++) {
      Set<String> with = new HashSet<>(copied);
      if (with.addAll(causes.get(next))) {
        isLast = false;
        double[] shares = before.clone();
        shares[next] = slowdown - runs.getOrDefault(with, Double.NaN);
        copyNext(with, causes, runs, shares, orders);
      }
    }
    if (isLast) {
      before[causes.size()] += slowdown;
      orders.add(before);
    }
  }

  /** Returns how much a cause reduces the slowdown, a value for each order of all seeds. */
  double[] inOrders(int cause) {
    return orders().mapToDouble(order -> order[cause]).toArray();
  }

  private Stream<double[]> orders() {
    return bySeed.stream().flatMap(List::stream);
  }

  /** Returns the share of a cause, its mean over seeds, times a factor. */
  MeanInterval share(int cause, double factor) {
    return MeanInterval.of(
        bySeed.stream()
            .map(orders -> orders.stream().mapToDouble(order -> order[cause]).average())
            .mapToDouble(mean -> factor * mean.orElseThrow())
            .toArray());
  }

  double mean(int cause) {
    return share(cause, 1).mean();
  }

  /** Returns all shares together; not a number if a run is missing. */
  double sum() {
    return IntStream.range(0, causes.size()).mapToDouble(this::mean).sum();
  }

  int largest() {
    return IntStream.range(0, causes.size()).reduce(0, (a, b) -> mean(b) > mean(a) ? b : a);
  }

  int smallest() {
    return IntStream.range(0, causes.size()).reduce(0, (a, b) -> mean(b) < mean(a) ? b : a);
  }

  /** Returns in how many orders the cause with the largest share takes the most away. */
  long agreeing() {
    int largest = largest();
    return orders()
        .filter(order -> Arrays.stream(order).allMatch(share -> share <= order[largest]))
        .count();
  }

  /** Returns whether a negative share is at least half as large as the largest share. */
  boolean haveLargeNegative() {
    return -2 * mean(smallest()) >= mean(largest());
  }

  /** Returns whether one cause is the largest: in two of three orders, with none against it. */
  boolean haveLargest() {
    return 3 * agreeing() >= 2 * orders().count() && !haveLargeNegative();
  }
}
