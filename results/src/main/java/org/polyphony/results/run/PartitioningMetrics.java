package org.polyphony.results.run;

import static org.polyphony.results.metric.Metric.Better.LOWER;
import static org.polyphony.results.metric.Metric.Better.NEITHER;
import static org.polyphony.results.metric.Metric.count;
import static org.polyphony.results.metric.Metric.number;
import static org.polyphony.results.metric.Metric.share;
import static org.polyphony.results.metric.Metric.word;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.results.metric.Metrics;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunResult.Fragmentation;

/** Metrics of the policy and of preemption: {@code partitioning} of a summary. */
final class PartitioningMetrics {
  private static final Metrics<Outcome> FRAGMENTATION =
      new Metrics<Outcome>()
          .with(
              share("smCycles", "Fragmented SM cycles", LOWER),
              "share of SM cycles in which a waiting thread block fits by amount but not"
                  + " contiguously",
              of -> WorkloadMetrics.quotient(fragmentation(of).smCycles(), of.smCycles()))
          .with(
              share("registers", "Unusable registers", LOWER),
              "mean share of registers unusable in those cycles; null without any",
              of ->
                  WorkloadMetrics.quotient(
                      fragmentation(of).registerSmCycles(), fragmentation(of).smCycles()))
          .with(
              share("sharedMemory", "Unusable shared memory", LOWER),
              "mean share of shared memory unusable in those cycles",
              of ->
                  WorkloadMetrics.quotient(
                      fragmentation(of).sharedMemorySmCycles(), fragmentation(of).smCycles()))
          .with(
              count("periods", "number", "Fragmented periods", LOWER),
              "times an SM became fragmented",
              of -> fragmentation(of).periods())
          .with(
              number("meanCycles", "core cycles", "Fragmented period", LOWER),
              "mean length of a fragmented period",
              of -> meanPeriod(of, 1))
          .with(
              number("meanMillis", "ms", "Fragmented period", LOWER),
              "meanCycles as time",
              of -> meanPeriod(of, of.experiment().spec().gpu().coreKhz()));

  static final Metrics<Outcome> ALL =
      new Metrics<Outcome>()
          .with(
              word("decided", "boolean"),
              "false: the policy, which decides at run time, made no decision; null for other"
                  + " policies",
              of -> partitioning(of).policy().decides() ? !of.isUndecided() : null)
          .each(
              share("decisions", "Decisions", NEITHER),
              "share of policy decisions with this outcome; smkOther includes smkOtherByOne",
              of -> decisions(partitioning(of).decisions()))
          .each(
              count("preemptions", "thread blocks", "Preempted thread blocks", LOWER),
              "thread blocks preempted by this technique",
              of -> partitioning(of).preemptions())
          .each(
              number("preemptionCycles", "core cycles", "Preemption latency", LOWER),
              "mean delay from decision to free resources, by technique",
              of -> latencies(partitioning(of)))
          .with(
              count("flushedInstructions", "warp instructions", "Flushed instructions", LOWER),
              "instructions of flushed thread blocks, which are reissued",
              of -> partitioning(of).flushedInstructions())
          .with(
              share("overhead", "SM cycles lost to preemption", LOWER),
              "SM cycles lost to preemption / all SM cycles. Context saves, restores and flushed work"
                  + " are lost, each weighted with the thread block's dominant share of an SM",
              of -> WorkloadMetrics.quotient(partitioning(of).lostCycles(), of.smCycles()))
          .part("fragmentation", FRAGMENTATION, Optional::of);

  private PartitioningMetrics() {}

  private static RunResult.Partitioning partitioning(Outcome of) {
    return of.shared().partitioning();
  }

  private static Fragmentation fragmentation(Outcome of) {
    return partitioning(of).fragmentation();
  }

  private static double meanPeriod(Outcome of, int cyclesPerUnit) {
    return WorkloadMetrics.quotient(
        fragmentation(of).smCycles(), fragmentation(of).periods() * cyclesPerUnit);
  }

  private static Map<String, Double> latencies(RunResult.Partitioning of) {
    Map<String, Double> means = new LinkedHashMap<>();
    of.latencyCycles()
        .forEach(
            (name, sum) ->
                means.put(name, WorkloadMetrics.quotient(sum, of.preemptions().get(name))));
    return means;
  }

  /** A decision counts once per process concerned and outcome. */
  private static Map<String, Double> decisions(List<PolicyDecision> decisions) {
    Map<String, Integer> counts = new TreeMap<>();
    int all = 0;
    for (PolicyDecision decision : decisions) {
      int weight = decision.processes().size();
      decision.outcomes().forEach(outcome -> counts.merge(outcome, weight, Integer::sum));
      all += weight;
    }
    Map<String, Double> shares = new LinkedHashMap<>();
    for (Map.Entry<String, Integer> count : counts.entrySet()) {
      shares.put(count.getKey(), WorkloadMetrics.quotient(count.getValue(), all));
    }
    return shares;
  }
}
