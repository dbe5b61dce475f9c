package org.polyphony.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.polyphony.config.ExperimentConfig;
import org.polyphony.config.HostExperiment;
import org.polyphony.config.LoadedExperiment;
import org.polyphony.config.SweepFile;
import org.polyphony.config.WorkloadConfig;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Sha256;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.Outcome;
import org.polyphony.results.run.OwnCode;
import org.polyphony.results.run.Provenance;
import org.polyphony.results.run.Summary;
import org.polyphony.run.Experiments;
import org.polyphony.run.Progress;
import org.polyphony.run.TimeEstimate;
import org.polyphony.run.host.HostResults;
import org.polyphony.run.host.HostRuns;
import org.polyphony.run.host.HostSummary;
import org.polyphony.run.host.HostTools;
import org.polyphony.simulation.StopFlag;
import org.polyphony.workload.fidelity.NotModelledException;

/**
 * What the runs of a sweep do: an experiment on one device each, which share the runs of their
 * workloads alone; or a host experiment each, which share nothing. Used by several threads at once.
 */
public final class SweepRuns {
  private final SweepFile sweep;
  private final Sweep.Device device;
  private final HostTools tools;
  private final Experiments experiments;
  private final boolean isOfHosts;
  private final Provenance provenance = Provenance.current();
  private final Map<List<String>, OwnCode> ownCode = new ConcurrentHashMap<>(); // by policies
  private final Map<String, OwnCode> codeOfTexts = new ConcurrentHashMap<>(); // in settings

  /**
   * Makes the runs of a sweep.
   *
   * @param device what runs experiments on one device
   * @throws org.polyphony.input.InvalidInputException when a file that runs need is wrong
   */
  public SweepRuns(SweepFile sweep, Sweep.Device device) {
    this.sweep = sweep;
    this.device = device;
    this.tools = device.hostTools();
    this.experiments = new Experiments(device.library());
    this.isOfHosts = sweep.isOfHosts();
    if (isOfHosts) {
      readJobsAndNodes();
    }
  }

  private void readJobsAndNodes() {
    Set<Path> streams = new HashSet<>();
    for (SweepFile.Run run : sweep.samples()) {
      HostExperiment experiment = sweep.hostExperiment(run);
      if (experiment.jobStream().filter(streams::add).isPresent()) {
        new HostRuns(experiment, tools);
      }
    }
  }

  /**
   * Opens each trace and kernel model, so that no run stops later for what is not modeled.
   *
   * @throws NotModelledException an instruction is not modeled, and is not to be approximated
   */
  public void requireModelled() {
    Set<String> opened = new HashSet<>();
    for (SweepFile.Run run : isOfHosts ? List.<SweepFile.Run>of() : sweep.samples()) {
      LoadedExperiment experiment = sweep.experiment(run);
      List<WorkloadConfig> workloads = experiment.config().workloads();
      for (int i = 0; i < workloads.size(); i++) {
        WorkloadConfig workload = workloads.get(i);
        if (workload.kind() != WorkloadConfig.Kind.BENCHMARK && opened.add(workload.toString())) {
          requireModelled(experiment, i);
        }
      }
    }
  }

  private void requireModelled(LoadedExperiment experiment, int workload) {
    try {
      device.library().open(experiment, workload);
    } catch (NotModelledException e) {
      throw e;
    } catch (InvalidInputException e) {
      // The run itself will say so.
    }
  }

  /**
   * Returns the workloads alone that some runs need, each once, in a fixed order. Runs do not
   * depend on these tasks: they do what is missing themselves, and say why one fails.
   *
   * @param known ids of those that earlier runs need; the others are added
   */
  List<Batch.Task> preparations(List<SweepFile.Run> runs, Set<String> known, StopFlag stop) {
    List<Batch.Task> alone = new ArrayList<>();
    for (SweepFile.Run run : isOfHosts ? List.<SweepFile.Run>of() : runs) {
      Optional<ExperimentConfig> config = config(run);
      int workloads =
          config.filter(SweepRuns::isNormalized).map(c -> c.workloads().size()).orElse(0);
      for (int i = 0; i < workloads; i++) {
        if (known.add(aloneId(config.orElseThrow(), i))) {
          alone.add(new Alone(this, run, i, stop));
        }
      }
    }
    return alone;
  }

