package org.polyphony.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
import org.polyphony.store.Json;
import org.polyphony.workload.fidelity.InstructionCount;

/**
 * {@code summary.json}, schema version 1: everything except {@code host} and {@code provenance} is
 * a function of the config. {@code METRICS.md} defines its values.
 */
public final class Summary {
  private static final int SCHEMA_VERSION = 1;

  private Summary() {}

  /**
   * Returns the summary of an experiment.
   *
   * @param outcome its result
   * @param provenance of the result
   */
  public static ObjectNode of(Outcome outcome, Provenance provenance) {
    ObjectNode summary = Json.object();
    summary.put("schemaVersion", SCHEMA_VERSION);
    if (outcome.shared().partial()) {
      summary.put("partial", true);
    }
    putExperiment(summary, outcome.experiment());
    putTotals(summary, outcome);
    putInstructions(summary.putObject("instructions"), outcome);
    putBenchmarks(summary, outcome);
    if (outcome.shared().parts().isEmpty()) {
      putDevice(summary.putObject("device"), outcome);
    } else {
      putParts(summary, outcome);
    }
    putPartitioning(summary.putObject("partitioning"), outcome);
    putHost(summary.putObject("host"), outcome, provenance);
    ObjectNode made = provenance.json(outcome.experiment().configHash());
    made.put("gitCommit", emptyAsNull(provenance.gitCommit()));
    summary.set("provenance", made);
    return summary;
  }

  private static void putExperiment(ObjectNode summary, Experiment experiment) {
    RunRequest.Sharing sharing = experiment.request().sharing();
    summary.put("experiment", experiment.name());
    summary.put("gpu", experiment.request().gpu().name());
    summary.put("policy", sharing.policy());
    summary.put("warpScheduler", sharing.warpScheduler());
    summary.put("kernelScheduler", sharing.kernelScheduler());
    summary.put("preemption", sharing.preemption());
    summary.put("objective", emptyAsNull(experiment.objective()));
    summary.put("seed", experiment.request().seed());
  }

  private static void putTotals(ObjectNode summary, Outcome outcome) {
    RunResult shared = outcome.shared();
    summary.put("cycles", shared.cycles());
    summary.put("warpInstructions", shared.warpInstructions());
    summary.put("threadInstructions", shared.threadInstructions());
    int coreKhz = outcome.experiment().request().gpu().coreKhz();
    summary.set("microseconds", Json.number(1000.0 * shared.cycles() / coreKhz));
    summary.set("stp", Json.number(outcome.stp()));
    summary.set("antt", Json.number(outcome.antt()));
    summary.set("harmonicSpeedup", Json.number(1 / outcome.antt()));
    summary.set("minimumProgress", Json.number(outcome.minimumProgress()));
    summary.set("maximumSlowdown", Json.number(1 / outcome.minimumProgress()));
  }

  /** A composed run counts in all its runs, so that there is no sum. */
  private static void putInstructions(ObjectNode node, Outcome outcome) {
    RunResult shared = outcome.shared();
    long inexact = outcome.approximated() + outcome.ignored();
    if (shared.parts().isEmpty()) {
      node.put("exact", shared.warpInstructions() - inexact);
    }
    node.put("approximated", outcome.approximated());
    node.put("ignored", outcome.ignored());
    var list = node.putArray("inexact");
    for (InstructionCount count : outcome.inexact()) {
      ObjectNode entry = list.addObject();
      entry.put("mnemonic", count.mnemonic());
      entry.put("treatment", count.fidelity().treatment().words());
      entry.put("how", count.fidelity().how());
      entry.put("warpInstructions", count.warpInstructions());
    }
  }

  private static void putBenchmarks(ObjectNode summary, Outcome outcome) {
    var list = summary.putArray("benchmarks");
    for (int i = 0; i < outcome.alone().size(); i++) {
      Experiment.Input input = outcome.experiment().inputs().get(i);
      RunResult.Benchmark benchmark = outcome.shared().benchmarks().get(i);
      ObjectNode entry = list.addObject();
      entry.put("name", input.name());
      entry.put("type", emptyAsNull(input.type()));
      entry.put("warpInstructions", benchmark.warpInstructions());
      entry.put("threadInstructions", benchmark.threadInstructions());
      entry.put("cycles", benchmark.cycles());
      entry.set("ipc", Json.number(benchmark.ipc()));
      entry.set("ipcAlone", Json.number(outcome.ipcAlone(i)));
      entry.set("normalizedProgress", Json.number(outcome.normalizedProgress(i)));
      entry.set("launches", launches(outcome.shared(), i));
      entry.put("restarts", benchmark.restarts());
      entry.put("finished", benchmark.finished());
      if (outcome.hasRequests(i)) {
        putRequests(entry.putObject("requests"), outcome, i);
      }
      if (!outcome.shared().hardware().isEmpty()) {
        putHardware(entry, outcome.shared().hardware().get(i), outcome);
      }
    }
  }

  private static void putRequests(ObjectNode node, Outcome outcome, int workload) {
    RunRequest request = outcome.experiment().request();
    outcome.latencies(workload).writeTo(node, request.tenants().get(workload).deadline());
  }

