package org.polyphony.study.silicon;

import java.util.List;
import org.polyphony.workload.kernel.BundledModels;

/**
 * Latency of small kernels that arrive at random times beside batch kernels, measured on hardware.
 *
 * @param alone each batch kernel and each small kernel on the idle GPU
 */
record MeasuredArrivals(int sms, List<Alone> alone, List<Case> cases) {
  private static final int ALL = 100; // percent
  private static final String TIME_SLICES = "time slices";

  /** An ordinary grid of a kernel. */
  record Grid(String kernel, int threadBlocks) {}

  /**
   * A kernel on the idle GPU.
   *
   * @param meanMicros between requests; 0 for a batch kernel, launched back to back
   * @param micros from the first thread block to the end; for a batch kernel, of a launch and the
   *     gap before it
   * @param toFirstBlockMicros from the call on the host to the first thread block; 0 for a batch
   *     kernel
   */
  record Alone(Grid grid, double meanMicros, double micros, double toFirstBlockMicros) {}

  /**
   * Two kernels under a setting.
   *
   * @param batchSlowdown launches per second of the batch kernel alone over those beside the other
   * @param percentages of the SMs that the batch and the small kernel may use
   */
  record Case(
      Grid batch,
      Grid small,
      String setting,
      List<Integer> percentages,
      double meanMicros,
      double p50,
      double p95,
      double batchSlowdown) {
    String kernels() {
      return batch.kernel + "/" + small.kernel;
    }

    int priority() {
      return setting.contains("priority") ? 1 : 0;
    }

    /** Returns whether a simulation does not tell two cases apart. */
    boolean isLike(Case other) {
      return batch.equals(other.batch)
          && small.equals(other.small)
          && meanMicros == other.meanMicros
          && percentages.equals(other.percentages)
          && priority() == other.priority();
    }
  }

  /** Reads what {@code experiments/hardware/arrivals.py} prints, without time slices. */
  static MeasuredArrivals of(JsonInput input) {
    List<Alone> batches =
        input
            .key("batchAlone")
            .items(
                at ->
                    new Alone(
                        grid(at, "kernel", "threadBlocks"),
                        0,
                        micros(at, "launchMicros") + micros(at, "gapMicros"),
                        0));
    List<Alone> smalls =
        input
            .key("smallAlone")
            .items(
                at ->
                    new Alone(
                        grid(at, "kernel", "threadBlocks"),
                        at.key("meanIntervalMicros").positive(),
                        micros(at, "onDeviceMicros"),
                        micros(at, "toFirstBlockMicros")));
    int sms = (int) input.key("smallAlone").items().get(0).wholeNumber("sms");
    List<Case> cases = input.key("cases").items(MeasuredArrivals::caseOf);
    return new MeasuredArrivals(
        sms,
        List.of(batches, smalls).stream().flatMap(List::stream).toList(),
        cases.stream().filter(each -> !each.setting.equals(TIME_SLICES)).toList());
  }

  private static Case caseOf(JsonInput at) {
    JsonInput percentages = at.key("percentages"); // of the small kernel, then of the batch
    List<Integer> ofBoth =
        percentages.node().isNull()
            ? List.of(ALL, ALL)
            : percentages.two().stream().map(each -> (int) each.wholeNumber()).toList();
    return new Case(
        grid(at, "batch", "batchThreadBlocks"),
        grid(at, "small", "smallThreadBlocks"),
        at.text("setting"),
        List.of(ofBoth.get(1), ofBoth.get(0)),
        at.key("meanIntervalMicros").positive(),
        at.key("latencyMicros").key("p50").positive(),
        at.key("latencyMicros").key("p95").positive(),
        at.key("batchAloneLaunchesPerSecond").positive()
            / at.key("batchLaunchesPerSecond").positive());
  }

  private static Grid grid(JsonInput at, String kernel, String threadBlocks) {
    List<String> known =
        BundledModels.smk().stream()
            .map(name -> name.substring(MeasuredPairs.MODEL.length()))
            .toList();
    return new Grid(at.key(kernel).oneOf(known), (int) at.wholeNumber(threadBlocks));
  }

  private static double micros(JsonInput at, String spread) {
    return at.key(spread).key("p50").positive();
  }

  /** Returns the batch kernel of a case on the idle GPU. */
  Alone batchAlone(Case of) {
    return alone(of.batch, 0);
  }

  /** Returns the small kernel of a case on the idle GPU. */
  Alone smallAlone(Case of) {
    return alone(of.small, of.meanMicros);
  }

  private Alone alone(Grid grid, double meanMicros) {
    return alone.stream()
        .filter(each -> each.grid.equals(grid) && each.meanMicros == meanMicros)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("not measured alone: " + grid));
  }

  /** Returns the first case that a simulation does not tell apart from one. */
  Case firstLike(Case one) {
    return cases.stream().filter(one::isLike).findFirst().orElse(one);
  }
}
