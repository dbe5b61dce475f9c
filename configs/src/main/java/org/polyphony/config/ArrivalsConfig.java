package org.polyphony.config;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
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
            value =
                "interval between requests, the first at the workload's start; at least one core"
                    + " cycle",
            unit = "us",
            aboveMin = true,
            max = LONGEST_MICROS,
            choice = true)
        Double every,
    @Key(
            value =
                "mean rate of requests with exponentially distributed gaps, per unit of per; at"
                    + " most one a core cycle",
            aboveMin = true,
            choice = true)
        Double poisson,
    @Key(
            value = "unit of time of poisson",
            oneOf = {"s", "ms", "us"},
            absent = "s")
        String per,
    @Key(
            value = "times of requests after the workload's start",
            unit = "us",
            eachMax = LONGEST_MICROS,
            choice = true)
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

  /** Most microseconds of a time or an interval: eleven days. */
  static final long LONGEST_MICROS = 1_000_000_000_000L;

  /** Clock of a device that is not valid. */
  static final int UNKNOWN = 0;

  private static final int DIGITS = 4;
  private static final double MILLION = 1e6;
  private static final double THOUSAND = 1000;

  /**
   * Checks rules that the keys do not state.
   *
   * @param coreKhz core clock of the device, or {@link #UNKNOWN}
   */
  void check(Violation.Checks checks, int coreKhz) {
    if (coreKhz != UNKNOWN) {
      checkInterval(checks, THOUSAND / coreKhz);
    }
    checkTimes(checks);
  }

  /** The device takes up one request in a cycle, which is given in us. */
  private void checkInterval(Violation.Checks checks, double cycle) {
    if (every != null) {
      String allowed = digits(cycle, RoundingMode.UP) + " us or more, one core cycle";
      checks.require(every >= cycle, "every", every, allowed);
    }
    if (poisson != null) {
      double unit = micros(per);
      String most = digits(unit / cycle, RoundingMode.DOWN) + " per " + per;
      checks.require(
          poisson * cycle <= unit, "poisson", poisson, "at most " + most + ", one a core cycle");
      checks.require(
          poisson * LONGEST_MICROS >= unit, "poisson", poisson, "a mean gap of 1e12 us or less");
    }
  }

  private void checkTimes(Violation.Checks checks) {
    if (times != null) {
      checks.require(!times.isEmpty(), "times", "an empty array", "one or more");
      for (int i = 1; i < times.size(); i++) {
        double before = times.get(i - 1);
        boolean ascends = times.get(i) >= before;
        checks.require(ascends, "times[" + i + "]", times.get(i), "at least " + before);
      }
      boolean fits = count == null || count <= times.size();
      checks.require(fits, "count", count, times.size() + " at most, the number of times");
    }
  }

  private static String digits(double value, RoundingMode rounding) {
    return new BigDecimal(value).round(new MathContext(DIGITS, rounding)).toPlainString();
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