  private static void putHardware(ObjectNode entry, RunResult.HardwareUse use, Outcome outcome) {
    GpuConfig gpu = outcome.experiment().request().gpu();
    long cycles = outcome.shared().cycles();
    entry.set("l1HitRate", ratio(use.l1Hits(), use.l1Accesses()));
    entry.set("l2HitRate", ratio(use.l2Hits(), use.l2Accesses()));
    entry.put("dramBytes", use.dramBytes());
    entry.set("dramGigabytesPerSecond", gigabytesPerSecond(use.dramBytes(), cycles, gpu));
    entry.set("dramRowHitRate", ratio(use.rowHits(), use.dramRequests()));
    entry.set("loadLatency", ratio(use.loadCycles(), use.loads()));
    entry.set("occupancy", ratio(use.residentWarpCycles(), cycles * gpu.sms() * gpu.sm().warps()));
  }

  private static JsonNode gigabytesPerSecond(long bytes, long cycles, GpuConfig gpu) {
    return Json.number((double) bytes / cycles * gpu.coreKhz() / 1e6);
  }

  /** Unknown for a composed run. */
  private static JsonNode launches(RunResult shared, int workload) {
    long count = shared.launches().stream().filter(l -> l.workload() == workload).count();
    return shared.parts().isEmpty() ? LongNode.valueOf(count) : NullNode.getInstance();
  }

  private static void putDevice(ObjectNode node, Outcome outcome) {
    RunResult.Device device = outcome.shared().device();
    GpuConfig gpu = outcome.experiment().request().gpu();
    node.set("l1HitRate", Json.number(device.l1HitRate()));
    node.set("l2HitRate", Json.number(device.l2HitRate()));
    node.put("dramBytes", device.dramBytes());
    node.set(
        "dramGigabytesPerSecond",
        gigabytesPerSecond(device.dramBytes(), outcome.shared().cycles(), gpu));
    node.set("dramUtilization", Json.number(device.dramUtilization()));
    node.set("issueUtilization", Json.number(device.issueUtilization()));
    ObjectNode stalls = node.putObject("stalls");
    device.stalls().forEach(stalls::put);
  }

  /** A composed run has no device of its own. */
  private static void putParts(ObjectNode summary, Outcome outcome) {
    var list = summary.putArray("parts");
    long windows = outcome.shared().partitioning().decisions().size();
    for (RunResult.Part part : outcome.shared().parts()) {
      ObjectNode entry = list.addObject();
      entry.put("partition", part.partition());
      entry.set("windows", ratio(part.windows(), windows));
      entry.set("stp", Json.number(outcome.stp(part.benchmarks())));
      entry.set("antt", Json.number(outcome.antt(part.benchmarks())));
    }
  }

  private static void putPartitioning(ObjectNode node, Outcome outcome) {
    RunResult.Partitioning partitioning = outcome.shared().partitioning();
    putDecisions(node.putObject("decisions"), partitioning.decisions());
    ObjectNode preemptions = node.putObject("preemptions");
    partitioning.preemptions().forEach(preemptions::put);
    ObjectNode latencies = node.putObject("preemptionCycles");
    partitioning
        .latencyCycles()
        .forEach(
            (name, sum) -> latencies.set(name, ratio(sum, partitioning.preemptions().get(name))));
    node.put("flushedInstructions", partitioning.flushedInstructions());
    long smCycles = outcome.shared().cycles() * outcome.experiment().request().gpu().sms();
    node.set("overhead", ratio(partitioning.lostCycles(), smCycles));
    putFragmentation(
        node.putObject("fragmentation"),
        partitioning.fragmentation(),
        smCycles,
        outcome.experiment().request().gpu().coreKhz());
  }

  /** A decision counts once per process concerned and outcome. */
  private static void putDecisions(ObjectNode node, List<PolicyDecision> decisions) {
    Map<String, Integer> counts = new TreeMap<>();
    int all = 0;
    for (PolicyDecision decision : decisions) {
      int weight = decision.processes().size();
      decision.outcomes().forEach(outcome -> counts.merge(outcome, weight, Integer::sum));
      all += weight;
    }
    for (Map.Entry<String, Integer> count : counts.entrySet()) {
      node.set(count.getKey(), ratio(count.getValue(), all));
    }
  }

  private static void putFragmentation(
      ObjectNode node, RunResult.Fragmentation fragmentation, long smCycles, int coreKhz) {
    node.set("smCycles", ratio(fragmentation.smCycles(), smCycles));
    node.set("registers", ratio(fragmentation.registerSmCycles(), fragmentation.smCycles()));
    node.set("sharedMemory", ratio(fragmentation.sharedMemorySmCycles(), fragmentation.smCycles()));
    node.put("periods", fragmentation.periods());
    node.set("meanCycles", ratio(fragmentation.smCycles(), fragmentation.periods()));
    node.set("meanMillis", ratio(fragmentation.smCycles(), fragmentation.periods() * coreKhz));
  }

  private static void putHost(ObjectNode node, Outcome outcome, Provenance provenance) {
    node.set("wallSeconds", Json.number(outcome.seconds()));
    node.set("warpInstructionsPerSecond", Json.number(outcome.warpInstructionsPerSecond()));
    node.put("peakMemoryBytes", provenance.peakMemoryBytes());
  }

  private static JsonNode ratio(long part, long whole) {
    return Json.number(whole == 0 ? Double.NaN : (double) part / whole);
  }

  private static String emptyAsNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
