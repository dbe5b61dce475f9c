package org.polyphony.study.silicon;

import static org.polyphony.results.table.Formats.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.polyphony.config.GpuConfigs;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.Table;
import org.polyphony.study.AgreementPoint;
import org.polyphony.study.ErrorStatistics;
import org.polyphony.study.ErrorStatistics.Pair;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;
import org.polyphony.study.ValidationPage;
import org.polyphony.study.silicon.ArrivalEstimate.Compared;
import org.polyphony.study.silicon.ArrivalEstimate.ComparedAlone;
import org.polyphony.study.silicon.ArrivalEstimate.Orders;

/**
 * A small kernel that arrives at random times beside a batch kernel on a real H200 and on its
 * model: p50 and p95 of its latency under streams, priorities and MPS percentages.
 */
final class ArrivalLatency {
  static final Figure FIGURE = new Figure("arrivals", ArrivalLatency::reproduce);
  static final Table<Compared> TABLE =
      new Table<Compared>("arrivals.csv")
          .text("batch", each -> each.measured().batch().kernel())
          .text("small", each -> each.measured().small().kernel())
          .text("setting", each -> each.measured().setting())
          .number("p50Micros", "%.2f", Compared::p50)
          .number("measuredP50Micros", "%.2f", each -> each.measured().p50())
          .number("p95Micros", "%.2f", Compared::p95)
          .number("measuredP95Micros", "%.2f", each -> each.measured().p95())
          .number("batchSlowdown", "%.4f", Compared::batchSlowdown)
          .number("measuredBatchSlowdown", "%.4f", each -> each.measured().batchSlowdown());
  static final Table<ComparedAlone> ALONE_TABLE =
      new Table<ComparedAlone>("arrivals-alone.csv")
          .text("kernel", each -> each.measured().grid().kernel())
          .number("threadBlocks", each -> each.measured().grid().threadBlocks())
          .number("meanIntervalMicros", "%.0f", each -> each.measured().meanMicros())
          .number("micros", "%.2f", ComparedAlone::micros)
          .number("measuredMicros", "%.2f", each -> each.measured().micros());
  private static final String MEASURED = "h200-arrivals.json";
  private static final int QUARTER = 4;
  private static final int SIXTEENTH = 16;
  private static final int FEW = 8;
  private static final int MANY = 20;
  private static final double CLOSE = 0.15;

  private ArrivalLatency() {}

  private static void reproduce(Figure figure, FigureContext context) {
    MeasuredArrivals measured =
        MeasuredArrivals.of(JsonInput.of(context.inputs().measured(), MEASURED));
    boolean isPaper = context.effort().scale() == Scale.PAPER;
    CorunDevice device =
        new CorunDevice(context.gpuOr(CorunDevice.USUAL), isPaper ? QUARTER : SIXTEENTH);
    int requests = isPaper ? MANY : FEW;
    ArrivalRuns runs = new ArrivalRuns(context, figure.name(), device, measured.sms());
    ArrivalEstimate alone =
        new ArrivalEstimate(
            measured,
            requests,
            GpuConfigs.load(device.gpu()).coreKhz() / 1000.0,
            runs.all(ArrivalEstimate.alone(measured)));
    ArrivalEstimate estimate = alone.with(runs.all(alone.together()));
    if (context.stop().isRequested()) {
      return;
    }
    List<Compared> all = estimate.compared();
    List<String> lines = headlines(all, estimate.alone());
    if (!all.isEmpty()) {
      OutputFolder folder = OutputFolder.open(context.folder().path().resolve(figure.name()));
      TABLE.write(folder, all.stream());
      ALONE_TABLE.write(folder, estimate.alone().stream());
      AgreementPoint.TABLE.write(folder, all.stream().flatMap(ArrivalLatency::points));
      figure.draw(folder);
      String heading = "A small kernel that arrives beside a batch kernel on " + device.gpu();
      String text = conditions(device, requests) + "\n" + bySetting(all);
      ValidationPage.write(figure, context, heading + " against hardware", lines, text);
    }
    context.show(String.join("\n", lines) + "\n");
  }

  private static List<String> headlines(List<Compared> all, List<ComparedAlone> alone) {
    List<String> lines = new ArrayList<>();
    if (!all.isEmpty()) {
      lines.add(line("p50 of the latency", all.stream().map(Compared::p50Pair).toList()));
      lines.add(line("p95 of the latency", all.stream().map(Compared::p95Pair).toList()));
      Orders orders = ArrivalEstimate.orders(all);
      lines.add(
          text(
              "settings of the same kernels whose measured p50 differ by more than 10%%: %d of %d"
                  + " pairs in the measured order",
              orders.right(), orders.all()));
      List<Pair> slowdowns = all.stream().map(Compared::slowdownPair).toList();
      lines.add(ErrorStatistics.line("slowdown of the batch kernel", slowdowns));
    }
    if (!alone.isEmpty()) {
      List<Pair> times = alone.stream().map(ComparedAlone::pair).toList();
      lines.add(ErrorStatistics.line("time of a solo launch", times));
    }
    return lines.isEmpty() ? List.of("no run has ended") : lines;
  }

  private static String line(String what, List<Pair> pairs) {
    return ErrorStatistics.line(what + " in " + pairs.size() + " cases", pairs)
        + text(
            ", median absolute error %.1f%%, %d within 15%%",
            100 * ErrorStatistics.medianAbsoluteError(pairs), close(pairs));
  }

  private static long close(List<Pair> pairs) {
    return pairs.stream().filter(pair -> Math.abs(pair.error()) <= CLOSE).count();
  }

  private static String conditions(CorunDevice device, int requests) {
    return text(
        """
        Kernels of [smk.cu](hardware/smk.cu) in the grids of [arrivals.py](hardware/arrivals.py). The batch kernel is launched back to
        back; %d requests to the small kernel are counted, with gaps as measured: of 1,000 draws those that spread the requests
        most evenly over the launches of the batch kernel. The simulated device has 1/%d of the SMs, L2 and DRAM channels, and grids
        shrink with it; the policy is `left-over`. The path of a launch from the host is not simulated: a latency includes
        the time to the first thread block measured on the idle GPU. Time slices are not simulated.
        """,
        requests, device.divisor());
  }

  private static String bySetting(List<Compared> all) {
    Map<String, List<Compared>> groups = new LinkedHashMap<>();
    all.forEach(
        each ->
            groups.computeIfAbsent(each.measured().setting(), s -> new ArrayList<>()).add(each));
    return new Table<Map.Entry<String, List<Compared>>>()
        .text("setting", Map.Entry::getKey)
        .number("cases", group -> group.getValue().size())
        .percent("error of p50", "%.1f%%", group -> error(group.getValue(), false))
        .percent("error of p95", "%.1f%%", group -> error(group.getValue(), true))
        .markdown(List.copyOf(groups.entrySet()));
  }

  private static double error(List<Compared> cases, boolean isTail) {
    return ErrorStatistics.meanAbsoluteError(
        cases.stream().map(isTail ? Compared::p95Pair : Compared::p50Pair).toList());
  }

  private static Stream<AgreementPoint> points(Compared each) {
    String series = each.measured().setting();
    String name = each.measured().kernels();
    return Stream.of(
        CorunReport.point("p50 of the latency (us)", series, name, each.p50Pair()),
        CorunReport.point("p95 of the latency (us)", series, name, each.p95Pair()));
  }
}
