package org.polyphony.results.run;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.polyphony.simulation.RunResult;

/** Latency and throughput of the requests to one workload of a run that have ended. */
public final class Latencies {
  private static final double ALL = 100; // percent
  private static final double MICROS_PER_SECOND = 1e6;

  private final double[] micros; // ascending
  private final double meanWaitMicros;
  private final double spanMicros; // from the first arrival to the last end
  private final long late;

  Latencies(List<RunResult.Request> requests, int coreKhz) {
    double microsPerCycle = 1000.0 / coreKhz;
    micros = requests.stream().mapToDouble(r -> r.latency() * microsPerCycle).sorted().toArray();
    meanWaitMicros =
        requests.stream().mapToLong(r -> r.start() - r.arrival()).average().orElse(Double.NaN)
            * microsPerCycle;
    long first = requests.stream().mapToLong(RunResult.Request::arrival).min().orElse(0);
    long last = requests.stream().mapToLong(RunResult.Request::end).max().orElse(0);
    spanMicros = (last - first) * microsPerCycle;
    late = requests.stream().filter(RunResult.Request::isLate).count();
  }

  /** Returns how many requests there are. */
  public int count() {
    return micros.length;
  }

  /** Returns the mean latency in microseconds; not a number without requests. */
  double mean() {
    return Arrays.stream(micros).average().orElse(Double.NaN);
  }

  /** Returns the mean microseconds from arrival to the first thread block. */
  double meanWait() {
    return meanWaitMicros;
  }

  /** Returns the requests ended per second, from the first arrival to the last end. */
  double perSecond() {
    return micros.length / spanMicros * MICROS_PER_SECOND;
  }

  /** Returns how many missed their deadline; 0 without one. */
  public long late() {
    return late;
  }

  /**
   * Returns the least latency in microseconds that a share of the requests does not exceed; not a
   * number without requests.
   */
  public double percentile(int percent) {
    int rank = (int) Math.ceil(percent / ALL * micros.length);
    return micros.length == 0 ? Double.NaN : micros[Math.max(0, rank - 1)];
  }

  /** Returns the fewest requests of which not even one exceeds a percentile by its definition. */
  private static long least(int percent) {
    return Math.round(ALL / (ALL - percent));
  }

  /**
   * Returns in words which percentiles rest on too few requests, which makes them the maximum;
   * empty for none.
   *
   * @param requests fewest of a workload
   * @param percents those that are shown
   */
  public static String warning(long requests, int... percents) {
    String few =
        Arrays.stream(percents)
            .filter(percent -> requests < least(percent))
            .mapToObj(percent -> "p" + percent + " needs " + least(percent))
            .collect(Collectors.joining(", "));
    return few.isEmpty() ? "" : "too few requests (" + requests + "): " + few + " or more";
  }
}
