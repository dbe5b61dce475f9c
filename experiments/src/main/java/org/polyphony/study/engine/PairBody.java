package org.polyphony.study.engine;

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
import org.polyphony.config.GpuConfigs;
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

/** A study of pairs of benchmarks: runs samples of them under its variants. */
final class PairBody implements StudyBody {
  private static final List<String> KEYS = List.of("sample", "pair", "variant", "seed");
  private static final String SHARED = "experiments/pairs/runs.jsonl";
  private static final int TIMED = 6; // pairs whose time is taken for that of all

  private final StudyFile file;
  private final StudyConfig.Pairs config;
  private final Map<String, Variant> variants = new LinkedHashMap<>(); // by name
  private final List<Sample> samples = new ArrayList<>();

  /**
   * Pairs of some benchmarks on a device.
   *
   * @param design pairs on which a policy was tuned, but for those of design benchmarks
   */
  private record Sample(StudyConfig.PairSample config, PairSample pairs, Set<Pair> design) {
    List<Pair> pairs(StudyContext context) {
      return pairs.first(context.effort().pairs(config.count()));
    }
  }

  PairBody(StudyFile file) {
    this.file = file;
    this.config = file.config().runs().pairs();
    file.requireEachOf("runs.pairs.designBenchmarks", config.designBenchmarks(), known());
    for (int i = 0; i < config.all().size(); i++) {
      String path = config.samples().isEmpty() ? "runs.pairs" : "runs.pairs.samples[" + i + "]";
      samples.add(sample(config.all().get(i), path));
    }
    for (int i = 0; i < config.variants().size(); i++) {
      enter(config.variants().get(i), "runs.pairs.variants[" + i + "]");
    }
  }

  private static List<String> known() {
    List<String> known = new ArrayList<>(BundledModels.names());
    known.addAll(BundledModels.smk());
    return known;
  }

  private Sample sample(StudyConfig.PairSample of, String path) {
    file.requireEachOf(path + ".benchmarks", of.benchmarks(), known());
    List<String> names = of.benchmarks().isEmpty() ? BundledModels.names() : of.benchmarks();
    if (names.size() < 2) {
      throw file.wrong(path + ".benchmarks", names.toString(), "two benchmarks or more");
    }
    if (samples.stream().anyMatch(other -> other.config.name().equals(of.name()))) {
      throw file.wrong(path + ".name", "'" + of.name() + "' twice", "distinct names");
    }
    GpuConfigs.load(gpu(of)); // finds what is wrong before anything runs
    PairSample pairs = PairSample.of(names);
    return new Sample(
        of,
        pairs.withLast(of.design()).withLast(config.designBenchmarks()),
        Set.copyOf(pairs.first(of.design())));
  }

  /** Returns the device of a sample: its own, maybe a file of the study, or that of the study. */
  private String gpu(StudyConfig.PairSample of) {
    Path own = file.folder().resolve(of.gpu());
    String usual = Files.isRegularFile(own) ? own.toString() : of.gpu();
    return of.gpu().isEmpty() ? file.config().gpu() : usual;
  }

  private String gpu(Sample sample, StudyContext context) {
    return context.gpuOr(gpu(sample.config));
  }

