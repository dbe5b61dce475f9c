package org.polyphony.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.polyphony.config.HostExperiment;
import org.polyphony.config.SweepFile;
import org.polyphony.run.OwnCode;
import org.polyphony.run.Progress;
import org.polyphony.run.Provenance;
import org.polyphony.run.host.HostResults;
import org.polyphony.run.host.HostRuns;
import org.polyphony.run.host.HostSummary;
import org.polyphony.run.host.HostTools;
import org.polyphony.simulation.StopFlag;

/** Host experiments, each under all of its schedulers or node policies; they share nothing. */
final class HostSweep implements RunKind {
  private final SweepFile sweep;
  private final HostTools tools;
  private final Provenance provenance;
  private final Map<List<String>, OwnCode> ownCode = new ConcurrentHashMap<>(); // by policies

  /**
   * Makes the runs of a sweep.
   *
   * @throws org.polyphony.input.InvalidInputException when a job stream is wrong
   */
  HostSweep(SweepFile sweep, HostTools tools, Provenance provenance) {
    this.sweep = sweep;
    this.tools = tools;
    this.provenance = provenance;
    Set<Path> streams = new HashSet<>();
    for (SweepFile.Run run : sweep.runs()) {
      HostExperiment experiment = sweep.hostExperiment(run);
      boolean isNew = experiment.jobStream().filter(streams::add).isPresent();
      if (isNew || experiment.placement().isPresent()) {
        new HostRuns(experiment, tools); // reads it, and nodes
      }
    }
  }

  @Override
  public List<Preparation> preparations(List<SweepFile.Run> runs) {
    return List.of();
  }

  @Override
  public double estimateSeconds(SweepFile.Run run) {
    return new HostRuns(sweep.hostExperiment(run), tools).estimateSeconds();
  }

  @Override
  public OwnCode ownCode(SweepFile.Run run) {
    return ownCode.computeIfAbsent(HostRuns.policies(sweep.hostExperiment(run)), OwnCode::of);
  }

  @Override
  public Optional<ObjectNode> run(SweepFile.Run run, Progress progress, StopFlag stop) {
    HostExperiment experiment = sweep.hostExperiment(run);
    HostResults results = new HostRuns(experiment, tools.showing(progress).endingWith(stop)).run();
    results.requireNoFailure();
    return results.partial()
        ? Optional.empty()
        : Optional.of(HostSummary.of(experiment, results, provenance.with(ownCode(run))));
  }
}
