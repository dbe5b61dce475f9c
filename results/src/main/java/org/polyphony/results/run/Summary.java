package org.polyphony.results.run;

import static org.polyphony.results.metric.Metric.Better.HIGHER;
import static org.polyphony.results.metric.Metric.Better.LOWER;
import static org.polyphony.results.metric.Metric.Better.NEITHER;
import static org.polyphony.results.metric.Metric.count;
import static org.polyphony.results.metric.Metric.number;
import static org.polyphony.results.metric.Metric.ratio;
import static org.polyphony.results.metric.Metric.share;
import static org.polyphony.results.metric.Metric.word;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.polyphony.results.metric.Metric;
import org.polyphony.results.metric.Metrics;
import org.polyphony.results.store.Json;
import org.polyphony.simulation.PolicyFacts;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunSpec;
import org.polyphony.workload.fidelity.InstructionCount;

/**
 * {@code summary.json}, schema version 1: everything except {@code host} and {@code provenance} is
 * a function of the config.
 */
public final class Summary {
  private static final int SCHEMA_VERSION = 1;
  private static final String NAME = "name";
  private static final String TEXT = "text";

  /** What a summary is of. */
  private record Finished(Outcome outcome, Provenance provenance) {
    Experiment experiment() {
      return outcome.experiment();
    }

    Optional<Provenance.Made> made() {
      return Optional.of(new Provenance.Made(provenance, experiment().configHash()));
    }

    RunSpec spec() {
      return outcome.experiment().spec();
    }

    PolicyFacts policy() {
      return outcome.shared().partitioning().policy();
    }
  }

  private static final Metrics<Finished> EXPERIMENT =
      new Metrics<Finished>()
          .with(word("schemaVersion", "number"), "format version, 1", of -> SCHEMA_VERSION)
          .with(
              word("partial", "boolean"),
              "true: stopped early; absent otherwise",
              of -> of.outcome.shared().partial() ? Optional.of(true) : Optional.empty())
          .with(word("experiment", NAME), "`name` of the experiment", of -> of.experiment().name())
          .with(word("gpu", NAME), "device", of -> of.spec().gpu().name())
          .with(word("policy", NAME), "partition policy", of -> of.spec().policy())
          .with(
              word("warpScheduler", NAME),
              "warp scheduler within a kernel",
              of -> of.spec().warpScheduler())
          .with(
              word("kernelScheduler", NAME),
              "warp scheduler between kernels of an SM",
              of -> of.policy().kernelScheduler())
          .with(word("preemption", NAME), "preemption technique", of -> of.spec().preemption())
          .with(
              word("objective", NAME),
              "metric that the policy optimizes; null for none",
              of -> emptyAsNull(of.policy().objective()))
          .with(
              word("seed", "number"),
              "seed of the run and its solo runs; above 1 it adds small random delays",
              of -> of.spec().seed())
          .with(
              word("ofBase", TEXT),
              "what solo runs on the device of a sweep's base determine for a point on another device:"
                  + " `rounds` (their work), `progress` (its denominator) or both; absent otherwise",
              of -> of.experiment().base().map(Experiment.Base::words));

  private static final Metrics<Outcome> TOTALS =
      new Metrics<Outcome>()
          .with(
              count("cycles", "core cycles", "Cycles", NEITHER),
              "length of the run, until every workload has finished its first round",
              of -> of.shared().cycles())
          .with(
              count("warpInstructions", "warp instructions", "Warp instructions", NEITHER),
              "issued in the run, later rounds included",
              of -> of.shared().warpInstructions())
          .with(
              count("threadInstructions", "thread instructions", "Thread instructions", NEITHER),
              "warpInstructions times active lanes",
              of -> of.shared().threadInstructions())
          .with(
              number("microseconds", "us", "Time", NEITHER),
              "cycles as time",
              of -> 1000.0 * of.shared().cycles() / of.experiment().spec().gpu().coreKhz())
          .with(
              ratio("stp", "STP", HIGHER),
              "system throughput: sum of normalizedProgress",
              Outcome::stp)
          .with(
              ratio("antt", "ANTT", LOWER),
              "average normalized turnaround time: mean of 1 / normalizedProgress, or, with arrivals, of"
                  + " the mean slowdown of the requests",
              Outcome::antt)
          .with(
              ratio("harmonicSpeedup", "Harmonic speedup", HIGHER),
              "harmonic mean of normalizedProgress, 1 / antt",
              of -> 1 / of.antt())
          .with(
              ratio("minimumProgress", "Minimum progress", HIGHER),
              "lowest normalizedProgress",
              Outcome::minimumProgress)
          .with(
              ratio("maximumSlowdown", "Maximum slowdown", LOWER),
              "1 / minimumProgress",
              of -> 1 / of.minimumProgress());

