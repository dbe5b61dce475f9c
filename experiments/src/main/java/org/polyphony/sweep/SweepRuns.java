package org.polyphony.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.polyphony.config.ExperimentConfig;
import org.polyphony.config.HostExperiment;
import org.polyphony.config.LoadedExperiment;
import org.polyphony.config.SweepFile;
import org.polyphony.config.WorkloadConfig;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.run.OwnCode;
import org.polyphony.results.run.Provenance;
import org.polyphony.run.Experiments;
import org.polyphony.run.PlannedRun;
import org.polyphony.run.Progress;
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

  /** Returns the experiment of a run; empty if it is of hosts, or wrong, as the run will say. */
  Optional<LoadedExperiment> experiment(SweepFile.Run run) {
    try {
      return isOfHosts ? Optional.empty() : Optional.of(sweep.experiment(run));
    } catch (InvalidInputException e) {
      return Optional.empty();
    }
  }

  /** Returns what works through the runs. */
  Runs on(int jobs, Progress progress, StopFlag stop) {
    return new Runs(device, jobs, Instant.MAX, progress, stop);
  }

  /**
   * Returns how long some runs take; of a large sweep, as long as its {@linkplain SweepFile#samples
   * samples} for so many.
   */
  public TimeEstimate estimate(List<SweepFile.Run> runs) {
    TimeEstimate estimate = new TimeEstimate();
    List<SweepFile.Run> samples = sweep.samples();
    List<SweepFile.Run> sample = runs.size() < samples.size() ? runs : samples;
    sample.forEach(run -> estimate.add(run.kinds(), seconds(run)));
    estimate.scale((double) runs.size() / Math.max(1, sample.size()));
    return estimate;
  }

  private OptionalDouble seconds(SweepFile.Run run) {
    try {
      return isOfHosts
          ? OptionalDouble.empty()
          : device.store().seconds(experiments.spec(sweep.experiment(run), ownCode(run)).key());
    } catch (InvalidInputException e) {
      return OptionalDouble.empty(); // the run itself will say so
    }
  }

  /** Returns the user's own code that a run depends on: that of the classes that it names. */
  OwnCode ownCode(SweepFile.Run run) {
    String texts = sweep.texts(run);
    OwnCode known = codeOfTexts.get(texts); // settings have to be read once for all their numbers
    return known != null
        ? known
        : codeOfTexts.computeIfAbsent(texts, t -> OwnCode.of(ownNames(run)));
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
    if (!isOfHosts) {
      PlannedRun spec = experiments.spec(sweep.experiment(run), ownCode(run));
      return device
          .runner()
          .summary(
              spec,
              () -> experiments.open(spec.experiment(), Experiments.Extras.NONE),
              progress,
              stop);
    }
    HostExperiment experiment = sweep.hostExperiment(run);
    HostResults results = new HostRuns(experiment, tools.showing(progress).endingWith(stop)).run();
    return results.partial()
        ? Optional.empty()
        : Optional.of(HostSummary.of(experiment, results, provenance.with(ownCode(run))));
  }
}
