package org.polyphony.results.run;

import java.util.List;
import java.util.Optional;
import org.polyphony.results.metric.Metric;
import org.polyphony.results.metric.Metric.Better;
import org.polyphony.results.metric.Metric.Form;
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
          .count(
              "warpInstructions",
              "warp instructions",
              "Warp instructions",
              Better.NEITHER,
              "issued in the first round, without reissues of flushed thread blocks; with arrivals,"
                  + " this and the next count all rounds",
              of -> of.round().warpInstructions())
          .count(
              "threadInstructions",
              "thread instructions",
              "Thread instructions",
              Better.NEITHER,
              "warpInstructions times active lanes",
              of -> of.round().threadInstructions())
          .count(
              "cycles",
              "core cycles",
              "Cycles",
              Better.LOWER,
              "until the end of the first round; with arrivals, until the end of the run",
              of -> of.round().cycles())
          .number(
              "ipc",
              IPC,
              "IPC shared",
              Better.HIGHER,
              "threadInstructions / cycles",
              of -> of.round().ipc())
          .number(
              "ipcAlone",
              IPC,
              "Solo IPC",
              Better.NEITHER,
              "stand-alone IPC: ipc of a solo run of as many rounds, the first with cold caches, the"
                  + " others back to back",
              of -> of.outcome.ipcAlone(of.workload))
          .ratio(
              "normalizedProgress",
              "Normalized progress",
              Better.HIGHER,
              "ipc / ipcAlone; with arrivals, the mean over requests of 1 / slowdown",
              of -> of.outcome.normalizedProgress(of.workload))
          .count(
              "launches",
              "kernel launches",
              "Launches",
              Better.NEITHER,
              "in the first round; null with policy oracle",
              Of::launches)
          .count(
              "restarts",
              "rounds",
              "Restarts",
              Better.NEITHER,
              "rounds started after the first",
              of -> of.round().restarts())
          .word(
              "finished",
              "boolean",
              "false: stopped before the end of the first round, or of all requests",
              of -> of.round().finished());

  private static final Metrics<Requests> REQUESTS =
      new Metrics<Requests>()
          .count(
              "ended",
              "requests",
              "Requests",
              Better.NEITHER,
              "requests that have ended; this object is absent without arrivals",
              of -> of.latencies.count())
          .number(
              "meanMicros",
              "us",
              "Mean",
              Better.LOWER,
              "mean latency, from arrival to end",
              of -> of.latencies.mean())
          .number(
              "p50Micros",
              "us",
              "p50",
              Better.LOWER,
              "median latency: the smallest that half of the requests do not exceed",
              of -> of.latencies.percentile(50))
          .number(
              "p95Micros",
              "us",
              "p95",
              Better.LOWER,
              "smallest latency that 95% of the requests do not exceed",
              of -> of.latencies.percentile(95))
          .number(
              "p99Micros",
              "us",
              "p99",
              Better.LOWER,
              "smallest latency that 99% of the requests do not exceed",
              of -> of.latencies.percentile(99))
          .number(
              "maxMicros",
              "us",
              "Max",
              Better.LOWER,
              "longest latency",
              of -> of.latencies.percentile(100))
          .number(
              "meanWaitMicros",
              "us",
              "Mean wait",
              Better.LOWER,
              "mean time from arrival to the first thread block",
              of -> of.latencies.meanWait())
          .number(
              "perSecond",
              "1/s",
              "Throughput",
              Better.HIGHER,
              "throughput: requests ended / time from the first arrival to the last end",
              of -> of.latencies.perSecond())
          .count(
              "deadlineMisses",
              "requests",
              "Deadline misses",
              Better.LOWER,
              "requests that ended after their deadline; absent without one",
              of -> of.deadline == Tenant.NONE ? Optional.empty() : of.latencies.late());

  private static final Metrics<Hardware> HARDWARE =
      new Metrics<Hardware>()
          .share(
              "l1HitRate",
              "L1D hit rate",
              Better.HIGHER,
              "L1D hits / lookups over the whole run; null without lookups. This and the rest are"
                  + " absent with policy oracle",
              of -> ratio(of.use.l1Hits(), of.use.l1Accesses()))
          .share(
              "l2HitRate",
              "L2 hit rate",
              Better.HIGHER,
              "L2 hits / lookups, including hits on pending lines",
              of -> ratio(of.use.l2Hits(), of.use.l2Accesses()))
          .count(
              "l2LostLines",
              "lines",
              "L2 lines lost to others",
              Better.LOWER,
              "L2 lines that requests of another workload evicted; each may cause a miss",
              of -> of.use.l2LostLines())
          .count(
              "dramRowHits",
              "requests",
              "DRAM row hits",
              Better.HIGHER,
              "DRAM requests that hit an open row",
              of -> of.use.rowHits())
          .count(
              "dramBytes",
              "bytes",
              "DRAM traffic",
              Better.NEITHER,
              "DRAM traffic of its requests, including write-backs that they cause and requests in"
                  + " flight at the end",
              of -> of.use.dramBytes())
          .number(
              "dramGigabytesPerSecond",
              "GB/s",
              "DRAM",
              Better.NEITHER,
              "dramBytes / duration of the run",
              of -> of.outcome.gigabytesPerSecond(of.use.dramBytes()))
          .share(
              "dramRowHitRate",
              "DRAM row hit rate",
              Better.HIGHER,
              "DRAM row-buffer hits / DRAM requests; null without requests",
              of -> ratio(of.use.rowHits(), of.use.dramRequests()))
          .number(
              "loadLatency",
              "core cycles",
              "Load latency",
              Better.LOWER,
              "mean round trip of a read or atomic from SM to L2 and back",
              of -> ratio(of.use.loadCycles(), of.use.loads()))
          .share(
              "occupancy",
              "Occupancy",
              Better.NEITHER,
              "resident warps / warp slots of all SMs, mean over the run",
              of -> ratio(of.use.residentWarpCycles(), of.outcome.warpSlotCycles()));

  private static final Metrics<Hardware> SLOTS =
      new Metrics<Hardware>()
          .each(
              new Metric(
                  "slots",
                  "issue slots",
                  "Issue slots",
                  Form.COUNT,
                  Better.NEITHER,
                  "slots of the warp schedulers on which the workload had warps, by what became of"
                      + " them: issued by it, lostToOthers (it could have issued, but another did),"
                      + " else why it did not; only of several workloads"),
              of -> of.use.slots());

  static final Metrics<Of> ALL =
      new Metrics<Of>()
          .word("name", "name", "workload", of -> of.input().name())
          .word(
              "type",
              "name",
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
  static double ratio(long part, long whole) {
    return whole == 0 ? Double.NaN : (double) part / whole;
  }
}
