package org.polyphony.sweep;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.polyphony.config.SweepFile;
import org.polyphony.run.ExperimentRunner;
import org.polyphony.run.Experiments;
import org.polyphony.run.Progress;
import org.polyphony.run.Provenance;
import org.polyphony.run.Simulation;
import org.polyphony.run.StopFlag;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.store.AloneCache;

/**
 * Runs a sweep, or a part of it, on the threads of this process.
 *
 * @param file the sweep
 * @param folder for the results
 * @param device what runs experiments
 */
public record Sweep(SweepFile file, SweepFolder folder, Device device) {
  /**
   * What runs experiments.
   *
   * @param simulation the device
   * @param alone cache of alone runs, shared by all threads
   * @param library opens workloads
   * @param build identifies the program
   */
  public record Device(
      Simulation simulation, AloneCache alone, WorkloadLibrary library, String build) {}

  /**
   * How it went.
   *
   * @param ended runs whose results are kept, failed ones included
   * @param failed runs that failed now
   */
  public record Result(int ended, int failed) {}

  /**
   * Returns the runs of a part that have not ended well yet.
   *
   * @param part of the sweep
   */
  public List<SweepFile.Run> left(Shard part) {
    return part.of(file.runs()).stream()
        .filter(run -> folder.find(run.id()).filter(line -> !line.has("error")).isEmpty())
        .toList();
  }

  /**
   * Runs what is left of a part and writes the results of all runs that have ended.
   *
   * @param part of the sweep
   * @param jobs runs side by side
   * @param progress shows how far it is
   * @param stop ends it early; what has ended is kept
   * @return how it went
   * @throws UncheckedIOException when a result cannot be written; those before are kept
   */
  public Result run(Shard part, int jobs, Progress progress, StopFlag stop) {
    AtomicReference<UncheckedIOException> diskFailure = new AtomicReference<>();
    SweepRun.Shared shared =
        new SweepRun.Shared(
            new Experiments(device.library()),
            () -> new ExperimentRunner(device.simulation(), device.alone(), device.build()),
            Provenance.current(),
            stop,
            diskFailure);
    List<SweepRun> tasks =
        left(part).stream().map(run -> new SweepRun(file, run, folder, shared)).toList();
    int failed = new Batch(jobs, progress, stop).run(tasks);
    if (diskFailure.get() != null) {
      throw diskFailure.get();
    }
    return new Result(folder.assemble(), failed);
  }
}
