package org.polyphony.study.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.config.Seeds;
import org.polyphony.config.StudyConfig;
import org.polyphony.config.StudyFile;
import org.polyphony.input.Home;
import org.polyphony.results.ResultFile;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.ResultsVersion;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.ResultLines;
import org.polyphony.run.TimeEstimate;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.study.Scale;
import org.polyphony.study.StudyContext;
import org.polyphony.study.pairs.FinishedRuns;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairRepeat;
import org.polyphony.study.pairs.PairRuns;
import org.polyphony.study.pairs.PairSample;
import org.polyphony.study.pairs.Variant;
import org.polyphony.study.table.Columns;
import org.polyphony.study.table.Columns.Column;
import org.polyphony.study.table.LongTable;
import org.polyphony.study.table.Row;
import org.polyphony.workload.kernel.BundledModels;

/** A study of pairs of benchmarks: runs a sample under its variants. */
final class PairBody implements StudyBody {
  private static final List<String> KEYS = List.of("pair", "variant", "seed");
  private static final String SHARED = "experiments/pairs/runs.jsonl";
  private static final int TIMED = 6; // pairs whose time is taken for that of all

  private final StudyFile file;
  private final StudyConfig.Pairs config;
  private final Map<String, Variant> variants = new LinkedHashMap<>(); // by name
  private final PairSample sample;
  private final Set<Pair> design; // pairs on which a policy was tuned, but for those of benchmarks

  PairBody(StudyFile file) {
    this.file = file;
    this.config = file.config().runs().pairs();
    List<String> known = new ArrayList<>(BundledModels.names());
    known.addAll(BundledModels.smk());
    file.requireEachOf("runs.pairs.benchmarks", config.benchmarks(), known);
    file.requireEachOf("runs.pairs.designBenchmarks", config.designBenchmarks(), known);
    List<String> names =
        config.benchmarks().isEmpty() ? BundledModels.names() : config.benchmarks();
    if (names.size() < 2) {
      throw file.wrong("runs.pairs.benchmarks", names.toString(), "two benchmarks or more");
    }
    this.sample =
        PairSample.of(names).withLast(config.design()).withLast(config.designBenchmarks());
    this.design = Set.copyOf(PairSample.of(names).first(config.design()));
    for (int i = 0; i < config.variants().size(); i++) {
      enter(config.variants().get(i), names.subList(0, 2), "runs.pairs.variants[" + i + "]");
    }
  }

  /** Enters a variant; loads an experiment, so that a wrong one is found before any run. */
  private void enter(StudyConfig.PairVariant of, List<String> benchmarks, String path) {
    Variant variant =
        new Variant(
            of.policy(), of.parameters(), of.kernelScheduler(), of.allocation(), of.preemption());
    if (variants.put(of.name(), variant) != null) {
      throw file.wrong(path + ".name", "'" + of.name() + "' twice", "distinct names");
    }
    ExperimentLoader.of(
        file.origin(path),
        experiment(file.config().gpu(), benchmarks, variant),
        Path.of(""),
        List.of());
  }

  private static ObjectNode experiment(String gpu, List<String> benchmarks, Variant variant) {
    ObjectNode experiment = Json.object().put("gpu", gpu);
    benchmarks.forEach(experiment.putArray("workloads")::add);
    variant.writeTo(experiment);
    return experiment;
  }

  private List<Variant> variants() {
    return List.copyOf(variants.values());
  }

  @Override
  public String plan(StudyContext context) {
    List<Pair> pairs = sample.first(context.effort().pairs());
    long runs = 0;
    for (int i = 0; i < pairs.size(); i++) {
      runs += (long) variants.size() * context.effort().seeds().of(i).all().size();
    }
    TimeEstimate estimate = context.tools().device().estimate();
    List<Pair> timed = pairs.subList(0, Math.min(TIMED, pairs.size()));
    for (Pair pair : timed) {
      variants.values().forEach(variant -> estimate.add(experiment(pair, variant, context)));
    }
    estimate.scale((double) runs / (timed.size() * variants.size()));
    return runs + " runs, " + estimate.words(context.effort().jobs());
  }

  private Experiment experiment(Pair pair, Variant variant, StudyContext context) {
    ObjectNode root = experiment(context.gpuOr(file.config().gpu()), pair.names(), variant);
    root.put("instructionBudget", Scale.PAPER.instructionBudget());
    root.put("roundCycles", context.effort().cycles());
    return context.experiment(pair.label(), root, 0);
  }

