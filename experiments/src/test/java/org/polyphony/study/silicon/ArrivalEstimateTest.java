package org.polyphony.study.silicon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.polyphony.study.silicon.ArrivalEstimate.Compared;
import org.polyphony.study.silicon.ArrivalEstimate.Orders;
import org.polyphony.study.silicon.ArrivalRuns.Request;
import org.polyphony.study.silicon.ArrivalRuns.Run;
import org.polyphony.study.silicon.ArrivalRuns.Setting;

/** Runs on a device of 1 MHz, whose cycle is 1 us. */
class ArrivalEstimateTest {
  private static final int REQUESTS = 20;
  private static final int MICROS_ALONE = 18;
  private static final double EXACT = 1e-9;

  private final MeasuredArrivals measured =
      MeasuredArrivals.of(
          JsonInput.parse(
              "m.json",
              """
              {"batchAlone": [{"kernel": "fma", "threadBlocks": 2112,
                "launchMicros": {"p50": 98}, "gapMicros": {"p50": 2}}],
              "smallAlone": [{"kernel": "gather", "threadBlocks": 528, "meanIntervalMicros": 500,
                "onDeviceMicros": {"p50": 20}, "toFirstBlockMicros": {"p50": 8}, "sms": 132}],
              "cases": [
              """
                  + String.join(
                      ",",
                      row("equal", 200, "null"),
                      row("mps", 210, "null"),
                      row("mps 25/75", 100, "[25, 75]"),
                      row("time slices", 1200, "null"))
                  + "]}"));

  private static String row(String setting, int p50, String percentages) {
    return """
    {"batch": "fma", "batchThreadBlocks": 2112, "small": "gather", "smallThreadBlocks": 528,
     "setting": "%s", "percentages": %s, "meanIntervalMicros": 500,
     "latencyMicros": {"p50": %d, "p95": 300}, "batchLaunchesPerSecond": 8000,
     "batchAloneLaunchesPerSecond": 10000}"""
        .formatted(setting, percentages, p50);
  }

  /** Requests wait 2 us, and take so long; the batch kernel issues 320 instructions in a step. */
  private static Run run(int micros) {
    List<Request> requests =
        IntStream.rangeClosed(0, REQUESTS)
            .mapToObj(i -> new Request(500L * i, 500L * i + 2, 500L * i + 2 + micros))
            .toList();
    List<Long> issued = new ArrayList<>();
    for (long step = 1; step <= 5; step++) {
      issued.add(320 * step);
    }
    CorunRun.History batch = new CorunRun.History(issued, List.of(100L, 180L, 260L), 8);
    return new Run(new CorunRun(5000, List.of(batch), 0, 0, 0), requests);
  }

  private ArrivalEstimate estimate(int together) {
    ArrivalEstimate alone =
        new ArrivalEstimate(
            measured, REQUESTS, 1, runs(ArrivalEstimate.alone(measured), MICROS_ALONE));
    return alone.with(runs(alone.together(), together));
  }

  private static Map<Setting, Run> runs(List<Setting> settings, int micros) {
    return settings.stream().collect(Collectors.toMap(setting -> setting, any -> run(micros)));
  }

  @Test
  void addsThePathFromTheHostOfALaunchOnTheIdleGpu() {
    Compared equal = estimate(150).compared().get(0);

    assertEquals(8 - 2 + 2 + 150, equal.p50(), EXACT);
    assertEquals(8 - 2 + 2 + 150, equal.p95(), EXACT);
  }

  @Test
  void comparesTheBatchKernelWithItsLaunchesAlone() {
    Compared equal = estimate(150).compared().get(0);

    assertEquals(5000 / (320 / 8.0) / 80, equal.batchSlowdown(), EXACT);
    assertEquals(1.25, equal.measured().batchSlowdown(), EXACT);
  }

  @Test
  void comparesKernelsAlone() {
    List<ArrivalEstimate.ComparedAlone> alone = estimate(150).alone();

    assertEquals(80, alone.get(0).micros(), EXACT);
    assertEquals(100, alone.get(0).measured().micros(), EXACT);
    assertEquals(MICROS_ALONE, alone.get(1).micros(), EXACT);
  }

  @Test
  void leavesTimeSlicesOutAndRunsSettingsThatAreAlikeOnce() {
    assertEquals(3, estimate(150).compared().size());
    assertEquals(2, estimate(150).together().size());
  }

  @Test
  void ordersOnlySettingsThatDifferClearly() {
    List<MeasuredArrivals.Case> cases = measured.cases();
    List<Compared> compared =
        List.of(
            new Compared(cases.get(0), 90, 1, 1),
            new Compared(cases.get(1), 120, 1, 1),
            new Compared(cases.get(2), 100, 1, 1));

    // 200 and 210 us are alike; 100 us are below both, but not below 90 simulated ones
    assertEquals(new Orders(1, 2), ArrivalEstimate.orders(compared));
  }

  @Test
  void drawsGapsAsMeasuredSpreadOverTheLaunchesOfTheBatchKernel() {
    List<Double> times = ArrivalRuns.arrivals(REQUESTS, 500, 300);

    assertEquals(REQUESTS + 1, times.size());
    for (int i = 1; i < times.size(); i++) {
      double gap = times.get(i) - times.get(i - 1);
      assertTrue(gap >= 250 && gap <= 750, times.toString());
    }
    double[] phases = times.stream().skip(1).mapToDouble(t -> t % 300).sorted().toArray();
    for (int i = 0; i < REQUESTS; i++) {
      assertEquals((i + 0.5) / REQUESTS, phases[i] / 300, 0.1);
    }
  }
}
