package org.polyphony.study.silicon;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.polyphony.study.silicon.CorunReport.Alone;
import org.polyphony.study.silicon.CorunReport.Compared;

/**
 * Units per second of kernels alone and two on the same SMs, from their runs.
 *
 * @param rates units in a second of all SMs, of each kernel of the runs that have ended
 * @param orderPairs pairs that run under all orders of warps, at most
 */
record SmkEstimate(
    SmkFile.Measured measured,
    Map<SmkSetting, List<Double>> rates,
    Map<SmkSetting, CorunRun> runs,
    int orderPairs) {
  /** The order that is nearest to what the device does: the oldest warp of all first. */
  static final SmkSetting.Order USUAL = new SmkSetting.Order("gto", "none");

  /** All orders that are compared. */
  static final List<SmkSetting.Order> ORDERS =
      List.of(
          USUAL,
          new SmkSetting.Order("lrr", "none"),
          new SmkSetting.Order("two-level", "none"),
          new SmkSetting.Order("gto", "lrr"),
          new SmkSetting.Order("gto", "ipr"));

  /** Returns the runs of everything, as much as ends early as a sample. */
  static List<SmkSetting> needed(SmkFile.Measured measured, int orderPairs) {
    Set<SmkSetting> needed = new LinkedHashSet<>();
    for (MeasuredPair pair : sorted(measured.pairs())) {
      pair.kernels().forEach(k -> needed.add(SmkSetting.alone(k, SmkFile.SEATS, USUAL)));
      needed.add(SmkSetting.of(pair, USUAL));
    }
    measured
        .aloneRates()
        .forEach(
            (kernel, rates) -> {
              for (int k = rates.size(); k > 0; k--) {
                needed.add(SmkSetting.alone(kernel, k, USUAL));
              }
            });
    for (MeasuredPair pair : ordered(measured, orderPairs)) {
      for (SmkSetting.Order order : ORDERS) {
        pair.kernels().forEach(k -> needed.add(SmkSetting.alone(k, SmkFile.SEATS, order)));
        needed.add(SmkSetting.of(pair, order));
      }
    }
    return List.copyOf(needed);
  }

  /** Returns pairs with equal parts, then the others in a random order. */
  private static List<MeasuredPair> sorted(List<MeasuredPair> pairs) {
    List<MeasuredPair> drawn = new ArrayList<>(pairs);
    Collections.shuffle(drawn, new Random(1));
    drawn.sort(Comparator.comparing(pair -> imbalance(pair) > 0));
    return drawn;
  }

  /** Returns the first pairs with equal parts. */
  private static List<MeasuredPair> ordered(SmkFile.Measured measured, int most) {
    return measured.pairs().stream().filter(p -> imbalance(p) == 0).limit(most).toList();
  }

  private static int imbalance(MeasuredPair pair) {
    return Math.abs(pair.parts().get(0) - pair.parts().get(1));
  }

  /** Returns the pairs whose runs under an order are there. */
  List<Compared> compared(SmkSetting.Order order) {
    return measured.pairs().stream()
        .filter(pair -> knows(pair, order))
        .map(pair -> compared(pair, order))
        .toList();
  }

  /** Returns the pairs that ran under all orders, as they did under one. */
  List<Compared> comparedOrders(SmkSetting.Order order) {
    return ordered(measured, orderPairs).stream()
        .filter(pair -> ORDERS.stream().allMatch(each -> knows(pair, each)))
        .map(pair -> compared(pair, order))
        .toList();
  }

  private boolean knows(MeasuredPair pair, SmkSetting.Order order) {
    return rates.containsKey(SmkSetting.of(pair, order))
        && pair.kernels().stream()
            .allMatch(k -> rates.containsKey(SmkSetting.alone(k, SmkFile.SEATS, order)));
  }

  private Compared compared(MeasuredPair pair, SmkSetting.Order order) {
    SmkSetting setting = SmkSetting.of(pair, order);
    List<Double> progress = new ArrayList<>();
    for (int i = 0; i < pair.kernels().size(); i++) {
      SmkSetting alone = SmkSetting.alone(pair.kernels().get(i), SmkFile.SEATS, order);
      progress.add(rates.get(setting).get(i) / rates.get(alone).get(0));
    }
    return new Compared(pair, progress, runs.get(setting));
  }

  List<Alone> alone() {
    List<Alone> found = new ArrayList<>();
    measured
        .aloneRates()
        .forEach(
            (kernel, theirs) -> {
              for (int k = 1; k <= theirs.size(); k++) {
                List<Double> ours = rates.get(SmkSetting.alone(kernel, k, USUAL));
                if (ours != null) {
                  found.add(new Alone(kernel, k, ours.get(0), theirs.get(k - 1)));
                }
              }
            });
    return found;
  }
}
