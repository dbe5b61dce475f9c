package org.polyphony.results.run;

import static org.polyphony.results.metric.Metric.Better.HIGHER;
import static org.polyphony.results.metric.Metric.Better.LOWER;
import static org.polyphony.results.metric.Metric.Better.NEITHER;
import static org.polyphony.results.metric.Metric.count;
import static org.polyphony.results.metric.Metric.number;
import static org.polyphony.results.metric.Metric.ratio;
import static org.polyphony.results.metric.Metric.share;
import static org.polyphony.results.metric.Metric.word;

import java.util.List;
import java.util.Optional;
import org.polyphony.results.metric.Metric;
import org.polyphony.results.metric.Metrics;
import org.polyphony.simulation.RunResult.Benchmark;
import org.polyphony.simulation.RunResult.HardwareUse;
import org.polyphony.simulation.Tenant;

/** Metrics of each workload of a run: {@code benchmarks[]} of a summary. */
public final class WorkloadMetrics {
  private static final String IPC = "thread instructions / cycle";

  /** A workload of a run. */
  record Of(Outcome outcome, int workload) {
    Experiment.Input input() {
      return outcome.experiment().inputs().get(workload);
    }

    Benchmark round() {
      return outcome.shared().benchmarks().get(workload);
    }

    /** Unknown for a composed run. */
    Long launches() {
      return outcome.isComposed()
          ? null
          : outcome.shared().launches().stream().filter(l -> l.workload() == workload).count();
    }

    Optional<Requests> requests() {
      long deadline = outcome.experiment().spec().tenants().get(workload).deadline();
      return outcome.hasRequests(workload)
          ? Optional.of(new Requests(outcome.latencies(workload), deadline))
          : Optional.empty();
    }

    Optional<Hardware> hardware() {
      List<HardwareUse> uses = outcome.shared().hardware();
      return uses.isEmpty()
          ? Optional.empty()
          : Optional.of(new Hardware(outcome, uses.get(workload)));
    }
  }

  /** Requests to a workload that have ended. */
  private record Requests(Latencies latencies, long deadline) {}

  /** What a workload took of the device in the whole run. */
  private record Hardware(Outcome outcome, HardwareUse use) {}

  private static final Metrics<Of> FIRST_ROUND =
      new Metrics<Of>()
          .with(
              count("warpInstructions", "warp instructions", "Warp instructions", NEITHER),
              "issued in the first round, without reissues of flushed thread blocks; with arrivals,"
                  + " this and the next count all rounds",
              of -> of.round().warpInstructions())
          .with(
              count("threadInstructions", "thread instructions", "Thread instructions", NEITHER),
              "warpInstructions times active lanes",
              of -> of.round().threadInstructions())
          .with(
              count("cycles", "core cycles", "Cycles", LOWER),
              "until the end of the first round; with arrivals, until the end of the run",
              of -> of.round().cycles())
          .with(
              number("ipc", IPC, "IPC shared", HIGHER),
              "threadInstructions / cycles",
              of -> of.round().ipc())
          .with(
              number("ipcAlone", IPC, "Solo IPC", NEITHER),
              "stand-alone IPC: ipc of a solo run of as many rounds, the first with cold caches, the"
                  + " others back to back",
              of -> of.outcome.ipcAlone(of.workload))
          .with(
              ratio("normalizedProgress", "Normalized progress", HIGHER),
              "ipc / ipcAlone; with arrivals, the mean over requests of 1 / slowdown",
              of -> of.outcome.normalizedProgress(of.workload))
          .with(
              count("launches", "kernel launches", "Launches", NEITHER),
              "in the first round; null with policy oracle",
              Of::launches)
          .with(
              count("restarts", "rounds", "Restarts", NEITHER),
              "rounds started after the first",
              of -> of.round().restarts())
          .with(
              word("finished", "boolean"),
              "false: stopped before the end of the first round, or of all requests",
              of -> of.round().finished());

