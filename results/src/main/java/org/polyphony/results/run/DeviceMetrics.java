package org.polyphony.results.run;

import static org.polyphony.results.metric.Metric.Better.HIGHER;
import static org.polyphony.results.metric.Metric.Better.LOWER;
import static org.polyphony.results.metric.Metric.Better.NEITHER;
import static org.polyphony.results.metric.Metric.count;
import static org.polyphony.results.metric.Metric.number;
import static org.polyphony.results.metric.Metric.share;

import java.util.List;
import java.util.Optional;
import org.polyphony.results.metric.Metric;
import org.polyphony.results.metric.Metrics;
import org.polyphony.simulation.RunResult.Device;

/** Metrics of the whole device: {@code device} of a summary. */
public final class DeviceMetrics {
  private static final Metrics<Outcome> COUNTERS =
      new Metrics<Outcome>()
          .with(
              share("l1HitRate", "L1D hit rate", HIGHER),
              "L1D sector hits / lookups; null without lookups",
              of -> device(of).l1HitRate())
          .with(
              share("l2HitRate", "L2 hit rate", HIGHER),
              "L2 sector hits / lookups; null without lookups",
              of -> device(of).l2HitRate())
          .with(
              count("dramBytes", "bytes", "DRAM traffic", NEITHER),
              "DRAM traffic, reads and writes",
              of -> device(of).dramBytes())
          .with(
              number("dramGigabytesPerSecond", "GB/s", "DRAM", NEITHER),
              "dramBytes / duration of the run",
              of -> of.gigabytesPerSecond(device(of).dramBytes()))
          .with(
              share("dramUtilization", "DRAM bandwidth utilization", NEITHER),
              "dramBytes / peak DRAM traffic of the run",
              of -> device(of).dramUtilization())
          .with(
              share("issueUtilization", "Issue slots used", HIGHER),
              "issue slots used / (warp schedulers x cycles)",
              of -> device(of).issueUtilization());

  private static final Metrics<Device> PREFETCHES =
      new Metrics<Device>()
          .each(
              count("prefetches", "fill units", "Prefetches", NEITHER),
              "prefetches of L1D and L2: issued, and of these useful (a load hit) and late (a load"
                  + " waited for it); absent without a prefetcher",
              Device::prefetches);

  static final Metrics<Outcome> ALL =
      COUNTERS
          .each(
              count("stalls", "issue slots", "Idle issue slots", LOWER),
              "idle issue slots by cause; idle and used slots add up to all slots, including those"
                  + " of the last cycle",
              of -> device(of).stalls())
          .also(
              PREFETCHES,
              of -> Optional.of(device(of)).filter(some -> !some.prefetches().isEmpty()));

  private DeviceMetrics() {}

  /** Returns the metrics that are one number each. */
  public static List<Metric> counters() {
    return COUNTERS.all();
  }

  private static Device device(Outcome of) {
    return of.shared().device();
  }
}