  /** Enters a variant; loads an experiment, so that a wrong one is found before any run. */
  private void enter(StudyConfig.PairVariant of, String path) {
    Variant variant =
        new Variant(
            of.policy(), of.parameters(), of.kernelScheduler(), of.allocation(), of.preemption());
    if (variants.put(of.name(), variant) != null) {
      throw file.wrong(path + ".name", "'" + of.name() + "' twice", "distinct names");
    }
    ExperimentLoader.of(
        file.origin(path),
        experiment(file.config().gpu(), BundledModels.names().subList(0, 2), variant),
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
    long runs = 0;
    TimeEstimate estimate = context.tools().device().estimate();
    int timed = 0;
    for (Sample sample : samples) {
      List<Pair> pairs = sample.pairs(context);
      for (int i = 0; i < pairs.size(); i++) {
        int seeds = context.effort().seeds(sample.config).of(i).all().size();
        runs += (long) variants.size() * seeds;
      }
      for (Pair pair : pairs.subList(0, Math.min(TIMED, pairs.size()))) {
        variants.values().forEach(each -> estimate.add(experiment(sample, pair, each, context)));
        timed += variants.size();
      }
    }
    estimate.scale((double) runs / timed);
    return runs + " runs, " + estimate.words(context.effort().jobs());
  }

  private Experiment experiment(Sample of, Pair pair, Variant variant, StudyContext context) {
    ObjectNode root = experiment(gpu(of, context), pair.names(), variant);
    root.put("instructionBudget", Scale.PAPER.instructionBudget());
    root.put("roundCycles", context.effort().cycles());
    return context.experiment(pair.label(), root, 0);
  }

  @Override
  public void make(StudyContext context) {
    ResultLines lines = finished(context);
    List<FinishedPairs> finished = new ArrayList<>();
    for (Sample sample : samples) {
      finished.add(run(sample, lines, context));
    }
    if (finished.stream().anyMatch(each -> !each.complete().isEmpty())) {
      write(finished, context);
    }
    List<String> failures =
        finished.stream().flatMap(each -> each.results().failures().stream()).toList();
    if (context.stop().isRequested()) {
      int done = finished.stream().mapToInt(each -> each.results().finished()).sum();
      int all = finished.stream().mapToInt(each -> each.results().runs()).sum();
      context.interrupted(done, all, failures.size(), lines.file());
    } else if (!failures.isEmpty()) {
      String retry = "finished runs are kept; the same command retries the failed ones";
      List<String> reasons = Stream.concat(failures.stream(), Stream.of(retry)).toList();
      throw new SimulationFailure(String.join(System.lineSeparator(), reasons), "", null);
    }
  }

  private FinishedPairs run(Sample sample, ResultLines lines, StudyContext context) {
    StudyContext.Effort effort = context.effort();
    StudyContext.Tools tools = context.tools();
    PairRuns runs =
        new PairRuns(
            file.config().name(),
            tools.device(),
            new FinishedRuns(Optional.of(lines), tools.runs(), tools.build()),
            new PairRuns.Extent(
                gpu(sample, context),
                Scale.PAPER.instructionBudget(),
                effort.cycles(),
                effort.seeds(sample.config),
                effort.jobs(),
                effort.until()));
    List<Pair> pairs = sample.pairs(context);
    PairRuns.Results results = runs.run(pairs, variants(), context.progress(), context.stop());
    return new FinishedPairs(results, sample.pairs, pairs, variants());
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

  /** Writes the runs and the ratios of the first sample, and what the study reads of all. */
  private void write(List<FinishedPairs> finished, StudyContext context) {
    StringBuilder lines = new StringBuilder();
    for (Pair pair : finished.get(0).complete()) {
      variants.forEach(
          (name, variant) ->
              finished
                  .get(0)
                  .repeats(pair)
                  .forEach(repeat -> lines.append(line(pair, name, variant, repeat))));
    }
    AtomicFile.write(context.folder().file(ResultFile.LINES.file()), lines.toString());
    LongTable table = table(finished);
    String first = samples.get(0).config.name();
    PairTables.of(
            table.where(row -> row.text("sample").equals(first)), List.copyOf(variants.keySet()))
        .write(context.folder());
    List<String> extents = new ArrayList<>();
    List<String> samplings = new ArrayList<>();
    for (int i = 0; i < samples.size(); i++) {
      String name = samples.get(i).config.name();
      String head = name.isEmpty() ? "" : name + ": ";
      extents.add(
          head + finished.get(i).extent(gpu(samples.get(i), context), context.effort().cycles()));
      samplings.add(head + finished.get(i).sampling());
    }
    new StudyPage(file, context)
        .report(table, String.join("; ", extents), String.join("\n", samplings));
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
  private LongTable table(List<FinishedPairs> finished) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < samples.size(); i++) {
      rows.addAll(rows(samples.get(i), finished.get(i)));
    }
    return planned().ran(rows, Map.of(StudyReport.RUNS, finished.get(0).runs()));
  }

  private List<Row> rows(Sample sample, FinishedPairs finished) {
    List<Row> rows = new ArrayList<>();
    List<Pair> complete = finished.complete();
    for (Pair pair : finished.any()) {
      variants.forEach(
          (name, variant) -> {
            for (PairRepeat repeat : finished.repeats(pair)) {
              Map<String, Object> identity = identity(sample, pair, name, repeat.seed());
              identity.put(Quantities.COMPLETE, complete.contains(pair) ? "yes" : "no");
              rows.addAll(SummaryRows.of(identity, repeat.summary(variant)));
            }
          });
    }
    return rows;
  }

  private Map<String, Object> identity(Sample sample, Pair pair, String variant, long seed) {
    Map<String, Object> identity = new LinkedHashMap<>();
    identity.put("sample", sample.config.name());
    identity.put("pair", pair.label());
    identity.put("category", pair.category().label());
    identity.put("variant", variant);
    identity.put("seed", seed);
    identity.put("part", part(sample, pair));
    return identity;
  }

  @Override
  public LongTable planned() {
    List<Row> rows = samples.stream().flatMap(this::planned).toList();
    Columns complete =
        new Columns(Stream.of(new Column(Quantities.COMPLETE, true, Set.of("yes", "no"))));
    return LongTable.planned(
        KEYS, rows, complete.and(SummaryRows.COLUMNS), Map.of(StudyReport.RUNS, ""));
  }

  private Stream<Row> planned(Sample sample) {
    List<Long> seeds = new Seeds(1, sample.config.seeds()).all();
    return sample.pairs.first(Integer.MAX_VALUE).stream()
        .flatMap(
            pair ->
                variants.keySet().stream()
                    .flatMap(
                        variant ->
                            seeds.stream()
                                .map(seed -> new Row(identity(sample, pair, variant, seed)))));
  }

  private String part(Sample sample, Pair pair) {
    boolean isTuned =
        sample.design.contains(pair)
            || pair.names().stream().anyMatch(config.designBenchmarks()::contains);
    return isTuned ? "design" : "held-out";
  }
}
