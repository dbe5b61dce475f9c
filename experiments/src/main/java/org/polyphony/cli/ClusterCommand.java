package org.polyphony.cli;

import static org.polyphony.text.Formats.text;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.polyphony.config.BundledFiles;
import org.polyphony.config.ClusterExperiment;
import org.polyphony.config.FileKind;
import org.polyphony.host.cluster.NodePolicy;
import org.polyphony.run.OwnCode;
import org.polyphony.run.PolicySource;
import org.polyphony.run.Progress;
import org.polyphony.run.Provenance;
import org.polyphony.run.cluster.ClusterMean;
import org.polyphony.run.cluster.ClusterResultFiles;
import org.polyphony.run.cluster.ClusterResults;
import org.polyphony.run.cluster.ClusterRuns;
import org.polyphony.simulation.StopFlag;
import org.polyphony.store.OutputFolder;
import org.polyphony.text.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony cluster}: jobs on unlike nodes, under each policy, load and seed. */
@Command(
    name = "cluster",
    mixinStandardHelpOptions = true,
    description = "Runs jobs on unlike nodes under each policy of a cluster experiment.",
    footer = {
      "",
      "Writes cluster-summary.json, means.csv, cluster-runs.csv, cluster.csv, cluster-jobs.csv and",
      "filling.csv to the output folder; 'polyphony plot' draws them.",
      "",
      "Examples:",
      "  polyphony cluster openb",
      "  polyphony cluster openb --load 2 --set seeds=5 --out twice",
      "  polyphony cluster openb-fill --policy mine/ScarceLast.java"
    })
final class ClusterCommand implements Callable<Integer> {
  private static final Table<ClusterMean> TABLE =
      new Table<ClusterMean>()
          .text("metric", m -> m.mean().metric())
          .text("at", m -> m.mean().group())
          .text("policy", m -> m.mean().series())
          .number("mean", "%.3f", m -> m.mean().mean())
          .text("95%", m -> interval(m.mean().low(), m.mean().high()))
          .number("to the first", "%+.3f", ClusterMean::difference)
          .text("95%", m -> interval(m.low(), m.high()));

  private final Services services;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "CONFIG",
      description = "a cluster experiment, by its file or as 'polyphony list clusters' has it")
  private String given;

  @Option(
      names = "--load",
      paramLabel = "FACTOR",
      description = "factor of the rate at which jobs arrive, in place of the config's loads")
  private String load;

  @Option(
      names = "--policy",
      paramLabel = "POLICY",
      description =
          "a node policy beside those of the config: a name, or a Java file of your own, which is"
              + " compiled and loaded")
  private String policy;

  @Mixin private RunOptions options;

  ClusterCommand(Services services) {
    this.services = services;
  }

  @Override
  public Integer call() {
    StopFlag stop = services.stops().get();
    try (PolicyOption.Loaded loaded = new PolicyOption.Loaded();
        Interrupt interrupt = Interrupt.raising(stop)) {
      ClusterResults results = run(load(loaded), stop);
      if (results.failure().isPresent()) {
        throw results.failure().get();
      }
      return interrupt.exitCode(results.partial());
    }
  }

  private ClusterExperiment load(PolicyOption.Loaded loaded) {
    Path config = GivenFile.of(BundledFiles.CLUSTERS, given, FileKind.CLUSTER);
    List<String> sets = new ArrayList<>(options.overrides());
    if (load != null) {
      sets.add("loads=[" + load + "]");
    }
    if (policy != null) {
      boolean isSource = PolicySource.isOne(policy);
      String name = isSource ? loaded.compile(policy, NodePolicy.class).className() : policy;
      int others = ClusterExperiment.load(config, sets).policies().size();
      sets.add("policies[" + others + "]=" + name);
    }
    return ClusterExperiment.load(config, sets);
  }

  private ClusterResults run(ClusterExperiment experiment, StopFlag stop) {
    ClusterRuns runs = new ClusterRuns(experiment);
    OutputFolder folder = FolderKind.CLUSTER.open(options.out(experiment.name()));
    ClusterResults results;
    try (Progress progress = options.progress()) {
      results = runs.run(progress, stop);
    }
    FolderKind.CLUSTER.clear(folder);
    Provenance provenance = Provenance.current().with(OwnCode.of(experiment.policies()));
    ClusterResultFiles.write(folder, experiment, runs.nodes(), results, provenance);
    PrintWriter stdout = spec.commandLine().getOut();
    stdout.print(TABLE.lines(results.means()));
    String state = results.partial() ? "ended early; partial results in " : "results in ";
    stdout.println(state + folder.path());
    return results;
  }

  private static String interval(double low, double high) {
    return Double.isNaN(low) ? "-" : text("%.3f to %.3f", low, high);
  }
}
