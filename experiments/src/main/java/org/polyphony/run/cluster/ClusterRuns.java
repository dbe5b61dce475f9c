package org.polyphony.run.cluster;

import static org.polyphony.text.Formats.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.polyphony.config.ClusterExperiment;
import org.polyphony.host.cluster.Cluster;
import org.polyphony.host.cluster.ClusterJob;
import org.polyphony.host.cluster.ClusterMeter;
import org.polyphony.host.cluster.ClusterNode;
import org.polyphony.host.cluster.ClusterRun;
import org.polyphony.host.cluster.Fragmentation;
import org.polyphony.host.cluster.Inflation;
import org.polyphony.host.cluster.NodePolicies;
import org.polyphony.host.cluster.NodePolicy;
import org.polyphony.input.InvalidInputException;
import org.polyphony.run.Progress;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;
import org.polyphony.workload.host.ClusterStream;
import org.polyphony.workload.host.NodeList;

/**
 * Runs the jobs of a cluster experiment under each policy, load and seed. A seed draws the same
 * jobs for every policy; fragmentation is over the jobs of the stream.
 */
public final class ClusterRuns {
  private static final int STEPS = 50; // of a fill
  private static final int MOST_FRAMES = 10; // of a policy that failed

  private final ClusterExperiment experiment;
  private final List<ClusterNode> nodes;
  private final List<ClusterJob> stream;

  /**
   * Reads the nodes and the jobs.
   *
   * @throws org.polyphony.input.InvalidInputException when one of the files is wrong, GPUs are
   *     missing that jobs are counted by, or no policy can be made of a class of the user's
   */
  public ClusterRuns(ClusterExperiment experiment) {
    this(experiment, ClusterStream.read(experiment.jobStream()));
  }

  /** The same with the jobs of its stream. */
  public ClusterRuns(ClusterExperiment experiment, List<ClusterJob> jobs) {
    this.experiment = experiment;
    this.nodes = experiment.nodeList().map(NodeList::read).orElse(experiment.nodes());
    this.stream = jobs.stream().map(job -> job.upTo(experiment.longestNanos())).toList();
    requireGpus();
    requirePolicies();
  }

  private void requirePolicies() {
    List<String> own = new ArrayList<>(experiment.policies());
    own.removeAll(NodePolicies.names());
    for (String policy : own) {
      try {
        NodePolicies.create(policy, setup(1));
      } catch (InvalidInputException e) {
        throw new InvalidInputException(
            "policies: found \"%s\", allowed: a class that implements %s (%s)"
                .formatted(policy, NodePolicy.class.getName(), e.getMessage()),
            e);
      }
    }
  }

  private NodePolicies.Setup setup(int seed) {
    return new NodePolicies.Setup(new Cluster(nodes), new Fragmentation(stream), seed);
  }

  /** What is counted in GPUs asked for has no end, or no beginning, without any. */
  private void requireGpus() {
    boolean hasNodes = nodes.stream().anyMatch(node -> node.gpus() > 0);
    boolean hasJobs = stream.stream().anyMatch(job -> job.demand().gpus() > 0);
    if ((experiment.fills() || experiment.poisson()) && !(hasNodes && hasJobs)) {
      throw new InvalidInputException(
          (hasNodes ? experiment.jobStream() + ": gpus" : "nodes")
              + ": found no GPU, allowed: 1 or more with mode fill and with arrivals poisson");
    }
  }

  public List<ClusterNode> nodes() {
    return nodes;
  }

  public List<ClusterJob> jobs() {
    return stream;
  }

  /** Returns which runs there are, in their order. */
  public List<ClusterRecord.Key> keys() {
    List<ClusterRecord.Key> keys = new ArrayList<>();
    for (double load : experiment.loads()) {
      for (int s = 0; s < Math.max(1, experiment.seeds()); s++) {
        for (String policy : experiment.policies()) {
          keys.add(new ClusterRecord.Key(policy, load, experiment.seeds() == 0 ? 0 : s + 1));
        }
      }
    }
    return keys;
  }

  /**
   * Runs all of them until a stop, or until a policy of the user's fails.
   *
   * @throws org.polyphony.input.InvalidInputException when a job fits on no idle node
   */
  public ClusterResults run(Progress progress, StopFlag stop) {
    ClusterResults results = ClusterResults.none();
    Optional<SimulationFailure> failure = Optional.empty();
    List<ClusterRecord.Key> keys = keys();
    int done = 0;
    progress.begin(keys.size() + " runs on " + nodes.size() + " nodes");
    for (ClusterRecord.Key key : keys) {
      if (stop.isRequested() || failure.isPresent()) {
        break;
      }
      progress.note(text("%s, load %s, seed %d", key.policy(), key.load(), key.seed()));
      failure = attempt(key, results);
      progress.update((double) ++done / keys.size(), 0, 0);
    }
    return results.ended(done < keys.size() || failure.isPresent(), failure);
  }

  private Optional<SimulationFailure> attempt(ClusterRecord.Key key, ClusterResults results) {
    try {
      run(key, results);
      return Optional.empty();
    } catch (InvalidInputException e) {
      throw e;
    } catch (RuntimeException e) {
      if (NodePolicies.names().contains(key.policy())) {
        throw e;
      }
      return Optional.of(new SimulationFailure(report(key, e), "", e));
    }
  }

  private static String report(ClusterRecord.Key key, RuntimeException thrown) {
    StringBuilder text = new StringBuilder("policy " + key.policy());
    text.append(", load ").append(key.load()).append(", seed ").append(key.seed());
    text.append(": ").append(thrown);
    Arrays.stream(thrown.getStackTrace())
        .takeWhile(frame -> !frame.getClassName().equals(NodePolicies.class.getName()))
        .limit(MOST_FRAMES)
        .forEach(frame -> text.append("\n    at ").append(frame));
    return text.toString();
  }

  /** Returns how many jobs a run has; a fill, at least. */
  public int count() {
    return experiment.jobs() == 0 ? stream.size() : experiment.jobs();
  }

  private void run(ClusterRecord.Key key, ClusterResults results) {
    NodePolicies.Setup setup = setup(key.seed());
    Cluster cluster = setup.cluster();
    Fragmentation fragmentation = setup.fragmentation();
    NodePolicy policy = NodePolicies.create(key.policy(), setup);
    Draws draws = new Draws(stream);
    if (experiment.fills()) {
      Inflation.points(cluster, policy, draws.endless(key.seed()), fragmentation, STEPS)
          .forEach(point -> results.fills().add(new ClusterResults.Fill(key, point)));
      return;
    }
    List<ClusterJob> jobs =
        experiment.poisson()
            ? draws.poisson(key.seed(), count(), key.load() * cluster.gpus())
            : draws.replay(key.seed(), key.load());
    ClusterMeter meter = new ClusterMeter(cluster, fragmentation, experiment.windowNanos());
    ClusterRun run = replay(cluster, policy, jobs, meter);
    run.run();
    results.replays().add(ClusterRecord.of(key, jobs, run, meter));
    if (key.seed() <= 1) {
      results.jobs().addAll(ClusterRecord.rows(key, jobs, run, cluster));
    }
  }

  private ClusterRun replay(
      Cluster cluster, NodePolicy policy, List<ClusterJob> jobs, ClusterMeter meter) {
    try {
      return new ClusterRun(cluster, policy, jobs, experiment.overtakes(), meter);
    } catch (InvalidInputException e) {
      throw new InvalidInputException(experiment.jobStream() + ": " + e.getMessage());
    }
  }
}