  private static final Metrics<Requests> REQUESTS =
      new Metrics<Requests>()
          .with(
              count("ended", "requests", "Requests", NEITHER),
              "requests that have ended; this object is absent without arrivals",
              of -> of.latencies.count())
          .with(
              number("meanMicros", "us", "Mean", LOWER),
              "mean latency, from arrival to end",
              of -> of.latencies.mean())
          .with(
              number("p50Micros", "us", "p50", LOWER),
              "median latency: the smallest that half of the requests do not exceed",
              of -> of.latencies.percentile(50))
          .with(
              number("p95Micros", "us", "p95", LOWER),
              "smallest latency that 95% of the requests do not exceed",
              of -> of.latencies.percentile(95))
          .with(
              number("p99Micros", "us", "p99", LOWER),
              "smallest latency that 99% of the requests do not exceed",
              of -> of.latencies.percentile(99))
          .with(
              number("maxMicros", "us", "Max", LOWER),
              "longest latency",
              of -> of.latencies.percentile(100))
          .with(
              number("meanWaitMicros", "us", "Mean wait", LOWER),
              "mean time from arrival to the first thread block",
              of -> of.latencies.meanWait())
          .with(
              number("perSecond", "1/s", "Throughput", HIGHER),
              "throughput: requests ended / time from the first arrival to the last end",
              of -> of.latencies.perSecond())
          .with(
              count("deadlineMisses", "requests", "Deadline misses", LOWER),
              "requests that ended after their deadline; absent without one",
              of -> of.deadline == Tenant.NONE ? Optional.empty() : of.latencies.late());

  private static final Metrics<Hardware> HARDWARE =
      new Metrics<Hardware>()
          .with(
              share("l1HitRate", "L1D hit rate", HIGHER),
              "L1D hits / lookups over the whole run; null without lookups. This and the rest are"
                  + " absent with policy oracle",
              of -> quotient(of.use.l1Hits(), of.use.l1Accesses()))
          .with(
              share("l2HitRate", "L2 hit rate", HIGHER),
              "L2 hits / lookups, including hits on pending lines",
              of -> quotient(of.use.l2Hits(), of.use.l2Accesses()))
          .with(
              count("l2LostLines", "lines", "L2 lines lost to others", LOWER),
              "L2 lines that requests of another workload evicted; each may cause a miss",
              of -> of.use.l2LostLines())
          .with(
              count("dramRowHits", "requests", "DRAM row hits", HIGHER),
              "DRAM requests that hit an open row",
              of -> of.use.rowHits())
          .with(
              count("dramBytes", "bytes", "DRAM traffic", NEITHER),
              "DRAM traffic of its requests, including write-backs that they cause and requests in"
                  + " flight at the end",
              of -> of.use.dramBytes())
          .with(
              number("dramGigabytesPerSecond", "GB/s", "DRAM", NEITHER),
              "dramBytes / duration of the run",
              of -> of.outcome.gigabytesPerSecond(of.use.dramBytes()))
          .with(
              share("dramRowHitRate", "DRAM row hit rate", HIGHER),
              "DRAM row-buffer hits / DRAM requests; null without requests",
              of -> quotient(of.use.rowHits(), of.use.dramRequests()))
          .with(
              number("loadLatency", "core cycles", "Load latency", LOWER),
              "mean round trip of a read or atomic from SM to L2 and back",
              of -> quotient(of.use.loadCycles(), of.use.loads()))
          .with(
              share("occupancy", "Occupancy", NEITHER),
              "resident warps / warp slots of all SMs, mean over the run",
              of -> quotient(of.use.residentWarpCycles(), of.outcome.warpSlotCycles()));

  private static final Metrics<Hardware> SLOTS =
      new Metrics<Hardware>()
          .each(
              count("slots", "issue slots", "Issue slots", NEITHER),
              "slots of the warp schedulers on which the workload had warps, by what became of"
                  + " them: issued by it, lostToOthers (it could have issued, but another did),"
                  + " else why it did not; only of several workloads",
              of -> of.use.slots());

  static final Metrics<Of> ALL =
      new Metrics<Of>()
          .with(word("name", "name"), "workload", of -> of.input().name())
          .with(
              word("type", "name"),
              "COM or MEM (GPU Maestro Table 3); null if unknown",
              of -> Summary.emptyAsNull(of.input().type()))
          .also(FIRST_ROUND, Optional::of)
          .part("requests", REQUESTS, Of::requests)
          .also(HARDWARE, Of::hardware)
          .also(SLOTS, of -> of.hardware().filter(some -> !some.use.slots().isEmpty()));

  private WorkloadMetrics() {}

  /** Returns the metrics of first rounds. */
  public static List<Metric> ofFirstRounds() {
    return FIRST_ROUND.all();
  }

  /** Returns the metrics of requests. */
  public static List<Metric> ofRequests() {
    return REQUESTS.all();
  }

  /** Returns the metrics of the use of the device. */
  public static List<Metric> ofHardware() {
    return HARDWARE.all();
  }

  /** Returns a ratio; not a number where there is no whole. */
  static double quotient(long part, long whole) {
    return whole == 0 ? Double.NaN : (double) part / whole;
  }
}
