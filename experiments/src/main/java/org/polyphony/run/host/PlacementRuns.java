package org.polyphony.run.host;

import static org.polyphony.results.table.Formats.text;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.polyphony.config.HostExperiment;
import org.polyphony.config.PlacementConfig;
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
import org.polyphony.input.UserClass;
import org.polyphony.run.Progress;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;
import org.polyphony.workload.host.ClusterStream;
import org.polyphony.workload.host.NodeList;

/**
 * Places the jobs of a stream on nodes under each policy, load and seed. A seed draws the same jobs
 * for every policy; fragmentation is over the jobs of the stream.
 */
public final class PlacementRuns {
  private static final int STEPS = 50; // of a fill
  private static final int MOST_FRAMES = 10; // of a policy that failed

  private final PlacementConfig config;
  private final Path file; // of the stream
  private final long windowNanos;
  private final List<ClusterNode> nodes;
  private final List<ClusterJob> stream;

  /**
   * Reads the nodes and the jobs.
   *
   * @param experiment with a placement
   * @throws InvalidInputException when one of the files is wrong, GPUs are missing that jobs are
   *     counted by, or no policy can be made of a class of the user's
   */
  public PlacementRuns(HostExperiment experiment) {
    this.config = experiment.placement().orElseThrow();
    this.file = experiment.jobStream().orElseThrow();
    this.windowNanos = experiment.windowNanos();
    this.nodes = config.nodeList().map(NodeList::read).orElse(config.nodes());
    this.stream =
        ClusterStream.read(file).stream().map(job -> job.upTo(config.longestNanos())).toList();
    requireGpus();
    requirePolicies();
  }

  private void requirePolicies() {
    List<String> own = new ArrayList<>(config.policies());
    own.removeAll(NodePolicies.names());
    for (String policy : own) {
      try {
        UserClass.constructor(NodePolicy.class, policy, NodePolicies.Setup.class);
      } catch (InvalidInputException e) {
        throw refusal(policy, e);
      }
    }
  }

  private static NodePolicy policy(String name, NodePolicies.Setup setup) {
    try {
      return NodePolicies.create(name, setup);
    } catch (InvalidInputException e) {
      throw refusal(name, e);
    }
  }

  private static InvalidInputException refusal(String policy, InvalidInputException why) {
    return new InvalidInputException(
        "schedulers: found \"%s\", allowed: a class that implements %s (%s)"
            .formatted(policy, NodePolicy.class.getName(), why.getMessage()),
        why);
  }

  private NodePolicies.Setup setup(int seed) {
    return new NodePolicies.Setup(new Cluster(nodes), new Fragmentation(stream), seed);
  }

  /** What is counted in GPUs asked for has no end, or no beginning, without any. */
  private void requireGpus() {
    boolean hasNodes = nodes.stream().anyMatch(node -> node.gpus() > 0);
    boolean hasJobs = stream.stream().anyMatch(job -> job.demand().gpus() > 0);
    if ((config.fills() || config.poisson()) && !(hasNodes && hasJobs)) {
      throw new InvalidInputException(
          (hasNodes ? file + ": gpus" : "nodes")
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
  public List<PlacementRecord.Key> keys() {
    List<PlacementRecord.Key> keys = new ArrayList<>();
    for (double load : config.loads()) {
      for (int s = 0; s < Math.max(1, config.seeds()); s++) {
        for (String policy : config.policies()) {
          keys.add(new PlacementRecord.Key(policy, load, config.seeds() == 0 ? 0 : s + 1));
        }
      }
    }
    return keys;
  }

  /**
   * Runs all of them until a stop, or until a policy of the user's fails.
   *
   * @throws InvalidInputException when a job fits on no idle node
   */
  public PlacementResults run(Progress progress, StopFlag stop) {
    PlacementResults results = PlacementResults.none(nodes);
    Optional<SimulationFailure> failure = Optional.empty();
    List<PlacementRecord.Key> keys = keys();
    int done = 0;
    progress.begin(keys.size() + " runs on " + nodes.size() + " nodes");
    for (PlacementRecord.Key key : keys) {
      if (stop.isRequested() || failure.isPresent()) {
        break;
      }
      progress.note(text("%s, load %s, seed %d", key.policy(), key.load(), key.seed()));
      failure = attempt(key, results);
      progress.update((double) ++done / keys.size(), 0, 0);
    }
    return results.ended(done < keys.size() || failure.isPresent(), failure);
  }

  private Optional<SimulationFailure> attempt(PlacementRecord.Key key, PlacementResults results) {
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

  private static String report(PlacementRecord.Key key, RuntimeException thrown) {
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
  int count() {
    return config.draws() == 0 ? stream.size() : config.draws();
  }

  private void run(PlacementRecord.Key key, PlacementResults results) {
    NodePolicies.Setup setup = setup(key.seed());
    Cluster cluster = setup.cluster();
    Fragmentation fragmentation = setup.fragmentation();
    NodePolicy policy = policy(key.policy(), setup);
    Draws draws = new Draws(stream);
    if (config.fills()) {
      Inflation.points(cluster, policy, draws.endless(key.seed()), fragmentation, STEPS)
          .forEach(point -> results.fills().add(new PlacementResults.Fill(key, point)));
      return;
    }
    List<ClusterJob> jobs =
        config.poisson()
            ? draws.poisson(key.seed(), count(), key.load() * cluster.gpus())
            : draws.replay(key.seed(), key.load());
    ClusterMeter meter = new ClusterMeter(cluster, fragmentation, windowNanos);
    ClusterRun run = replay(cluster, policy, jobs, meter);
    run.run();
    results.replays().add(PlacementRecord.of(key, jobs, run, meter));
    if (key.seed() <= 1) {
      results.jobs().addAll(PlacementRecord.rows(key, jobs, run, cluster));
    }
  }

  private ClusterRun replay(
      Cluster cluster, NodePolicy policy, List<ClusterJob> jobs, ClusterMeter meter) {
    try {
      return new ClusterRun(cluster, policy, jobs, config.overtakes(), meter);
    } catch (InvalidInputException e) {
      throw new InvalidInputException(file + ": " + e.getMessage());
    }
  }
}
