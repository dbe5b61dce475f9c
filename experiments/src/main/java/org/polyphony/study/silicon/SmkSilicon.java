package org.polyphony.study.silicon;

import static org.polyphony.results.table.Formats.text;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.polyphony.results.table.Table;
import org.polyphony.study.AgreementPoint;
import org.polyphony.study.ErrorStatistics;
import org.polyphony.study.ErrorStatistics.Pair;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;
import org.polyphony.study.silicon.CorunReport.Alone;
import org.polyphony.study.silicon.CorunReport.Compared;

/**
 * Two kernels on the same SMs of a real H200 and of its model: units per second, STP and ANTT of
 * pairs with 1 to 7 of 8 thread blocks each.
 */
final class SmkSilicon {
  static final Figure FIGURE = new Figure("smk-silicon", SmkSilicon::reproduce);
  static final Table<Compared> TABLE = CorunReport.file("smk.csv", "threadBlocks");
  static final Table<Alone> ALONE_TABLE =
      CorunReport.aloneFile("smk-alone.csv", "threadBlocks", "unitsPerSecond");
  private static final String MEASURED = "h200-smk.json";
  private static final long CYCLES = 600_000; // the longest thread block lives 280,000
  private static final int QUARTER = 4;
  private static final int SIXTEENTH = 16;
  private static final double MILLION = 1e6;
  private static final double STARVED_PROGRESS = 1e-3;

  private SmkSilicon() {}

  private static void reproduce(Figure figure, FigureContext context) {
    MeasuredPairs measured =
        MeasuredPairs.onSameSms(JsonInput.of(context.inputs().measured(), MEASURED));
    int divisor = context.effort().scale() == Scale.PAPER ? QUARTER : SIXTEENTH;
    CorunDevice device = new CorunDevice(context.gpuOr(CorunDevice.USUAL), divisor);
    long asked = context.effort().askedCycles().orElse(0);
    long cycles = asked == 0 ? CYCLES : asked; // what is starved would not end without a limit
    SmkRuns simulated = new SmkRuns(device, measured.sms(), cycles);
    int orderPairs = context.effort().pairs();
    Map<KernelSetting, CorunRun> runs =
        new KernelRuns(context, figure.name(), simulated::experiment, setting -> cycles)
            .all(SmkEstimate.needed(measured, orderPairs));
    if (context.stop().isRequested()) {
      return;
    }
    SmkEstimate estimate = new SmkEstimate(measured, simulated.rates(runs), runs, orderPairs);
    CorunReport report =
        new CorunReport(
            new CorunReport.Files(TABLE, ALONE_TABLE, "thread blocks"),
            "units per second",
            estimate.alone(),
            estimate.compared(SmkEstimate.USUAL));
    if (!report.isEmpty()) {
      report.write(
          figure,
          context,
          "Two kernels on the same SMs of " + device.gpu() + " against hardware",
          conditions(device, cycles) + starved(report.pairs()) + tables(report, estimate),
          Stream.concat(
              report.pairs().stream().flatMap(SmkSilicon::points),
              report.alone().stream().map(SmkSilicon::point)));
    }
    context.show(String.join("\n", report.headlines()) + "\n");
  }

  private static String conditions(CorunDevice device, long cycles) {
    return text(
        """
        Kernels of [smk.cu](hardware/smk.cu) under `smk-fixed`, 8 thread blocks per SM in all. Progress is thread blocks per
        second, divided by those of a solo run with 8, in the second half of %,d cycles. The simulated device has
        1/%d of the SMs, L2 and DRAM channels. Warps are scheduled by `%s` / `%s`.
        """,
        cycles, device.divisor(), SmkEstimate.USUAL.warps(), SmkEstimate.USUAL.kernels());
  }

  /** A starved kernel dominates the mean of ANTT, so the median is given as well. */
  private static String starved(List<Compared> pairs) {
    long starved = pairs.stream().filter(p -> Collections.min(p.ours()) < STARVED_PROGRESS).count();
    List<Pair> antt = pairs.stream().map(Compared::antt).toList();
    return text(
        "Median absolute error of ANTT: %.1f%%. Co-runs that starve a kernel (below 1/1000 of its"
            + " speed): %d.%n%n",
        100 * ErrorStatistics.medianAbsoluteError(antt), starved);
  }

  private static String tables(CorunReport report, SmkEstimate estimate) {
    Map<String, List<Compared>> orders = new LinkedHashMap<>();
    for (KernelSetting.Order order : SmkEstimate.ORDERS) {
      orders.put(order.toString(), estimate.comparedOrders(order));
    }
    orders.values().removeIf(List::isEmpty);
    return report.bySharing()
        + "\nUnder other warp / kernel schedulers:\n\n"
        + CorunReport.errors("scheduler", orders);
  }

  /** Returns STP and progress: ANTT of kernels that starve has no bounds. */
  private static Stream<AgreementPoint> points(Compared p) {
    String series = p.measured().series();
    return Stream.concat(
        Stream.of(CorunReport.point("STP", series, p.label(), p.stp())),
        p.progress().stream()
            .map(value -> CorunReport.point("progress", series, value.name(), value)));
  }

  private static AgreementPoint point(Alone a) {
    String name = a.rate().name();
    Pair millions = new Pair(name, a.ours() / MILLION, a.theirs() / MILLION);
    return CorunReport.point("M units/s alone", "alone", name, millions);
  }
}
