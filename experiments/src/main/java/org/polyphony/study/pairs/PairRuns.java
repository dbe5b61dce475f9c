package org.polyphony.study.pairs;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.polyphony.results.store.ResultLines;
import org.polyphony.run.Progress;
import org.polyphony.simulation.StopFlag;
import org.polyphony.sweep.Batch;
import org.polyphony.sweep.Sweep;

/**
 * Runs pairs of benchmarks under several variants, by pair and seed; reuses finished runs,
 * whichever figure made them.
 */
public final class PairRuns {
  private final String figure;
  private final Extent extent;
  private final PairRun.Setting setting;

  /**
   * What to run.
   *
   * @param instructionBudget maximum thread instructions per benchmark
   * @param cycles a round is what a benchmark executes alone in this many core cycles, if that is
   *     less; 0 for no limit
   */
  public record Extent(
      String gpu, long instructionBudget, long cycles, PairSeeds seeds, int jobs, Instant until) {}

  /**
   * Results of pairs under several variants.
   *
   * @param runs to run, finished or not
   * @param repeats finished repeats of each pair, by ascending seed
   */
  public record Results(int runs, Map<Pair, List<PairRepeat>> repeats, List<String> failures) {
    /** Returns the number of finished runs. */
    public int finished() {
      return repeats.values().stream()
          .flatMap(List::stream)
          .mapToInt(repeat -> repeat.summaries().size())
          .sum();
    }

    /** Returns the repeats of a pair that have finished under all given variants. */
    public List<PairRepeat> complete(Pair pair, List<Variant> variants) {
      return repeats.getOrDefault(pair, List.of()).stream()
          .filter(repeat -> repeat.summaries().keySet().containsAll(variants))
          .toList();
    }
  }

  /** Makes the runs. */
  public PairRuns(String figure, Sweep.Device device, FinishedRuns finished, Extent extent) {
    this.figure = figure;
    this.extent = extent;
    PairExperiments experiments =
        new PairExperiments(device.library(), extent.gpu(), extent.instructionBudget());
    this.setting = new PairRun.Setting(device, experiments, finished, extent);
  }

  /**
   * Runs every pair under every variant with its seeds; ends early on a stop or at the deadline.
   *
   * @param pairs in execution order
   * @return the finished runs
   */
  public Results run(List<Pair> pairs, List<Variant> variants, Progress progress, StopFlag stop) {
    return run(pairs, pair -> variants, progress, stop);
  }

  /** Does so where each pair has its own variants. */
  public Results run(
      List<Pair> pairs, Function<Pair, List<Variant>> variants, Progress progress, StopFlag stop) {
    Rounds rounds =
        new Rounds(
            setting.experiments(), setting.device().simulation(), setting.finished(), extent);
    Map<String, Long> budgets = rounds.of(pairs, progress, stop);
    if (stop.isRequested()) {
      return new Results(count(pairs, variants), Map.of(), List.of());
    }
    List<PairRun> runs = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i++) {
      Pair pair = pairs.get(i);
      List<Long> both = pair.names().stream().map(budgets::get).toList();
      for (long seed : extent.seeds().of(i).all()) {
        for (Variant variant : variants.apply(pair)) {
          runs.add(new PairRun(new PairRun.Key(pair, variant, seed, both), setting, stop));
        }
      }
    }
    List<PairRun> left = runs.stream().filter(run -> !run.hasEndedBefore()).toList();
    announce(runs.size(), left.size(), progress);
    if (!left.isEmpty()) {
      new Batch(extent.jobs(), progress, stop).run(left);
    }
    return results(runs);
  }

  private int count(List<Pair> pairs, Function<Pair, List<Variant>> variants) {
    return IntStream.range(0, pairs.size())
        .map(i -> extent.seeds().of(i).all().size() * variants.apply(pairs.get(i)).size())
        .sum();
  }

  /** Reports runs taken from a results file, so that they are not mistaken for new ones. */
  private void announce(int runs, int left, Progress progress) {
    Optional<ResultLines> file = setting.finished().file();
    if (file.isPresent() && left < runs) {
      progress.say(
          String.format(
              "%s: %d of %d runs are in %s", figure, runs - left, runs, file.get().file()));
    }
  }

  private static Results results(List<PairRun> runs) {
    Map<Pair, Map<Long, Map<Variant, JsonNode>>> summaries = new LinkedHashMap<>();
    List<String> failures = new ArrayList<>();
    for (PairRun run : runs) {
      run.summary()
          .ifPresent(
              summary ->
                  summaries
                      .computeIfAbsent(run.key().pair(), pair -> new LinkedHashMap<>())
                      .computeIfAbsent(run.key().seed(), seed -> new LinkedHashMap<>())
                      .put(run.key().variant(), summary));
      run.failure().ifPresent(failures::add);
    }
    Map<Pair, List<PairRepeat>> repeats = new LinkedHashMap<>();
    summaries.forEach(
        (pair, bySeed) -> {
          List<PairRepeat> some = new ArrayList<>();
          bySeed.forEach((seed, byVariant) -> some.add(new PairRepeat(seed, byVariant)));
          repeats.put(pair, some);
        });
    return new Results(runs.size(), repeats, failures);
  }
}
