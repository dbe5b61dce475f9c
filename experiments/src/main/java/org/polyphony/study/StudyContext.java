package org.polyphony.study;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.polyphony.config.Seeds;
import org.polyphony.config.StudyConfig;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.store.RunStore;
import org.polyphony.run.Progress;
import org.polyphony.simulation.StopFlag;
import org.polyphony.sweep.Runs;
import org.polyphony.sweep.Sweep;

/**
 * What a study runs with.
 *
 * @param device what runs experiments
 * @param gpu device that replaces the study's; empty for that
 * @param folder of its results; null for a dry run
 * @param command that runs it
 */
public record StudyContext(
    Sweep.Device device,
    Effort effort,
    String gpu,
    OutputFolder folder,
    String command,
    PrintWriter out,
    Progress progress,
    StopFlag stop) {
  /** Prints a text and the location of the results. */
  public void show(String text) {
    out.print(text);
    out.println("written to " + folder.path());
    out.flush();
  }

  /** Prints how far the runs were when the user stopped them, and where finished ones are kept. */
  public void interrupted(int done, int runs, int failed, Path kept) {
    progress.close();
    out.printf(
        "interrupted: %d of %d runs done, %d failed; finished runs are kept in %s%n",
        done, runs, failed, kept);
    out.flush();
  }

  /** Returns the device chosen by the user, or else a default. */
  public String gpuOr(String usual) {
    return gpu.isEmpty() ? usual : gpu;
  }

  /** Returns what works through lists of runs. */
  public Runs runs() {
    return new Runs(device, effort.jobs, effort.until, progress, stop);
  }

  /** Returns the same with another store. */
  public Runs runs(RunStore store) {
    return new Runs(device.with(store), effort.jobs, effort.until, progress, stop);
  }

  /**
   * Limits on the amount of simulation.
   *
   * @param jobs number of parallel runs, at least 1
   * @param askedPairs of each sample, at least 1; null if the user has not set it
   * @param askedSeeds of each pair, at least 1; null if the user has not set it
   * @param askedCycles maximum core cycles of a run (for pairs, of each benchmark alone); 0 for no
   *     limit; empty if the user has not set it
   * @param until when no further run starts
   */
  public record Effort(
      Scale scale,
      int jobs,
      Integer askedPairs,
      Integer askedSeeds,
      OptionalLong askedCycles,
      Instant until) {
    /** Returns the cycles set by the user, or else the scale's. */
    public long cycles() {
      return askedCycles.orElse(scale.cycles());
    }

    /**
     * Returns how many pairs of benchmarks run.
     *
     * @param usual number unless the user asks for another; null: by the scale
     */
    public int pairs(Integer usual) {
      Integer stated = askedPairs == null ? usual : askedPairs;
      return stated == null ? scale.pairs() : stated;
    }

    /**
     * Returns the seeds with which a pair runs: the first pairs of a sample, every prefix of which
     * is stratified, run with several seeds.
     *
     * @param index of the pair in its sample
     */
    public List<Long> seeds(StudyConfig.PairSample of, int index) {
      boolean hasAll = of.seededPairs() == null || index < of.seededPairs();
      return new Seeds(1, askedSeeds != null ? askedSeeds : hasAll ? of.seeds() : 1).all();
    }
  }
}
