package org.polyphony.simulation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.polyphony.gpu.dispatch.FragmentationCounters;
import org.polyphony.gpu.dispatch.PreemptionCounters;
import org.polyphony.gpu.dispatch.PreemptionTechnique;
import org.polyphony.policy.partition.PartitionPolicy;

/** What a partition policy decided, and sums of what preemption cost. */
final class PartitioningCounts {
  private PartitioningCounts() {}

  static RunResult.Partitioning of(
      PartitionPolicy policy, PreemptionCounters counters, FragmentationCounters fragmentation) {
    Map<String, Long> preemptions = new LinkedHashMap<>();
    Map<String, Long> latencies = new LinkedHashMap<>();
    for (PreemptionTechnique technique : PreemptionTechnique.values()) {
      if (counters.threadBlocks(technique) > 0) {
        String name = technique.name().toLowerCase(Locale.ROOT);
        preemptions.put(name, counters.threadBlocks(technique));
        latencies.put(name, counters.latencyCycles(technique));
      }
    }
    return new RunResult.Partitioning(
        policy.decides(),
        List.copyOf(policy.decisions()),
        preemptions,
        latencies,
        counters.flushedInstructions(),
        Math.round(counters.lostSmCycles()),
        new RunResult.Fragmentation(
            fragmentation.periods(),
            fragmentation.smCycles(),
            Math.round(fragmentation.registerSmCycles()),
            Math.round(fragmentation.sharedMemorySmCycles())));
  }
}
