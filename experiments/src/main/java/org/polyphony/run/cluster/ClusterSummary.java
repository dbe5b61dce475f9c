package org.polyphony.run.cluster;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.polyphony.config.ClusterExperiment;
import org.polyphony.host.cluster.ClusterNode;
import org.polyphony.run.Provenance;
import org.polyphony.store.Json;
import org.polyphony.text.GroupMean;

/** What a cluster experiment has given, in numbers: {@code cluster-summary.json}. */
public final class ClusterSummary {
  private ClusterSummary() {}

  /**
   * Returns the summary: all but its provenance is a function of the config alone.
   *
   * @param experiment what was run
   * @param nodes of its cluster
   * @param results of its runs
   * @param provenance what made them
   */
  public static ObjectNode of(
      ClusterExperiment experiment,
      List<ClusterNode> nodes,
      ClusterResults results,
      Provenance provenance) {
    ObjectNode summary = Json.object().put("schemaVersion", 1);
    if (results.partial()) {
      summary.put("partial", true);
    }
    summary.put("experiment", experiment.name());
    summary.put("mode", experiment.fills() ? "fill" : "replay");
    summary.put("nodes", nodes.size());
    summary.put("gpus", nodes.stream().mapToInt(ClusterNode::gpus).sum());
    summary.put("seeds", experiment.seeds());
    ArrayNode means = summary.putArray("means");
    results.means().forEach(mean -> means.add(mean(mean)));
    return summary.set("provenance", provenance.json(experiment.configHash()));
  }

  private static ObjectNode mean(ClusterMean of) {
    GroupMean mean = of.mean();
    ObjectNode node = Json.object();
    node.put("metric", mean.metric()).put("group", mean.group()).put("policy", mean.series());
    node.set("mean", Json.number(mean.mean()));
    node.set("low", Json.number(mean.low()));
    node.set("high", Json.number(mean.high()));
    node.set("difference", Json.number(of.difference()));
    node.set("differenceLow", Json.number(of.low()));
    node.set("differenceHigh", Json.number(of.high()));
    return node;
  }
}
