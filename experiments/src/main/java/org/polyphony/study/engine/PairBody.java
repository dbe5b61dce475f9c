package org.polyphony.study.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.config.Seeds;
import org.polyphony.config.StudyConfig;
import org.polyphony.config.StudyFile;
import org.polyphony.input.Keys;
import org.polyphony.results.store.Json;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairRepeat;
import org.polyphony.study.pairs.PairSample;
import org.polyphony.study.pairs.Variant;
import org.polyphony.study.sample.PairRatios;
import org.polyphony.study.sample.PairStudy;
import org.polyphony.study.table.Columns;
import org.polyphony.study.table.Columns.Column;
import org.polyphony.study.table.LongTable;
import org.polyphony.study.table.Row;
import org.polyphony.workload.kernel.BundledModels;

/** A study of pairs of benchmarks: runs a sample under its variants. */
final class PairBody implements StudyBody {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final List<String> KEYS = List.of("pair", "variant", "seed");

  private final StudyFile file;
  private final StudyConfig.Pairs config;
  private final List<PairStudy.Shown> shown;
  private final PairSample sample;
  private final Set<Pair> design; // pairs on which a policy was tuned, but for those of benchmarks

  PairBody(StudyFile file) {
    this.file = file;
    this.config = file.config().runs().pairs();
    this.shown = config.variants().stream().map(PairBody::shown).toList();
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
    requireVariants(names.subList(0, 2));
  }

  private static PairStudy.Shown shown(StudyConfig.PairVariant variant) {
    return new PairStudy.Shown(
        variant.name(),
        new Variant(
            variant.policy(),
            variant.parameters(),
            variant.kernelScheduler(),
            variant.allocation(),
            variant.preemption()));
  }

  /** Loads an experiment of each variant, so that a wrong one is found before any run. */
  private void requireVariants(List<String> benchmarks) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < shown.size(); i++) {
      String path = "runs.pairs.variants[" + i + "]";
      if (!names.add(shown.get(i).label())) {
        throw file.wrong(path + ".name", "'" + shown.get(i).label() + "' twice", "distinct names");
      }
      ObjectNode experiment = Json.object().put("gpu", file.config().gpu());
      benchmarks.forEach(experiment.putArray("workloads")::add);
      shown.get(i).variant().writeTo(experiment);
      ExperimentLoader.of(file.origin(path), experiment, Path.of(""), List.of());
    }
  }

  /** Returns the variants of a file that has not been checked; none if they are wrong. */
  static List<Variant> variants(JsonNode pairs) {
    try {
      return pairs
          .path("variants")
          .valueStream()
          .map(
              each ->
                  Keys.bind(StudyConfig.PairVariant.class, MAPPER.convertValue(each, Map.class)))
          .map(each -> shown(each).variant())
          .toList();
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }

  private List<Variant> variants() {
    return shown.stream().map(PairStudy.Shown::variant).toList();
  }

  @Override
  public void make(Figure figure, FigureContext context) {
    PairStudy study =
        new PairStudy(figure.name(), context, context.gpuOr(file.config().gpu()), sample);
    study.reuse(file.folder().resolve(PairStudy.RUNS));
    study.run(variants(), context.effort().pairs());
    if (context.stop().isRequested()) {
      return;
    }
    List<Pair> complete = study.pairs(variants());
    if (!complete.isEmpty()) {
      study.write(complete, shown);
      List<PairRatios.Ratio> ratios = new PairRatios(study, shown).of(complete, this::part);
      PairRatios.TABLE.write(context.folder(), ratios.stream());
      new StudyPage(file, figure, context)
          .report(table(study, complete), study.extent(complete), study.sampling(complete));
    }
    study.failIfAny();
  }

  /** Returns all finished runs; pairs that miss a variant are marked. */
  private LongTable table(PairStudy study, List<Pair> complete) {
    List<Row> rows = new ArrayList<>();
    for (Pair pair : study.pairs(List.of())) {
      for (PairStudy.Shown variant : shown) {
        for (PairRepeat repeat : study.repeats(pair)) {
          JsonNode summary = repeat.summary(variant.variant());
          Map<String, Object> identity = identity(pair, variant, repeat.seed());
          identity.put(Quantities.COMPLETE, complete.contains(pair) ? "yes" : "no");
          rows.addAll(SummaryRows.of(identity, summary));
        }
      }
    }
    Map<String, String> facts = Map.of(StudyReport.RUNS, study.runs(complete));
    return planned().ran(rows, facts);
  }

  private Map<String, Object> identity(Pair pair, PairStudy.Shown variant, long seed) {
    Map<String, Object> identity = new LinkedHashMap<>();
    identity.put("pair", pair.label());
    identity.put("category", pair.category().label());
    identity.put("variant", variant.label());
    identity.put("seed", seed);
    identity.put("part", part(pair));
    return identity;
  }

  @Override
  public LongTable planned() {
    List<Row> rows = new ArrayList<>();
    for (Pair pair : sample.first(Integer.MAX_VALUE)) {
      for (PairStudy.Shown variant : shown) {
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
