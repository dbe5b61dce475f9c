package org.polyphony.study.pairs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.polyphony.run.Experiment;
import org.polyphony.run.ExperimentRunner;
import org.polyphony.run.Outcome;
import org.polyphony.run.Progress;
import org.polyphony.run.Provenance;
import org.polyphony.simulation.StopFlag;
import org.polyphony.store.AloneRun;
import org.polyphony.sweep.Batch;
import org.polyphony.sweep.Sweep;

/**
 * One pair under one variant with one seed. Written by the thread that runs it, read by the one
 * that shows it.
 */
final class PairRun implements Batch.Task {
  private final Pair pair;
  private final Variant variant;
  private final long seed;
  private final List<Long> budgets;
  private final Setting setting;
  private final StopFlag stop;
  private volatile Optional<JsonNode> line = Optional.empty();
  private volatile Optional<String> failure = Optional.empty();
  private volatile double share; // of the run, while it is under way
  private volatile double secondsHere = Double.NaN;

  /**
   * What all runs work with.
   *
   * @param device what runs experiments
   * @param experiments of the pairs
   * @param finished where what has ended is kept
   * @param until when no further run begins
   */
  record Setting(
      Sweep.Device device, PairExperiments experiments, FinishedRuns finished, Instant until) {}

  /**
   * What runs.
   *
   * @param pair the benchmarks
   * @param variant how they share the device
   * @param seed of this run and of its benchmarks alone
   * @param budgets thread instructions of their first rounds
   */
  record Key(Pair pair, Variant variant, long seed, List<Long> budgets) {}

  PairRun(Key key, Setting setting, StopFlag stop) {
    this.pair = key.pair;
    this.variant = key.variant;
    this.seed = key.seed;
    this.budgets = List.copyOf(key.budgets);
    this.setting = setting;
    this.stop = stop;
  }

  Pair pair() {
    return pair;
  }

  Variant variant() {
    return variant;
  }

  long seed() {
    return seed;
  }

  Optional<JsonNode> summary() {
    return line.map(PairLine::summary);
  }

  Optional<String> failure() {
    return failure;
  }

  /** Takes up what has ended earlier; returns false when that must be run. */
  boolean hasEndedBefore() {
    line = setting.finished().find(id(), about());
    return line.isPresent();
  }

  private String id() {
    return "pair " + setting.experiments().sharedHash(pair, variant, budgets, seed);
  }

  private String about() {
    return pair.label() + " " + variant.words() + ofSeed();
  }

  /** Returns what sets the texts about other seeds than the first apart. */
  private String ofSeed() {
    return seed == 1 ? "" : ", seed " + seed;
  }

  TimeLeft.Work work() {
    TimeLeft.State state =
        line.isPresent()
            ? TimeLeft.State.ENDED
            : failure.isPresent() ? TimeLeft.State.FAILED : TimeLeft.State.LEFT;
    return new TimeLeft.Work(
        pair.category(),
        variant,
        state,
        state == TimeLeft.State.LEFT ? share : 1,
        line.map(PairLine::cpuSeconds).orElse(Double.NaN),
        state == TimeLeft.State.ENDED ? secondsHere : Double.NaN);
  }

  @Override
  public void run(Progress progress) {
    if (Instant.now().isBefore(setting.until())) {
      Experiment experiment = setting.experiments().shared(pair, variant, budgets, seed);
      simulate(experiment, setting.device().runner(), progress);
    }
  }

  /** The benchmarks alone come first, so that the times are those of the pair. */
  private void simulate(Experiment experiment, ExperimentRunner runner, Progress progress) {
    for (int i = 0; i < budgets.size(); i++) {
      int workload = i;
      setting
          .finished()
          .find(aloneId(i), aloneAbout(i))
          .ifPresent(known -> runner.offerAlone(experiment, workload, AloneRun.of(known)));
      runner.prepareAlone(experiment, i, progress, stop);
    }
    Outcome outcome = runner.run(experiment, watched(progress), stop);
    if (outcome.shared().partial() || stop.isRequested()) {
      return;
    }
    for (int i = 0; i < budgets.size(); i++) {
      int workload = i;
      outcome.alone().get(i).ifPresent(run -> keepAlone(workload, run.json()));
    }
    ObjectNode content = PairLine.of(outcome, Provenance.current());
    setting.finished().keep(id(), about(), content);
    secondsHere = outcome.seconds();
    line = Optional.of(content);
  }

  private void keepAlone(int workload, ObjectNode content) {
    String id = aloneId(workload);
    if (setting.finished().find(id, aloneAbout(workload)).isEmpty()) {
      setting.finished().keep(id, aloneAbout(workload), content);
    }
  }

  private String aloneId(int workload) {
    return "alone "
        + setting.experiments().aloneHash(pair.names().get(workload), budgets.get(workload), seed);
  }

  private String aloneAbout(int workload) {
    return pair.names().get(workload) + " alone" + ofSeed();
  }

  private Progress watched(Progress progress) {
    return new Progress() {
      @Override
      public void begin(String stage) {
        progress.begin(stage);
      }

      @Override
      public void update(double doneShare, long cycles, long warpInstructions) {
        share = doneShare;
        progress.update(doneShare, cycles, warpInstructions);
      }
    };
  }

  @Override
  public void failed(RuntimeException cause) {
    String run = pair.label() + " under " + variant.policy() + ofSeed();
    failure = Optional.of(run + ": " + cause.getMessage());
  }
}
