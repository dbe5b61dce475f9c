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
import org.polyphony.study.silicon.KernelSetting.Order;

/**
 * Units per second of kernels alone and in pairs on the same SMs, from their runs.
 *
 * @param rates units per second on all SMs, for each kernel of finished runs
 * @param orderPairs maximum number of pairs to run under all warp orders
 */
record SmkEstimate(
    MeasuredPairs measured,
    Map<KernelSetting, List<Double>> rates,
    Map<KernelSetting, CorunRun> runs,
    int orderPairs) {
  /** The order closest to the hardware: the oldest warp of all kernels first. */
  static final Order USUAL = new Order("gto", "none");

  /** All orders compared. */
  static final List<Order> ORDERS =
      List.of(
          USUAL,
          new Order("lrr", "none"),
          new Order("two-level", "none"),
          new Order("gto", "lrr"),
          new Order("gto", "ipr"));

  private static KernelSetting alone(String kernel, int blocks, Order order) {
    return KernelSetting.onSameSms(List.of(kernel), List.of(blocks), order);
  }

  private static KernelSetting setting(MeasuredPair pair, Order order) {
    return KernelSetting.onSameSms(pair.kernels(), pair.parts(), order);
  }

  /** Returns the required runs, ordered so that every prefix is a sample. */
  static List<KernelSetting> needed(MeasuredPairs measured, int orderPairs) {
    Set<KernelSetting> needed = new LinkedHashSet<>();
    for (MeasuredPair pair : sorted(measured.pairs())) {
      pair.kernels().forEach(k -> needed.add(alone(k, MeasuredPairs.SEATS, USUAL)));
      needed.add(setting(pair, USUAL));
    }
    measured
        .aloneRates()
        .forEach(
            (kernel, rates) -> {
              for (int k = rates.size(); k > 0; k--) {
                needed.add(alone(kernel, k, USUAL));
              }
            });
    for (MeasuredPair pair : ordered(measured, orderPairs)) {
      for (Order order : ORDERS) {
        pair.kernels().forEach(k -> needed.add(alone(k, MeasuredPairs.SEATS, order)));
        needed.add(setting(pair, order));
      }
    }
    return List.copyOf(needed);
  }

  /** Returns pairs with equal parts, then the others in random order. */
  private static List<MeasuredPair> sorted(List<MeasuredPair> pairs) {
    List<MeasuredPair> drawn = new ArrayList<>(pairs);
    Collections.shuffle(drawn, new Random(1));
    drawn.sort(Comparator.comparing(pair -> imbalance(pair) > 0));
    return drawn;
  }

  /** Returns the first pairs with equal parts. */
  private static List<MeasuredPair> ordered(MeasuredPairs measured, int most) {
    return measured.pairs().stream().filter(p -> imbalance(p) == 0).limit(most).toList();
  }

  private static int imbalance(MeasuredPair pair) {
    return Math.abs(pair.parts().get(0) - pair.parts().get(1));
  }

  /** Returns the pairs whose runs under an order are available. */
  List<Compared> compared(Order order) {
    return measured.pairs().stream()
        .filter(pair -> knows(pair, order))
        .map(pair -> compared(pair, order))
        .toList();
  }

  /** Returns the pairs that ran under all orders, with the results of one. */
  List<Compared> comparedOrders(Order order) {
    return ordered(measured, orderPairs).stream()
        .filter(pair -> ORDERS.stream().allMatch(each -> knows(pair, each)))
        .map(pair -> compared(pair, order))
        .toList();
  }

  private boolean knows(MeasuredPair pair, Order order) {
    return rates.containsKey(setting(pair, order))
        && pair.kernels().stream()
            .allMatch(k -> rates.containsKey(alone(k, MeasuredPairs.SEATS, order)));
  }

  private Compared compared(MeasuredPair pair, Order order) {
    KernelSetting setting = setting(pair, order);
    List<Double> progress = new ArrayList<>();
    for (int i = 0; i < pair.kernels().size(); i++) {
      KernelSetting alone = alone(pair.kernels().get(i), MeasuredPairs.SEATS, order);
      progress.add(rates.get(setting).get(i) / rates.get(alone).get(0));
    }
    return new Compared(pair, progress, runs.get(setting));
  }

  List<Alone> alone() {
    return measured.alone(
        (kernel, blocks) -> {
          List<Double> ours = rates.get(alone(kernel, blocks, USUAL));
          return ours == null ? Double.NaN : ours.get(0);
        });
  }
}
