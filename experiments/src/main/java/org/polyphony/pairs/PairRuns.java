package org.polyphony.pairs;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.run.Progress;
import org.polyphony.run.StopFlag;
import org.polyphony.sweep.Batch;
import org.polyphony.sweep.Sweep;

/**
 * Runs pairs of benchmarks under several variants, pair after pair; repeats nothing that has ended,
 * whatever figure asked for it.
 */
public final class PairRuns {
  private final String figure;
  private final FinishedRuns finished;
  private final Extent extent;
  private final PairExperiments experiments;
  private final Rounds rounds;
  private final PairRun.Setting setting;

  /**
   * How much is run, and on what.
   *
   * @param conditions that all have in common
   * @param instructionBudget thread instructions of a benchmark at most
   * @param cycles a round is what a benchmark executes alone in so many core cycles, if that is
   *     less; 0 for no such limit
   * @param jobs runs side by side
   * @param until when no further run begins
   */
  public record Extent(
      Conditions conditions, long instructionBudget, long cycles, int jobs, Instant until) {}

  /**
   * Makes the runs.
   *
   * @param figure what they are for, for the progress
   * @param device what runs experiments
   * @param finished where what has ended is kept
   * @param extent how much is run
   * @param source what a benchmark is
   */
  public PairRuns(
      String figure,
      Sweep.Device device,
      FinishedRuns finished,
      Extent extent,
      BenchmarkSource source) {
    this.figure = figure;
    this.finished = finished;
    this.extent = extent;
    this.experiments =
        new PairExperiments(
            device.library(), extent.conditions(), extent.instructionBudget(), source);
    this.rounds = new Rounds(experiments, new RoundLength(device.simulation(), finished), extent);
    this.setting = new PairRun.Setting(device, experiments, finished, extent.until());
  }

  /**
   * Runs every pair under every variant; ends early when a stop is requested or the time is over.
   *
   * @param pairs in the order in which they are run
   * @param variants what to compare
   * @param progress shows how far it is
   * @param stop ends it early
   * @return what has ended
   */
  public PairResults run(
      List<Pair> pairs, List<Variant> variants, Progress progress, StopFlag stop) {
    Map<String, Long> budgets = rounds.of(pairs, progress, stop);
    if (stop.isRequested()) {
      return new PairResults(Map.of(), List.of());
    }
    List<PairRun> runs = new ArrayList<>();
    for (Pair pair : pairs) {
      List<Long> both = pair.names().stream().map(budgets::get).toList();
      variants.forEach(variant -> runs.add(new PairRun(pair, variant, both, setting, stop)));
    }
    List<PairRun> left = runs.stream().filter(run -> !run.hasEndedBefore()).toList();
    announce(runs.size(), left.size(), progress);
    if (!left.isEmpty()) {
      try (PairProgress shown = new PairProgress(figure, extent.jobs(), runs, progress)) {
        new Batch(extent.jobs(), shown, stop).run(left);
      }
    }
    return results(runs);
  }

  /** Says what a file of results has, so that nobody takes that for run now. */
  private void announce(int runs, int left, Progress progress) {
    if (finished.file().isPresent() && left < runs) {
      progress.say(
          String.format(
              "%s: %d of %d runs are in %s",
              figure, runs - left, runs, finished.file().get().file()));
    }
  }

  private static PairResults results(List<PairRun> runs) {
    Map<Pair, Map<Variant, JsonNode>> results = new LinkedHashMap<>();
    List<String> failures = new ArrayList<>();
    for (PairRun run : runs) {
      run.summary()
          .ifPresent(
              summary ->
                  results
                      .computeIfAbsent(run.pair(), pair -> new LinkedHashMap<>())
                      .put(run.variant(), summary));
      run.failure().ifPresent(failures::add);
    }
    return new PairResults(results, failures);
  }
}
