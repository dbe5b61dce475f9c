package org.polyphony.study.pairs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.Outcome;
import org.polyphony.results.run.Provenance;
import org.polyphony.results.run.Summary;
import org.polyphony.results.store.AloneRun;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.ResultLines;
import org.polyphony.run.ExperimentRunner;
import org.polyphony.run.Progress;
import org.polyphony.simulation.StopFlag;
import org.polyphony.sweep.Batch;
import org.polyphony.sweep.Sweep;

/**
 * One pair under one variant with one seed. Written by the thread that runs it, read after the
 * batch.
 */
final class PairRun implements Batch.Task {
  private static final String SUMMARY = "summary";
  private static final String PROVENANCE = "provenance";
  private static final String HASH = "configHash";
  private static final String SECONDS = "cpuSeconds";

  private final Key key;
  private final Setting setting;
  private final StopFlag stop;
  private volatile Optional<JsonNode> line = Optional.empty();
  private volatile Optional<String> failure = Optional.empty();

  /** What all runs work with. */
  record Setting(
      Sweep.Device device,
      PairExperiments experiments,
      FinishedRuns finished,
      PairRuns.Extent extent) {}

  /**
   * What runs.
   *
   * @param budgets thread instructions of their first rounds
   */
  record Key(Pair pair, Variant variant, long seed, List<Long> budgets) {
    Key {
      budgets = List.copyOf(budgets);
    }

    /** Returns what sets the texts about other seeds than the first apart. */
    private String ofSeed() {
      return seed == 1 ? "" : ", seed " + seed;
    }
  }

  PairRun(Key key, Setting setting, StopFlag stop) {
    this.key = key;
    this.setting = setting;
    this.stop = stop;
  }

  Key key() {
    return key;
  }

  Optional<JsonNode> summary() {
    return line.map(PairRun::summary);
  }

  Optional<String> failure() {
    return failure;
  }

  /** Takes up what has ended earlier; returns false when that must be run. */
  boolean hasEndedBefore() {
    line = setting.finished().find(hash(), about(), PairRun::isWhole);
    return line.isPresent();
  }

  private String hash() {
    return "pair " + setting.experiments().sharedHash(key.pair, key.variant, key.budgets, key.seed);
  }

  private String about() {
    return key.pair.label() + " " + key.variant.words() + key.ofSeed();
  }

  @Override
  public void run(Progress progress) {
    if (Instant.now().isBefore(setting.extent().until())) {
      Experiment experiment =
          setting.experiments().shared(key.pair, key.variant, key.budgets, key.seed);
      simulate(experiment, setting.device().runner(), progress);
    }
  }

  /** The benchmarks alone come first, so that the times are those of the pair. */
  private void simulate(Experiment experiment, ExperimentRunner runner, Progress progress) {
    for (int i = 0; i < key.budgets.size(); i++) {
      int workload = i;
      setting
          .finished()
          .find(aloneId(i), aloneAbout(i), AloneRun::isOne)
          .ifPresent(known -> runner.offerAlone(experiment, workload, AloneRun.of(known)));
      runner.prepareAlone(experiment, i, progress, stop);
    }
    Outcome outcome = runner.run(experiment, progress, stop);
    if (outcome.shared().partial() || stop.isRequested()) {
      return;
    }
    for (int i = 0; i < key.budgets.size(); i++) {
      int workload = i;
      outcome.alone().get(i).ifPresent(run -> keepAlone(workload, run.json()));
    }
    ObjectNode content = line(outcome, Provenance.current());
    setting.finished().keep(hash(), about(), content);
    line = Optional.of(content);
  }

  private void keepAlone(int workload, ObjectNode content) {
    String id = aloneId(workload);
    if (setting.finished().find(id, aloneAbout(workload), AloneRun::isOne).isEmpty()) {
      setting.finished().keep(id, aloneAbout(workload), content);
    }
  }

  private String aloneId(int workload) {
    return "alone "
        + setting
            .experiments()
            .aloneHash(key.pair.names().get(workload), key.budgets.get(workload), key.seed);
  }

  private String aloneAbout(int workload) {
    return key.pair.names().get(workload) + " alone" + key.ofSeed();
  }

  @Override
  public String id() {
    return key.pair.label() + " under " + key.variant.policy() + key.ofSeed();
  }

  @Override
  public void failed(RuntimeException cause) {
    failure = Optional.of(id() + ": " + cause.getMessage());
  }

  /**
   * Returns what is kept of a pair: its summary without {@code host}; what made it apart from what
   * it gave.
   *
   * @param outcome of the run, with nothing else in its times
   */
  private static ObjectNode line(Outcome outcome, Provenance provenance) {
    ObjectNode summary = Summary.of(outcome, provenance);
    summary.remove("host");
    ObjectNode made = (ObjectNode) summary.remove(PROVENANCE);
    ObjectNode line = Json.object();
    line.set(HASH, made.remove(HASH));
    line.put("allocation", outcome.experiment().request().sharing().allocation());
    List<Long> budgets = outcome.experiment().request().instructionBudgets();
    budgets.forEach(line.putArray("instructionBudgets")::add);
    line.set(ResultLines.MADE, made.set(SECONDS, Json.number(outcome.cpuSeconds())));
    line.set(SUMMARY, summary);
    return line;
  }

  private static boolean isWhole(JsonNode line) {
    return line.path(SUMMARY).path("benchmarks").size() == 2 && line.path(SUMMARY).has("stp");
  }

  /** Returns the summary of a run, without {@code host}. */
  private static JsonNode summary(JsonNode line) {
    JsonNode made = line.path(ResultLines.MADE);
    ObjectNode summary = (ObjectNode) line.path(SUMMARY).deepCopy();
    ObjectNode provenance = summary.putObject(PROVENANCE);
    for (String key : List.of("version", "gitCommit")) {
      provenance.set(key, made.get(key));
    }
    provenance.set(HASH, line.get(HASH));
    provenance.set("java", made.get("java"));
    return summary;
  }
}