  private static final Metrics<InstructionCount> INEXACT =
      new Metrics<InstructionCount>()
          .with(
              word("mnemonic", NAME),
              "inexact instruction; the list is in alphabetical order",
              InstructionCount::mnemonic)
          .with(
              word("treatment", NAME),
              "approximated, ignored or not modelled (see docs/limits.md)",
              of -> of.fidelity().treatment().words())
          .with(word("how", TEXT), "what the device does instead", of -> of.fidelity().how())
          .with(
              count("warpInstructions", "warp instructions", "Warp instructions", NEITHER),
              "issued in the run",
              InstructionCount::warpInstructions);

  private static final Metrics<Outcome> INSTRUCTIONS =
      new Metrics<Outcome>()
          .with(
              count("exact", "warp instructions", "Exact instructions", NEITHER),
              "the rest of `warpInstructions`; absent with policy oracle, which counts the"
                  + " instructions of all its runs",
              of ->
                  of.isComposed()
                      ? Optional.empty()
                      : of.shared().warpInstructions() - of.approximated() - of.ignored())
          .with(
              count("approximated", "warp instructions", "Approximated instructions", LOWER),
              "issued in the run and executed with a known error; with `approximate` also those not"
                  + " modeled",
              Outcome::approximated)
          .with(
              count("ignored", "warp instructions", "Ignored instructions", LOWER),
              "issued in the run, without an effect beyond the issue slot",
              Outcome::ignored)
          .list("inexact", INEXACT, of -> Optional.of(of.inexact()));

  /** A run that a composed run consists of. */
  private record Part(Outcome outcome, RunResult.Part part) {
    double windows() {
      int all = outcome.shared().partitioning().decisions().size();
      return all == 0 ? Double.NaN : (double) part.windows() / all;
    }
  }

  private static final Metrics<Part> PARTS =
      new Metrics<Part>()
          .with(
              word("partition", NAME),
              "partition of a separate run; only with policy oracle",
              of -> of.part.partition())
          .with(
              share("windows", "Windows", NEITHER),
              "share of the oracle's windows taken from this run",
              Part::windows)
          .with(
              ratio("stp", "STP", HIGHER),
              "STP of that run",
              of -> of.outcome.stp(of.part.benchmarks()))
          .with(
              ratio("antt", "ANTT", LOWER),
              "ANTT of that run",
              of -> of.outcome.antt(of.part.benchmarks()));

  private static final Metrics<Finished> HOST =
      new Metrics<Finished>()
          .with(
              number("wallSeconds", "s", "Wall time", LOWER),
              "wall time of the simulation, without cached solo runs",
              of -> of.outcome.seconds())
          .with(
              number("warpInstructionsPerSecond", "1/s", "Simulation speed", HIGHER),
              "simulated per wall second",
              of -> of.outcome.warpInstructionsPerSecond())
          .with(
              count("peakMemoryBytes", "bytes", "Peak memory", LOWER),
              "peak resident set of the process",
              of -> of.provenance.peakMemoryBytes());

  private static final Metrics<Finished> ALL =
      new Metrics<Finished>()
          .also(EXPERIMENT, Optional::of)
          .also(TOTALS, of -> Optional.of(of.outcome))
          .part("instructions", INSTRUCTIONS, of -> Optional.of(of.outcome))
          .list("benchmarks", WorkloadMetrics.ALL, of -> Optional.of(workloads(of.outcome)))
          .list("parts", PARTS, of -> parts(of.outcome))
          .part(
              "device",
              DeviceMetrics.ALL,
              of -> of.outcome.isComposed() ? Optional.empty() : Optional.of(of.outcome))
          .part("partitioning", PartitioningMetrics.ALL, of -> Optional.of(of.outcome))
          .part("host", HOST, Optional::of)
          .part("provenance", Provenance.METRICS, Finished::made);

  private Summary() {}

  /** Returns the metrics of a summary, in their order. */
  public static List<Metric> metrics() {
    return ALL.all();
  }

  /** Returns the metric at a path of a summary, {@code []} for elements of lists. */
  public static Optional<Metric> metric(String path) {
    String ofEach = path.substring(0, path.lastIndexOf('.') + 1) + "*";
    return metrics().stream()
        .filter(metric -> metric.path().equals(path) || metric.path().equals(ofEach))
        .findFirst();
  }

  /** Returns the summary of an experiment. */
  public static ObjectNode of(Outcome outcome, Provenance provenance) {
    ObjectNode summary = Json.object();
    ALL.write(summary, new Finished(outcome, provenance));
    return summary;
  }

  private static List<WorkloadMetrics.Of> workloads(Outcome outcome) {
    return IntStream.range(0, outcome.alone().size())
        .mapToObj(workload -> new WorkloadMetrics.Of(outcome, workload))
        .toList();
  }

  /** A composed run has parts in the place of a device. */
  private static Optional<List<Part>> parts(Outcome outcome) {
    return outcome.isComposed()
        ? Optional.of(outcome.shared().parts().stream().map(p -> new Part(outcome, p)).toList())
        : Optional.empty();
  }

  static String emptyAsNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
