package org.polyphony.study.host;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.polyphony.config.HostExperiment;
import org.polyphony.config.HostExperimentLoader;
import org.polyphony.config.SchedulerConfig;
import org.polyphony.input.Home;
import org.polyphony.results.run.Provenance;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.run.host.HostResultFiles;
import org.polyphony.run.host.HostResults;
import org.polyphony.run.host.HostRuns;
import org.polyphony.run.host.HostTools;

/** Runs of bundled host experiments, each cached. */
public final class HostStudy {
  private static final String FOLDER = "configs/host";

  private final HostTools tools;
  private final AppEstimate estimate;
  private final Map<String, HostOutcome> outcomes = new HashMap<>();

  public HostStudy(HostTools tools) {
    this(tools, AppEstimate.BUNDLED);
  }

  /** Creates a study of applications with an alternative value of an estimate. */
  public HostStudy(HostTools tools, AppEstimate estimate) {
    this.tools = tools;
    this.estimate = estimate;
  }

  /** Loads a bundled experiment; {@code sets} as for {@code --set}. */
  public HostExperiment experiment(String name, String... sets) {
    Path file = Home.find().resolve(FOLDER).resolve(name + ".json");
    List<String> all =
        Stream.concat(estimate.sets().stream(), Arrays.stream(sets)).toList(); // last one wins
    HostExperiment experiment = HostExperimentLoader.load(file, all);
    return experiment.withJobs(
        experiment.jobs().stream()
            .map(job -> job.with(estimate.change().apply(job.application())))
            .toList());
  }

  /**
   * Runs one scheduler of a bundled experiment.
   *
   * @throws CancellationException after a stop
   */
  public HostOutcome run(String name, String run, String... sets) {
    return outcomes.computeIfAbsent(
        name + " " + run + " " + String.join(" ", sets), key -> make(experiment(name, sets), run));
  }

  /** Returns the rows of some runs of an experiment, which represent it in the summary. */
  public HostFigure.Made made(String name, List<HostOutcome> runs, List<HostRow> rows) {
    return new HostFigure.Made(
        rows,
        folder ->
            HostResultFiles.write(
                folder, experiment(name), HostResults.of(runs), Provenance.current()));
  }

  private HostOutcome make(HostExperiment experiment, String run) {
    SchedulerConfig scheduler =
        experiment.schedulers().stream()
            .filter(s -> s.id().equals(run))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no run " + run));
    HostOutcome outcome = new HostRuns(experiment, tools).run(scheduler);
    if (outcome.isPartial()) {
      throw new CancellationException(experiment.name());
    }
    return outcome;
  }
}
