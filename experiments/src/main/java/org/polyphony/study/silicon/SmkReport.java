package org.polyphony.study.silicon;

import static org.polyphony.text.Formats.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.polyphony.study.AgreementPoint;
import org.polyphony.study.ErrorStatistics;
import org.polyphony.study.ErrorStatistics.Pair;
import org.polyphony.text.Table;

/**
 * Kernels on the same SMs on our device beside the measured ones, as text.
 *
 * @param alone units per second alone
 * @param pairs those of which all runs are there
 * @param orders for each order in which warps issue, the pairs that ran under all of them
 */
record SmkReport(
    List<Alone> alone, List<ComparedCorun> pairs, Map<String, List<ComparedCorun>> orders) {
  private static final double MILLION = 1e6;
  private static final double STARVED_PROGRESS = 1e-3;
  private static final String SHARING = "thread blocks";

  private static final Table<Alone> ALONE =
      new Table<Alone>()
          .text("kernel", Alone::kernel)
          .number(SHARING, Alone::blocks)
          .number("million units/s", "%.2f", a -> a.rate().ours() / MILLION)
          .number("measured", "%.2f", a -> a.rate().theirs() / MILLION)
          .percent("error", "%+.1f%%", a -> a.rate().error());

  static final Table<ComparedCorun> TABLE = CorunTables.values("smk.csv", "threadBlocks");

  static final Table<Alone> ALONE_TABLE =
      new Table<Alone>("smk-alone.csv")
          .text("kernel", Alone::kernel)
          .number("threadBlocks", Alone::blocks)
          .number("unitsPerSecond", "%.0f", a -> a.rate().ours())
          .number("measuredUnitsPerSecond", "%.0f", a -> a.rate().theirs());

  /** A kernel alone with so many thread blocks on each SM: units per second. */
  record Alone(String kernel, int blocks, Pair rate) {}

  /** Compares what an estimate knows. */
  static SmkReport of(SmkEstimate estimate) {
    Map<String, List<ComparedCorun>> orders = new LinkedHashMap<>();
    for (SmkSetting.Order order : SmkEstimate.ORDERS) {
      List<ComparedCorun> compared = estimate.comparedOrders(order);
      if (!compared.isEmpty()) {
        orders.put(order.toString(), compared);
      }
    }
    return new SmkReport(estimate.alone(), estimate.compared(SmkEstimate.USUAL), orders);
  }

  String summary() {
    return String.join("", headlines().stream().map(line -> line + "\n").toList());
  }

  private List<String> headlines() {
    List<String> lines = new ArrayList<>();
    if (!pairs.isEmpty()) {
      lines.addAll(CorunTables.headlines(pairs));
      lines.add(starved());
    }
    if (!alone.isEmpty()) {
      lines.add(
          ErrorStatistics.line(
              "units per second alone, 1 to 8 thread blocks",
              alone.stream().map(Alone::rate).toList()));
    }
    return lines.isEmpty() ? List.of("no run has ended") : lines;
  }

  /** A kernel that hardly issues decides the mean of ANTT: the median says more. */
  private String starved() {
    long starved = pairs.stream().filter(p -> Collections.min(p.ours()) < STARVED_PROGRESS).count();
    return text(
        "ANTT: median absolute error %.1f%%; co-runs with a kernel below 1/1000 of its speed: %d",
        100 * ErrorStatistics.medianAbsoluteError(pairs.stream().map(ComparedCorun::antt).toList()),
        starved);
  }

  boolean isEmpty() {
    return pairs.isEmpty() && alone.isEmpty();
  }

  /**
   * Returns the section of the validation.
   *
   * @param command that made it
   * @param device what ran
   * @param cycles of a run
   */
  String markdown(String command, CorunDevice device, long cycles) {
    StringBuilder section = new StringBuilder("## Two kernels on the same SMs of ");
    section.append(device.gpu()).append(" against hardware\n\nMade by\n\n    ");
    section.append(command).append("\n\n");
    headlines().forEach(line -> section.append("- ").append(line).append('\n'));
    section.append('\n').append(conditions(device, cycles)).append('\n');
    section.append(CorunTables.modes(SHARING, pairs)).append('\n');
    if (!orders.isEmpty()) {
      section.append("The same pairs under each order of warps / of kernels:\n\n");
      section.append(CorunTables.errors("order", orders)).append('\n');
    }
    section.append(CorunTables.pairs(SHARING).markdown(pairs)).append('\n');
    section.append("Alone:\n\n").append(ALONE.markdown(alone));
    return section.toString();
  }

  private static String conditions(CorunDevice device, long cycles) {
    return text(
        """
        Kernels of [smk.cu](hardware/smk.cu) under `smk-fixed`, a number of thread blocks of each on every SM, with 64 KiB of
        shared memory and 192 KiB of L1D, 4 of them not for data. A unit is a thread block. Units are counted in the second half of
        %,d cycles. Progress is units per second over those alone with 8 thread blocks; STP is its sum, ANTT the mean of its
        inverses. The device has
        1 / %d of the SMs, rounded down, and of L2 and DRAM channels. Warps issue as under `%s` / `%s`. Runs that `--minutes`
        left out are a random choice, after those of 4 and 4 thread blocks.
        """,
        cycles, device.divisor(), SmkEstimate.USUAL.warps(), SmkEstimate.USUAL.kernels());
  }

  /** Returns the points of the charts: progress, as ANTT of kernels that starve has no bounds. */
  Stream<AgreementPoint> agreement() {
    return Stream.concat(
        pairs.stream().flatMap(SmkReport::points), alone.stream().map(SmkReport::point));
  }

  private static AgreementPoint point(Alone a) {
    String name = a.kernel() + " " + a.blocks();
    Pair millions = new Pair(name, a.rate().ours() / MILLION, a.rate().theirs() / MILLION);
    return CorunTables.point("M units/s alone", "alone", name, millions);
  }

  private static Stream<AgreementPoint> points(ComparedCorun p) {
    return Stream.concat(
        Stream.of(CorunTables.point("STP", p.series(), p.label(), p.stp())),
        p.progress().stream()
            .map(value -> CorunTables.point("progress", p.series(), value.name(), value)));
  }
}
