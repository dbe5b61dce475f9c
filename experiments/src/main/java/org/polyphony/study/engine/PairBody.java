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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.polyphony.config.GpuConfigs;
import org.polyphony.config.Seeds;
import org.polyphony.config.StudyConfig;
import org.polyphony.config.StudyConfig.PairVariant;
import org.polyphony.config.StudyFile;
import org.polyphony.input.Home;
import org.polyphony.results.ResultFile;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.RunStore;
import org.polyphony.results.table.Columns;
import org.polyphony.results.table.Columns.Column;
import org.polyphony.results.table.LongTable;
import org.polyphony.results.table.Row;
import org.polyphony.run.PlannedRun;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.study.StudyContext;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairExperiments;
import org.polyphony.study.pairs.PairSample;
import org.polyphony.sweep.Runs;
import org.polyphony.sweep.TimeEstimate;
import org.polyphony.workload.kernel.BundledModels;

/** A study of pairs of benchmarks: runs samples of them under its variants. */
final class PairBody implements StudyBody {
  private static final List<String> KEYS = List.of("sample", "pair", "variant", "seed");
  private static final String SHARED = "experiments/pairs/runs.jsonl";

  private final StudyFile file;
  private final StudyConfig.Pairs config;
  private final List<PairVariant> variants = new ArrayList<>();
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

  /** One of the runs. */
  private record Asked(String sample, Pair pair, String variant, long seed) {}

  PairBody(StudyFile file) {
    this.file = file;
    this.config = file.config().runs().pairs();
    file.requireEachOf(
        "runs.pairs.designBenchmarks", config.designBenchmarks(), BundledModels.all());
    for (int i = 0; i < config.all().size(); i++) {
      String path = config.samples().isEmpty() ? "runs.pairs" : "runs.pairs.samples[" + i + "]";
      samples.add(sample(config.all().get(i), path));
    }
    for (int i = 0; i < config.variants().size(); i++) {
      enter(config.variants().get(i), "runs.pairs.variants[" + i + "]");
    }
  }

