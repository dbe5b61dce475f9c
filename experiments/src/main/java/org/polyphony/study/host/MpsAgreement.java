package org.polyphony.study.host;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.device.LaunchOrder;
import org.polyphony.host.device.WarpSharing;
import org.polyphony.run.host.HostTools;
import org.polyphony.study.FigureData;

/**
 * How far models of sharing under MPS are from two processes on a real device: by warps, and by the
 * order of launches. Neither has a constant that is fitted, so that every pair is a check.
 */
final class MpsAgreement {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double MICROS = 1e6;
  private static final int WARPS = 8;
  private static final int H200_WARPS = 132 * 64;
  private static final int LARGE_GRID = 1 << 20;

  /**
   * A pair of kernels.
   *
   * @param filling how many of the two fill the device
   * @param measured progress of each
   * @param byWarps progress of each by the model
   * @param byOrder progress of each by the model
   */
  private record Pair(
      int filling, List<Double> measured, List<Double> byWarps, List<Double> byOrder) {}

  private MpsAgreement() {}

  static HostFigure figure() {
    return HostFigure.of("host-mps", MpsAgreement::made);
  }

  private static HostFigure.Made made(HostTools tools) {
    List<Pair> pairs = processes(FigureData.read("host-mps.json"));
    List<HostRow> rows = new ArrayList<>();
    add(rows, "both fill the device", pairs, pair -> pair.filling == 2);
    add(rows, "one fills the device", pairs, pair -> pair.filling == 1);
    add(rows, "neither fills it", pairs, pair -> pair.filling == 0);
    add(rows, "all", pairs, pair -> true);
    add(rows, "streams of one process", streams(), pair -> true);
    return new HostFigure.Made(rows, List.of(), List.of("by warps", "by order"), folder -> {});
  }

  private static void add(
      List<HostRow> rows, String what, List<Pair> pairs, Predicate<Pair> which) {
    List<Pair> some = pairs.stream().filter(which).toList();
    String label = what + ", " + some.size() + " pairs: ";
    double[] byWarps = errors(some, Pair::byWarps);
    double[] byOrder = errors(some, Pair::byOrder);
    rows.add(HostRow.part(label + "progress, mean error", mean(byWarps), mean(byOrder)));
    rows.add(HostRow.part(label + "median", median(byWarps), median(byOrder)));
    rows.add(HostRow.part(label + "worst", most(byWarps), most(byOrder)));
  }

  private static double[] errors(List<Pair> pairs, Function<Pair, List<Double>> model) {
    return pairs.stream()
        .flatMap(
            pair ->
                Stream.of(0, 1)
                    .map(i -> Math.abs(model.apply(pair).get(i) / pair.measured.get(i) - 1)))
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  private static double median(double[] values) {
    return new Median().evaluate(values);
  }

  private static double most(double[] values) {
    return Arrays.stream(values).max().orElse(Double.NaN);
  }

  /** Reads pairs of processes under MPS. */
  private static List<Pair> processes(JsonNode file) {
    long device = file.get("deviceWarps").asLong();
    Map<String, JsonNode> kernels = new HashMap<>();
    file.get("kernels").forEach(kernel -> kernels.put(kernel.get("name").asText(), kernel));
    List<Pair> pairs = new ArrayList<>();
    for (JsonNode pair : file.get("pairs")) {
      HostKernel[] both = new HostKernel[2];
      long[] gaps = new long[2];
      double[] measured = new double[2];
      for (int i = 0; i < 2; i++) {
        JsonNode kernel = kernels.get(pair.get("pair").get(i).asText());
        double round = kernel.get("aloneMicros").asDouble();
        double onDevice = kernel.get("aloneOnDeviceMicros").asDouble();
        both[i] = kernel(onDevice, kernel.get("threadBlocks").asInt());
        gaps[i] = Math.round((round - onDevice) * NANOS_PER_MICRO);
        measured[i] = round / pair.get("mpsMicros").get(i).asDouble();
      }
      pairs.add(pair(device, both, gaps, measured));
    }
    return pairs;
  }

  /** Reads pairs of streams; all grids are at least as large as the device. */
  private static List<Pair> streams() {
    JsonNode file = FigureData.read("hardware/h200-corun.json");
    List<Pair> pairs = new ArrayList<>();
    for (JsonNode pair : file.get("pairs")) {
      if (pair.get("mode").asText().equals("streams")) {
        HostKernel[] both = new HostKernel[2];
        double[] measured = new double[2];
        for (int i = 0; i < 2; i++) {
          String name = pair.get("pair").get(i).asText();
          JsonNode alone = file.get("aloneLaunchesPerSecondBySms").get(name).get("132");
          both[i] = kernel(MICROS / alone.asDouble(), LARGE_GRID);
          measured[i] = pair.get("progress").get(i).asDouble();
        }
        pairs.add(pair(H200_WARPS, both, new long[2], measured));
      }
    }
    return pairs;
  }

  private static HostKernel kernel(double micros, int threadBlocks) {
    return new HostKernel("k", Math.round(micros * NANOS_PER_MICRO), threadBlocks, WARPS);
  }

  private static Pair pair(long device, HostKernel[] both, long[] gaps, double[] measured) {
    int filling = (int) Arrays.stream(both).filter(k -> k.warps() >= device).count();
    return new Pair(
        filling,
        list(measured),
        list(CoRunLoop.progress(both, gaps, new WarpSharing(device))),
        list(CoRunLoop.progress(both, gaps, new LaunchOrder(device))));
  }

  private static List<Double> list(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }
}
