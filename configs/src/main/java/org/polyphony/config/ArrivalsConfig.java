package org.polyphony.config;

import java.util.List;
import org.polyphony.input.Key;
import org.polyphony.input.Violation;
import org.polyphony.simulation.Arrivals;

/**
 * When requests to a workload arrive. It has one of {@code every}, {@code poisson} and {@code
 * times}; a file stands for times.
 */
public record ArrivalsConfig(
    @Key(
            value = "interval between requests, the first at the workload's start",
            unit = "us",
            aboveMin = true,
            choice = true)
        Double every,
    @Key(
            value = "mean rate of requests with exponentially distributed gaps, per unit of per",
            aboveMin = true,
            choice = true)
        Double poisson,
    @Key(
            value = "unit of time of poisson",
            oneOf = {"s", "ms", "us"},
            absent = "s")
        String per,
    @Key(value = "times of requests after the workload's start", unit = "us", choice = true)
        List<Double> times,
    @Key(
            value =
                "number of requests after which the workload has finished; default: all times,"
                    + " else requests arrive until all other workloads have finished",
            min = 1,
            max = 1_000_000_000)
        Long count) {
  /** Keys that stand for others. */
  record FileKeys(
      @Key(
              value = "CSV file of times, with the column arrival_us; relative to this file",
              choice = true)
          String file) {}

  private static final double MILLION = 1e6;
  private static final double THOUSAND = 1000;

  void check(Violation.Checks checks) {
    if (times != null) {
      checks.require(!times.isEmpty(), "times", "no times", "one or more");
      for (int i = 1; i < times.size(); i++) {
        double before = times.get(i - 1);
        boolean ascends = times.get(i) >= before;
        checks.require(ascends, "times[" + i + "]", times.get(i), "at least " + before);
      }
      boolean fits = count == null || count <= times.size();
      checks.require(fits, "count", count, times.size() + " at most, the number of times");
    }
  }

  /** Returns whether requests arrive as long as other workloads run. */
  boolean isUnlimited() {
    return count == null && times == null;
  }

  /**
   * Returns the arrivals on a device.
   *
   * @param coreKhz its core clock
   * @param seed of random gaps
   */
  public Arrivals on(int coreKhz, long seed) {
    double cyclesPerMicro = coreKhz / THOUSAND;
    long limit = count == null ? Arrivals.UNLIMITED : count;
    if (every != null) {
      return new Arrivals.Periodic(every * cyclesPerMicro, limit);
    }
    if (poisson != null) {
      return new Arrivals.Poisson(micros(per) / poisson * cyclesPerMicro, limit, seed);
    }
    return new Arrivals.At(
        times.stream().limit(limit).map(time -> Math.round(time * cyclesPerMicro)).toList());
  }

  private static double micros(String unit) {
    return switch (unit) {
      case "s" -> MILLION;
      case "ms" -> THOUSAND;
      default -> 1;
    };
  }
}