  private Sample sample(StudyConfig.PairSample of, String path) {
    file.requireEachOf(path + ".benchmarks", of.benchmarks(), BundledModels.all());
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
  private void enter(PairVariant variant, String path) {
    if (variants.stream().anyMatch(other -> other.name().equals(variant.name()))) {
      throw file.wrong(path + ".name", "'" + variant.name() + "' twice", "distinct names");
    }
    variants.add(variant);
    Pair any = PairSample.of(BundledModels.names().subList(0, 2)).first(1).get(0);
    PairExperiments.load(file.origin(path), file.config().gpu(), 0, any, variant, 1);
  }

  @Override
  public String plan(StudyContext context) {
    Map<Asked, PlannedRun> wanted = wanted(context);
    TimeEstimate estimate = new TimeEstimate();
    RunStore store = store(context);
    wanted.forEach(
        (asked, spec) -> estimate.add(List.of(asked.pair.label(), ""), store.seconds(spec.key())));
    return wanted.size() + " runs, " + estimate.words(context.effort().jobs());
  }

  private PairExperiments experiments(Sample sample, StudyContext context) {
    return new PairExperiments(
        context.device().library(), gpu(sample, context), context.effort().cycles());
  }

  @Override
  public void make(StudyContext context) {
    Map<Asked, PlannedRun> wanted = wanted(context);
    Runs.Result<Asked> result =
        context.runs(store(context)).summaries(file.config().name(), wanted);
    List<FinishedPairs> finished =
        samples.stream().map(sample -> finished(sample, result.summaries())).toList();
    if (finished.stream().anyMatch(each -> !each.complete().isEmpty())) {
      write(finished, context);
    }
    int failed = result.failures().size();
    if (context.stop().isRequested()) {
      Path runs = context.folder().file(StudyFiles.RUNS);
      context.interrupted(result.summaries().size(), wanted.size(), failed, runs);
    } else if (failed > 0) {
      String retry = "finished runs are kept; the same command retries the failed ones";
      List<String> reasons = Stream.concat(result.failures().stream(), Stream.of(retry)).toList();
      throw new SimulationFailure(String.join(System.lineSeparator(), reasons), "", null);
    }
  }

  private Map<Asked, PlannedRun> wanted(StudyContext context) {
    Map<Asked, PlannedRun> wanted = new LinkedHashMap<>();
    samples.forEach(sample -> add(sample, context, wanted));
    return wanted;
  }

  private void add(Sample sample, StudyContext context, Map<Asked, PlannedRun> wanted) {
    PairExperiments experiments = experiments(sample, context);
    List<Pair> pairs = sample.pairs(context);
    for (int i = 0; i < pairs.size(); i++) {
      Pair pair = pairs.get(i);
      for (long seed : context.effort().seeds(sample.config, i)) {
        for (PairVariant variant : variants) {
          Asked asked = new Asked(sample.config.name(), pair, variant.name(), seed);
          wanted.put(asked, experiments.spec(pair, variant, seed));
        }
      }
    }
  }

  /** Opens the finished runs in the folder of the results; those of the study are not repeated. */
  private RunStore store(StudyContext context) {
    Stream<Path> committed =
        Stream.of(file.folder().resolve(StudyFiles.RUNS), Home.find().resolve(SHARED));
    return context
        .device()
        .store()
        .with(
            Optional.ofNullable(context.folder()).map(folder -> folder.file(StudyFiles.RUNS)),
            committed.filter(Files::exists),
            context.progress()::say);
  }

  private FinishedPairs finished(Sample sample, Map<Asked, ObjectNode> summaries) {
    Map<Pair, SortedMap<Long, Map<String, ObjectNode>>> runs = new LinkedHashMap<>();
    summaries.forEach(
        (asked, summary) -> {
          if (asked.sample.equals(sample.config.name())) {
            runs.computeIfAbsent(asked.pair, pair -> new TreeMap<>())
                .computeIfAbsent(asked.seed, seed -> new LinkedHashMap<>())
                .put(asked.variant, summary);
          }
        });
    return new FinishedPairs(sample.pairs, runs, variants.size());
  }

  /** Writes the runs and the ratios of the first sample, and what the study reads of all. */
  private void write(List<FinishedPairs> finished, StudyContext context) {
    FinishedPairs first = finished.get(0);
    StringBuilder lines = new StringBuilder();
    for (Pair pair : first.complete()) {
      for (PairVariant variant : variants) {
        for (long seed : first.seeds(pair)) {
          ObjectNode summary = first.runs().get(pair).get(seed).get(variant.name());
          lines.append(line(pair, variant.name(), seed, summary));
        }
      }
    }
    AtomicFile.write(context.folder().file(ResultFile.LINES.file()), lines.toString());
    LongTable table = table(finished);
    String sample = samples.get(0).config.name();
    PairTables.of(
            table.where(row -> row.text("sample").equals(sample)),
            variants.stream().map(PairVariant::name).toList())
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
  private static String line(Pair pair, String variant, long seed, ObjectNode summary) {
    String more = seed == 1 ? "" : " seed " + seed;
    ObjectNode line = Json.object().put("run", pair.label() + " " + variant + more);
    line.setAll(summary);
    return Json.line(line.put("policy", variant)) + "\n"; // the label in charts
  }

  /** Returns all finished runs; pairs that miss a variant are marked. */
  private LongTable table(List<FinishedPairs> finished) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < samples.size(); i++) {
      rows.addAll(rows(samples.get(i), finished.get(i)));
    }
    return planned().ran(rows, Map.of(StudyReport.RUNS, finished.get(0).words()));
  }

  private List<Row> rows(Sample sample, FinishedPairs finished) {
    List<Row> rows = new ArrayList<>();
    Set<Pair> complete = Set.copyOf(finished.complete());
    for (Pair pair : finished.runs().keySet()) {
      for (PairVariant variant : variants) {
        for (long seed : finished.seeds(pair)) {
          Map<String, Object> identity = identity(sample, pair, variant.name(), seed);
          identity.put(Quantities.COMPLETE, complete.contains(pair) ? "yes" : "no");
          Optional.ofNullable(finished.runs().get(pair).get(seed).get(variant.name()))
              .ifPresent(summary -> rows.addAll(SummaryRows.of(identity, summary)));
        }
      }
    }
    return rows;
  }

  private Map<String, Object> identity(Sample sample, Pair pair, String variant, long seed) {
    Map<String, Object> identity = new LinkedHashMap<>();
    identity.put("sample", sample.config.name());
    identity.put("pair", pair.label());
    identity.put("category", pair.category());
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
                variants.stream()
                    .flatMap(
                        variant ->
                            seeds.stream()
                                .map(seed -> identity(sample, pair, variant.name(), seed))
                                .map(Row::new)));
  }

  private String part(Sample sample, Pair pair) {
    boolean isTuned =
        sample.design.contains(pair)
            || pair.names().stream().anyMatch(config.designBenchmarks()::contains);
    return isTuned ? "design" : "held-out";
  }
}
