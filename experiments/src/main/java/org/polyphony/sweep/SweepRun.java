package org.polyphony.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicReference;
import org.polyphony.config.SweepFile;
import org.polyphony.run.Experiment;
import org.polyphony.run.ExperimentRunner;
import org.polyphony.run.Experiments;
import org.polyphony.run.Outcome;
import org.polyphony.run.Progress;
import org.polyphony.run.Provenance;
import org.polyphony.run.StopFlag;
import org.polyphony.run.Summary;
import org.polyphony.store.Json;

/** One run of a sweep, kept in its folder when it is over. */
final class SweepRun implements Batch.Task {
  private final SweepFile sweep;
  private final SweepFile.Run run;
  private final SweepFolder folder;
  private final Shared shared;

  /**
   * What the runs of a sweep share.
   *
   * @param experiments opens workloads
   * @param runners makes a runner for each run
   * @param provenance what makes the results
   * @param stop ends all runs early
   * @param diskFailure the first failure to write a result, after which nothing more can be kept
   */
  record Shared(
      Experiments experiments,
      Runners runners,
      Provenance provenance,
      StopFlag stop,
      AtomicReference<UncheckedIOException> diskFailure) {}

  /** Makes runners. */
  @FunctionalInterface
  interface Runners {
    ExperimentRunner make();
  }

  SweepRun(SweepFile sweep, SweepFile.Run run, SweepFolder folder, Shared shared) {
    this.sweep = sweep;
    this.run = run;
    this.folder = folder;
    this.shared = shared;
  }

  @Override
  public void run(Progress progress) {
    Experiment experiment =
        shared.experiments().open(sweep.experiment(run), new Experiments.Extras(false, 0));
    Outcome outcome = shared.runners().make().run(experiment, progress, shared.stop());
    if (!outcome.shared().partial() && !shared.stop().isRequested()) {
      ObjectNode line = head();
      ObjectNode summary = Summary.of(outcome, shared.provenance());
      summary.remove("host"); // the only part that is not a function of the config
      line.setAll(summary);
      store(line);
    }
  }

  private ObjectNode head() {
    ObjectNode line = Json.object();
    line.put("run", run.id());
    ObjectNode axes = line.putObject("axes");
    run.axes().forEach(axes::set);
    return line;
  }

  private void store(ObjectNode line) {
    try {
      folder.store(run.id(), line);
      folder.assembleNowAndThen();
    } catch (UncheckedIOException e) {
      shared.diskFailure().compareAndSet(null, e);
      shared.stop().request();
    }
  }

  @Override
  public void failed(RuntimeException cause) {
    ObjectNode line = head();
    line.put("error", String.valueOf(cause.getMessage()));
    store(line);
  }
}
