package org.polyphony.cli;

import static org.polyphony.text.Formats.text;

import java.nio.file.Path;
import java.util.List;
import org.polyphony.config.ClusterExperiment;
import org.polyphony.host.cluster.ClusterJob;
import org.polyphony.host.cluster.ClusterNode;
import org.polyphony.run.cluster.ClusterRuns;

/** What there is to say of a cluster experiment. */
final class ClusterFacts {
  private ClusterFacts() {}

  static FileFacts of(Path file, List<String> sets) {
    ClusterExperiment experiment = ClusterExperiment.load(file, sets);
    ClusterRuns runs = new ClusterRuns(experiment);
    int gpus = runs.nodes().stream().mapToInt(ClusterNode::gpus).sum();
    String line =
        text(
            "%d jobs on %d nodes with %d GPUs, %d runs",
            runs.jobs().size(), runs.nodes().size(), gpus, runs.keys().size());
    return new FileFacts(
        line,
        List.of(
            List.of(
                "nodes", FileFacts.counted(runs.nodes().stream().map(ClusterFacts::model), " of ")),
            List.of(
                "jobs", FileFacts.counted(runs.jobs().stream().map(ClusterFacts::gpus), " of ")),
            List.of("policies", String.join("  ", experiment.policies())),
            List.of("loads", experiment.loads().toString()),
            List.of("seeds", Integer.toString(experiment.seeds()))),
        "");
  }

  private static String model(ClusterNode node) {
    return node.gpus() == 0 ? "no GPU" : node.gpus() + " " + node.model();
  }

  private static String gpus(ClusterJob job) {
    int gpus = job.demand().gpus();
    String whole = gpus == 0 ? "no GPU" : gpus + (gpus == 1 ? " GPU" : " GPUs");
    return job.demand().isShare() ? "a share" : whole;
  }
}