  private Optional<ExperimentConfig> config(SweepFile.Run run) {
    try {
      return Optional.of(sweep.experiment(run).config());
    } catch (InvalidInputException e) {
      return Optional.empty(); // the run itself will say so
    }
  }

  /** A workload alone is its own baseline. */
  private static boolean isNormalized(ExperimentConfig config) {
    return config.workloads().size() > 1 || !config.policy().name().equals("alone");
  }

  /** All that determines a run alone, as far as the config says it. */
  private static String aloneId(ExperimentConfig config, int workload) {
    return Sha256.hex(
        String.join(
            "\n",
            config.gpu().toString(),
            config.workloads().get(workload).toString(),
            config.warpScheduler(),
            Long.toString(config.instructionBudget()),
            Long.toString(config.roundCycles()),
            Long.toString(config.seed())));
  }

  private record Alone(SweepRuns runs, SweepFile.Run run, int workload, StopFlag stop)
      implements Batch.Task {
    @Override
    public void run(Progress progress) {
      runs.device.runner().prepareAlone(runs.open(run), workload, progress, stop);
    }

    @Override
    public void failed(RuntimeException cause) {}

    @Override
    public boolean isRun() {
      return false;
    }

    @Override
    public String id() {
      return "alone for " + run.id();
    }
  }

  /**
   * Returns how long some runs take; of a large sweep, as long as its {@linkplain SweepFile#samples
   * samples} for so many.
   */
  public TimeEstimate estimate(List<SweepFile.Run> runs) {
    TimeEstimate estimate = device.estimate();
    List<SweepFile.Run> samples = sweep.samples();
    List<SweepFile.Run> sample = runs.size() < samples.size() ? runs : samples;
    Experiments opened = new Experiments(device.library().remembering());
    sample.forEach(run -> add(run, opened, estimate));
    estimate.scale((double) runs.size() / Math.max(1, sample.size()));
    return estimate;
  }

  private void add(SweepFile.Run run, Experiments opened, TimeEstimate estimate) {
    try {
      if (isOfHosts) {
        new HostRuns(sweep.hostExperiment(run), tools).addTo(estimate);
      } else {
        estimate.add(open(run, opened));
      }
    } catch (InvalidInputException e) {
      // the run itself will say so
    }
  }

  /** Returns the user's own code that a run depends on: that of the classes that it names. */
  OwnCode ownCode(SweepFile.Run run) {
    String texts = sweep.texts(run);
    OwnCode known = codeOfTexts.get(texts); // settings have to be read once for all their numbers
    return known != null ? known : codeOfTexts.computeIfAbsent(texts, t -> codeOf(run));
  }

  private OwnCode codeOf(SweepFile.Run run) {
    return ownCode.computeIfAbsent(ownNames(run), OwnCode::of);
  }

  private List<String> ownNames(SweepFile.Run run) {
    if (isOfHosts) {
      return List.copyOf(HostRuns.policies(sweep.hostExperiment(run)));
    }
    ExperimentConfig config = sweep.experiment(run).config();
    return OwnCode.names(config.policy().name(), config.gpu());
  }

  /**
   * Runs one to its end.
   *
   * @return its results, a function of the sweep file and of the program alone; empty after a stop
   * @throws org.polyphony.input.InvalidInputException when its input is wrong
   * @throws org.polyphony.simulation.SimulationFailure when it cannot go on
   */
  Optional<ObjectNode> run(SweepFile.Run run, Progress progress, StopFlag stop) {
    Provenance made = provenance.with(ownCode(run));
    if (isOfHosts) {
      HostExperiment experiment = sweep.hostExperiment(run);
      HostResults results =
          new HostRuns(experiment, tools.showing(progress).endingWith(stop)).run();
      return results.partial()
          ? Optional.empty()
          : Optional.of(HostSummary.of(experiment, results, made));
    }
    Outcome outcome = device.runner().run(open(run), progress, stop);
    if (outcome.shared().partial() || stop.isRequested()) {
      return Optional.empty();
    }
    ObjectNode summary = Summary.of(outcome, made);
    summary.remove("host"); // the only part that is not a function of the config
    return Optional.of(summary);
  }

  private Experiment open(SweepFile.Run run) {
    return open(run, experiments);
  }

  private Experiment open(SweepFile.Run run, Experiments with) {
    return with.open(sweep.experiment(run), new Experiments.Extras(false, 0));
  }
}