  @Override
  public void make(StudyContext context) {
    String gpu = context.gpuOr(file.config().gpu());
    StudyContext.Effort effort = context.effort();
    StudyContext.Tools tools = context.tools();
    ResultLines lines = finished(context);
    PairRuns runs =
        new PairRuns(
            file.config().name(),
            tools.device(),
            new FinishedRuns(Optional.of(lines), tools.runs(), tools.build()),
            new PairRuns.Extent(
                gpu,
                Scale.PAPER.instructionBudget(),
                effort.cycles(),
                effort.seeds(),
                effort.jobs(),
                effort.until()));
    List<Pair> pairs = sample.first(effort.pairs());
    PairRuns.Results results = runs.run(pairs, variants(), context.progress(), context.stop());
    FinishedPairs finished = new FinishedPairs(results, sample, pairs, variants());
    if (!finished.complete().isEmpty()) {
      write(finished, context, gpu);
    }
    if (context.stop().isRequested()) {
      context.interrupted(
          results.finished(), results.runs(), results.failures().size(), lines.file());
    } else if (!results.failures().isEmpty()) {
      String retry = "finished runs are kept; the same command retries the failed ones";
      List<String> reasons = Stream.concat(results.failures().stream(), Stream.of(retry)).toList();
      throw new SimulationFailure(String.join(System.lineSeparator(), reasons), "", null);
    }
  }

  /** Opens the finished runs in the folder of the results; those of the study are not repeated. */
  private ResultLines finished(StudyContext context) {
    ResultLines lines =
        ResultLines.read(
            context.folder().file(StudyFiles.RUNS),
            ResultsVersion.CURRENT,
            context.progress()::say);
    Stream.of(file.folder().resolve(StudyFiles.RUNS), Home.find().resolve(SHARED))
        .filter(Files::exists)
        .forEach(lines::include);
    return lines;
  }

  private void write(FinishedPairs finished, StudyContext context, String gpu) {
    StringBuilder lines = new StringBuilder();
    for (Pair pair : finished.complete()) {
      variants.forEach(
          (name, variant) ->
              finished
                  .repeats(pair)
                  .forEach(repeat -> lines.append(line(pair, name, variant, repeat))));
    }
    AtomicFile.write(context.folder().file(ResultFile.LINES.file()), lines.toString());
    LongTable table = table(finished);
    PairTables.of(table, List.copyOf(variants.keySet())).write(context.folder());
    new StudyPage(file, context)
        .report(table, finished.extent(gpu, context.effort().cycles()), finished.sampling());
  }

  /** Returns a run in the format of a sweep. */
  private static String line(Pair pair, String name, Variant variant, PairRepeat repeat) {
    String seed = repeat.seed() == 1 ? "" : " seed " + repeat.seed();
    ObjectNode line = Json.object().put("run", pair.label() + " " + name + seed);
    ObjectNode summary = (ObjectNode) repeat.summary(variant).deepCopy();
    summary.remove("host"); // the only part that does not depend on the config alone
    summary.put("policy", name); // the label in charts
    line.setAll(summary);
    return Json.line(line) + "\n";
  }

  /** Returns all finished runs; pairs that miss a variant are marked. */
  private LongTable table(FinishedPairs finished) {
    List<Row> rows = new ArrayList<>();
    List<Pair> complete = finished.complete();
    for (Pair pair : finished.any()) {
      variants.forEach(
          (name, variant) -> {
            for (PairRepeat repeat : finished.repeats(pair)) {
              JsonNode summary = repeat.summary(variant);
              Map<String, Object> identity = identity(pair, name, repeat.seed());
              identity.put(Quantities.COMPLETE, complete.contains(pair) ? "yes" : "no");
              rows.addAll(SummaryRows.of(identity, summary));
            }
          });
    }
    return planned().ran(rows, Map.of(StudyReport.RUNS, finished.runs()));
  }

  private Map<String, Object> identity(Pair pair, String variant, long seed) {
    Map<String, Object> identity = new LinkedHashMap<>();
    identity.put("pair", pair.label());
    identity.put("category", pair.category().label());
    identity.put("variant", variant);
    identity.put("seed", seed);
    identity.put("part", part(pair));
    return identity;
  }

  @Override
  public LongTable planned() {
    List<Row> rows = new ArrayList<>();
    for (Pair pair : sample.first(Integer.MAX_VALUE)) {
      for (String variant : variants.keySet()) {
        for (long seed : new Seeds(1, config.seeds()).all()) {
          rows.add(new Row(identity(pair, variant, seed)));
        }
      }
    }
    Columns complete =
        new Columns(Stream.of(new Column(Quantities.COMPLETE, true, Set.of("yes", "no"))));
    return LongTable.planned(
        KEYS, rows, complete.and(SummaryRows.COLUMNS), Map.of(StudyReport.RUNS, ""));
  }

  private String part(Pair pair) {
    boolean isTuned =
        design.contains(pair)
            || pair.names().stream().anyMatch(config.designBenchmarks()::contains);
    return isTuned ? "design" : "held-out";
  }
}
