package org.polyphony.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.polyphony.config.ClusterExperiment;
import org.polyphony.config.SweepFile;
import org.polyphony.host.cluster.ClusterJob;
import org.polyphony.run.OwnCode;
import org.polyphony.run.Progress;
import org.polyphony.run.Provenance;
import org.polyphony.run.cluster.ClusterResults;
import org.polyphony.run.cluster.ClusterRuns;
import org.polyphony.run.cluster.ClusterSummary;
import org.polyphony.simulation.StopFlag;
import org.polyphony.workload.host.ClusterStream;

/** Cluster experiments, each under all of its policies, loads and seeds; they share nothing. */
final class ClusterSweep implements RunKind {
  private static final double SECONDS_PER_JOB = 1e-4; // of a thread; cluster-queues takes 4e-5

  private final SweepFile sweep;
  private final Provenance provenance;
  private final Map<List<String>, OwnCode> ownCode = new ConcurrentHashMap<>(); // by policies
  private final Map<Path, List<ClusterJob>> jobs = new ConcurrentHashMap<>(); // by stream

  /**
   * Makes the runs of a sweep.
   *
   * @throws org.polyphony.input.InvalidInputException when the nodes or the jobs of one are wrong
   */
  ClusterSweep(SweepFile sweep, Provenance provenance) {
    this.sweep = sweep;
    this.provenance = provenance;
    sweep.runs().forEach(this::runs);
  }

  private ClusterRuns runs(SweepFile.Run run) {
    return runs(sweep.clusterExperiment(run));
  }

  private ClusterRuns runs(ClusterExperiment experiment) {
    return new ClusterRuns(
        experiment, jobs.computeIfAbsent(experiment.jobStream(), ClusterStream::read));
  }

  @Override
  public List<Preparation> preparations(List<SweepFile.Run> runs) {
    return List.of();
  }

  @Override
  public double estimateSeconds(SweepFile.Run run) {
    ClusterRuns of = runs(run);
    return SECONDS_PER_JOB * of.count() * of.keys().size();
  }

  @Override
  public OwnCode ownCode(SweepFile.Run run) {
    return ownCode.computeIfAbsent(sweep.clusterExperiment(run).policies(), OwnCode::of);
  }

  @Override
  public Optional<ObjectNode> run(SweepFile.Run run, Progress progress, StopFlag stop) {
    ClusterExperiment experiment = sweep.clusterExperiment(run);
    ClusterRuns runs = runs(experiment);
    ClusterResults results = runs.run(progress, stop);
    if (results.failure().isPresent()) {
      throw results.failure().get();
    }
    return results.partial()
        ? Optional.empty()
        : Optional.of(
            ClusterSummary.of(experiment, runs.nodes(), results, provenance.with(ownCode(run))));
  }
}
