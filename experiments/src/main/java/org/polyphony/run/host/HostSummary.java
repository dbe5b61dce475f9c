package org.polyphony.run.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.polyphony.config.HostExperiment;
import org.polyphony.host.JobResult;
import org.polyphony.host.Utilisation;
import org.polyphony.host.broker.BrokerCounters;
import org.polyphony.host.broker.BrokerCounters.Count;
import org.polyphony.results.run.Provenance;
import org.polyphony.results.store.Json;

/** The summary of a host experiment: {@code host-summary.json}. */
public final class HostSummary {
  private static final int MOST_JOBS = 1000; // listed in the summary
  private static final double NANOS_PER_SECOND = 1e9;

  private HostSummary() {}

  /**
   * Returns the summary; everything except its provenance is a function of the config.
   *
   * @param experiment that was run
   * @param results of its schedulers
   * @param provenance of the results
   */
  public static ObjectNode of(
      HostExperiment experiment, HostResults results, Provenance provenance) {
    ObjectNode summary = Json.object().put("schemaVersion", 1);
    if (results.partial()) {
      summary.put("partial", true);
    }
    summary.put("experiment", experiment.name());
    ArrayNode runs = summary.putArray("runs");
    results.outcomes().forEach(outcome -> runs.add(run(outcome)));
    return summary.set("provenance", provenance.json(experiment.configHash()));
  }

  private static ObjectNode run(HostOutcome outcome) {
    ObjectNode run = Json.object().put("run", outcome.run()).put("scheduler", outcome.scheduler());
    run.set("makespanSeconds", Json.number(outcome.makespanSeconds()));
    run.set("cpuUtilisation", Json.number(outcome.mean(Utilisation.CPU)));
    run.set("gpuUtilisation", Json.number(outcome.mean(Utilisation.GPU)));
    run.set("gpuMemoryUtilisation", Json.number(outcome.mean(Utilisation.MEMORY)));
    run.set("meanTurnaroundSeconds", Json.number(outcome.meanTurnaroundSeconds()));
    run.set("meanWaitSeconds", Json.number(outcome.meanWaitSeconds()));
    ObjectNode outcomes = run.putObject("outcomes");
    outcome.jobs().stream()
        .collect(Collectors.groupingBy(job -> word(job), TreeMap::new, Collectors.counting()))
        .forEach(outcomes::put);
    outcome.broker().ifPresent(broker -> run.set("broker", counters(broker)));
    if (outcome.jobs().size() <= MOST_JOBS) {
      ArrayNode jobs = run.putArray("applications");
      outcome.jobs().forEach(job -> jobs.add(job(job)));
    }
    return run;
  }

  private static ObjectNode counters(BrokerCounters broker) {
    ObjectNode counters =
        Json.object()
            .put("calls", broker.get(Count.CALLS))
            .put("requests", broker.get(Count.REQUESTS))
            .put("granted", broker.get(Count.GRANTED))
            .put("waited", broker.get(Count.WAITED))
            .put("timedOut", broker.get(Count.TIMED_OUT))
            .put("notReady", broker.get(Count.NOT_READY))
            .put("refused", broker.get(Count.REFUSED))
            .put("sanityFrees", broker.get(Count.SANITY_FREES))
            .put("recoveries", broker.get(Count.RECOVERIES))
            .put("freshStarts", broker.get(Count.FRESH_STARTS))
            .put("lockAbandoned", broker.lockAbandoned())
            .put("serverDied", broker.serverDied());
    counters.set("stageSeconds", seconds(broker.get(Count.STAGE_NANOS)));
    counters.set("serverSeconds", seconds(broker.get(Count.SERVER_NANOS)));
    counters.set("lockWaitSeconds", seconds(broker.get(Count.LOCK_WAIT_NANOS)));
    return counters;
  }

  private static ObjectNode job(JobResult job) {
    boolean isOver = job.endNanos() >= 0;
    ObjectNode node =
        Json.object()
            .put("id", job.id())
            .put("application", job.application())
            .put("outcome", word(job))
            .put("device", job.device());
    ArrayNode devices = node.putArray("devices");
    job.devices().forEach(devices::add);
    node.set("arrivalSeconds", seconds(job.arrivalNanos()));
    node.set("startSeconds", secondsIf(job.startNanos() >= 0, job.startNanos()));
    node.set("endSeconds", secondsIf(isOver, job.endNanos()));
    node.set("turnaroundSeconds", secondsIf(isOver, job.endNanos() - job.arrivalNanos()));
    long runNanos = job.endNanos() - job.startNanos() - job.waitedNanos();
    node.set("runSeconds", secondsIf(isOver, runNanos));
    node.set("waitSeconds", seconds(job.waitedNanos()));
    node.set("kernelSeconds", seconds(job.kernelNanos()));
    node.set("kernelSlowdown", Json.number((double) job.kernelNanos() / job.kernelAloneNanos()));
    return node;
  }

  static String word(JobResult job) {
    return job.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static JsonNode secondsIf(boolean isKnown, long nanos) {
    return isKnown ? seconds(nanos) : NullNode.getInstance();
  }

  private static JsonNode seconds(long nanos) {
    return Json.number(nanos / NANOS_PER_SECOND);
  }
}
