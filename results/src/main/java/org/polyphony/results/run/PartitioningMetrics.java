package org.polyphony.results.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.results.metric.Metric;
import org.polyphony.results.metric.Metric.Better;
import org.polyphony.results.metric.Metric.Form;
import org.polyphony.results.metric.Metrics;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunResult.Fragmentation;

/** Metrics of the policy and of preemption: {@code partitioning} of a summary. */
final class PartitioningMetrics {
  private static final Metrics<Outcome> FRAGMENTATION =
      new Metrics<Outcome>()
          .share(
              "smCycles",
              "Fragmented SM cycles",
              Better.LOWER,
              "share of SM cycles in which a waiting thread block fits by amount but not"
                  + " contiguously",
              of -> WorkloadMetrics.ratio(fragmentation(of).smCycles(), of.smCycles()))
          .share(
              "registers",
              "Unusable registers",
              Better.LOWER,
              "mean share of registers unusable in those cycles; null without any",
              of ->
                  WorkloadMetrics.ratio(
                      fragmentation(of).registerSmCycles(), fragmentation(of).smCycles()))
          .share(
              "sharedMemory",
              "Unusable shared memory",
              Better.LOWER,
              "mean share of shared memory unusable in those cycles",
              of ->
                  WorkloadMetrics.ratio(
                      fragmentation(of).sharedMemorySmCycles(), fragmentation(of).smCycles()))
          .count(
              "periods",
              "number",
              "Fragmented periods",
              Better.LOWER,
              "times an SM became fragmented",
              of -> fragmentation(of).periods())
          .number(
              "meanCycles",
              "core cycles",
              "Fragmented period",
              Better.LOWER,
              "mean length of a fragmented period",
              of -> meanPeriod(of, 1))
          .number(
              "meanMillis",
              "ms",
              "Fragmented period",
              Better.LOWER,
              "meanCycles as time",
              of -> meanPeriod(of, of.experiment().spec().gpu().coreKhz()));

  static final Metrics<Outcome> ALL =
      new Metrics<Outcome>()
          .word(
              "decided",
              "boolean",
              "false: the policy, which decides at run time, made no decision; null for other"
                  + " policies",
              of -> partitioning(of).policy().decides() ? !of.isUndecided() : null)
          .each(
              new Metric(
                  "decisions",
                  "1",
                  "Decisions",
                  Form.SHARE,
                  Better.NEITHER,
                  "share of policy decisions with this outcome; smkOther includes smkOtherByOne"),
              of -> decisions(partitioning(of).decisions()))
          .each(
              new Metric(
                  "preemptions",
                  "thread blocks",
                  "Preempted thread blocks",
                  Form.COUNT,
                  Better.LOWER,
                  "thread blocks preempted by this technique"),
              of -> partitioning(of).preemptions())
          .each(
              new Metric(
                  "preemptionCycles",
                  "core cycles",
                  "Preemption latency",
                  Form.NUMBER,
                  Better.LOWER,
                  "mean delay from decision to free resources, by technique"),
              of -> latencies(partitioning(of)))
          .count(
              "flushedInstructions",
              "warp instructions",
              "Flushed instructions",
              Better.LOWER,
              "instructions of flushed thread blocks, which are reissued",
              of -> partitioning(of).flushedInstructions())
          .share(
              "overhead",
              "SM cycles lost to preemption",
              Better.LOWER,
              "SM cycles lost to preemption / all SM cycles. Context saves, restores and flushed work"
                  + " are lost, each weighted with the thread block's dominant share of an SM",
              of -> WorkloadMetrics.ratio(partitioning(of).lostCycles(), of.smCycles()))
          .part("fragmentation", FRAGMENTATION, Optional::of);

  private PartitioningMetrics() {}

  private static RunResult.Partitioning partitioning(Outcome of) {
    return of.shared().partitioning();
  }

  private static Fragmentation fragmentation(Outcome of) {
    return partitioning(of).fragmentation();
  }

  private static double meanPeriod(Outcome of, int cyclesPerUnit) {
    return WorkloadMetrics.ratio(
        fragmentation(of).smCycles(), fragmentation(of).periods() * cyclesPerUnit);
  }

  private static Map<String, Double> latencies(RunResult.Partitioning of) {
    Map<String, Double> means = new LinkedHashMap<>();
    of.latencyCycles()
        .forEach(
            (name, sum) -> means.put(name, WorkloadMetrics.ratio(sum, of.preemptions().get(name))));
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
      shares.put(count.getKey(), WorkloadMetrics.ratio(count.getValue(), all));
    }
    return shares;
  }
}
