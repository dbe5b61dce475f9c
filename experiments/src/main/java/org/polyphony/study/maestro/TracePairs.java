package org.polyphony.study.maestro;

import static org.polyphony.results.table.Formats.finite;
import static org.polyphony.results.table.Formats.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.Table;
import org.polyphony.study.AgreementPoint;
import org.polyphony.study.ErrorStatistics;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.FigureData;
import org.polyphony.study.TraceFolders;
import org.polyphony.study.ValidationPage;
import org.polyphony.study.pairs.BenchmarkSource;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairRepeat;
import org.polyphony.study.pairs.PairRuns;
import org.polyphony.study.pairs.PairSample;
import org.polyphony.study.pairs.Variant;
import org.polyphony.study.sample.PairStudy;
import org.polyphony.study.sample.PairStudy.Metric;
import org.polyphony.workload.kernel.BundledModels;

/**
 * Pairs of real traces beside the same pairs of kernel models, under the policies of GPU Maestro
 * Figure 11: whether what models say of policies carries over to real instruction streams. Traces
 * have small inputs, so the models run twice: with their own inputs, and with those of the traces.
 */
record TracePairs(PairSample sample, Map<Pair, Runs> runs) {
  private static final JsonNode PROGRAMS = FigureData.read("traced-programs.json");
  private static final JsonNode INPUTS = FigureData.read("traced-inputs.json");
  private static final List<Variant> VARIANTS =
      List.of(Variant.SPATIAL_EVEN, Variant.SMK_EVEN, Variant.MAESTRO, Variant.TUTTI);
  static final Figure FIGURE = new Figure("trace-pairs", TracePairs::reproduce);

  /** A pair as kernel models, as kernel models with the inputs of the traces, and as traces. */
  record Runs(PairRepeat models, PairRepeat alike, PairRepeat traces) {}

  /** A metric under a variant, or how it compares to that under another. */
  private record Value(Metric metric, String name, ToDoubleFunction<PairRepeat> of) {
    static Value of(Metric metric, Variant variant) {
      return new Value(metric, variant.policy(), metric.of(variant));
    }

    Value over(Value other) {
      return new Value(
          metric,
          name + " over " + other.name,
          repeat -> of.applyAsDouble(repeat) / other.of.applyAsDouble(repeat));
    }

    double models(Runs runs) {
      return of.applyAsDouble(runs.models);
    }

    double alike(Runs runs) {
      return of.applyAsDouble(runs.alike);
    }

    double traces(Runs runs) {
      return of.applyAsDouble(runs.traces);
    }
  }

  private static void reproduce(Figure figure, FigureContext context) {
    String missing = "--traces: missing; give a folder with traces of benchmarks";
    Path folder = context.inputs().traces().orElseThrow(() -> new InvalidInputException(missing));
    SortedMap<String, Path> traces = tracedBenchmarks(folder);
    List<String> wanted = context.inputs().benchmarks();
    PairSample sample =
        PairSample.of(
            traces.keySet().stream().filter(b -> wanted.isEmpty() || wanted.contains(b)).toList());
    Map<Pair, Runs> runs = new LinkedHashMap<>();
    List<String> failures = new ArrayList<>();
    PairRuns models = runs(figure, context, BenchmarkSource.BUNDLED);
    PairRuns alike = runs(figure, context, BenchmarkSource.models(INPUTS).repeated());
    PairRuns real = runs(figure, context, BenchmarkSource.traces(traces).repeated());
    for (Pair pair : sample.first(context.effort().pairs())) {
      List<PairRepeat> all = new ArrayList<>();
      for (PairRuns each : List.of(models, alike, real)) {
        PairRuns.Results results =
            each.run(List.of(pair), VARIANTS, context.progress(), context.stop());
        failures.addAll(results.failures());
        results.complete(pair, VARIANTS).stream().limit(1).forEach(all::add);
      }
      if (all.size() == 3) {
        runs.put(pair, new Runs(all.get(0), all.get(1), all.get(2)));
      }
    }
    if (!context.stop().isRequested()) {
      new TracePairs(sample, runs).write(figure, context);
      PairStudy.failIfAny(failures);
    }
  }

  /** Nobody else has the traces: what is run stays in the cache. */
  private static PairRuns runs(Figure figure, FigureContext context, BenchmarkSource source) {
    return PairStudy.runs(
        figure.name(), context, context.gpuOr(PairStudy.GPU), source, Optional.empty());
  }

  /**
   * Returns the traces of benchmarks below a folder, by the benchmark's name.
   *
   * @throws InvalidInputException when there are fewer than two
   */
  private static SortedMap<String, Path> tracedBenchmarks(Path folder) {
    SortedMap<String, Path> traces = new TreeMap<>();
    TraceFolders.below(folder)
        .forEach(
            (program, trace) -> {
              String lower = program.toLowerCase(Locale.ROOT);
              String name = PROGRAMS.path(lower).asText(lower.toUpperCase(Locale.ROOT));
              if (BundledModels.names().contains(name)) {
                traces.put(name, trace);
              }
            });
    if (traces.size() < 2) {
      throw new InvalidInputException(
          text(
              "--traces: found traces of %s in %s, allowed: a folder with two or more of %s, or"
                  + " named as the benchmark, as bfs",
              traces.keySet(), folder, String.join(", ", (Iterable<String>) PROGRAMS::fieldNames)));
    }
    return traces;
  }

  private void write(Figure figure, FigureContext context) {
    if (runs.isEmpty()) {
      context.show("no pair has ended\n");
      return;
    }
    OutputFolder folder = OutputFolder.open(context.folder().path().resolve(figure.name()));
    AgreementPoint.TABLE.write(folder, agreement());
    figure.draw(folder);
    long cycles = context.effort().cycles();
    String extent =
        text(
            "%d pairs (%s; sample seed %d) of the benchmarks that have a trace, on %s, rounds of %s",
            runs.size(),
            PairStudy.sizes(List.copyOf(runs.keySet()), sample),
            PairSample.SEED,
            context.gpuOr(PairStudy.GPU),
            cycles == 0 ? "a billion thread instructions" : text("%,d cycles alone", cycles));
    ValidationPage.write(
        figure,
        context,
        "Kernel models against traces",
        List.of(extent),
        table().markdown(values()));
    context.show(table().lines(values()));
  }

  /** Returns each metric under each variant, and between each two. */
  private static List<Value> values() {
    List<Value> values = new ArrayList<>();
    for (Metric metric : Metric.values()) {
      VARIANTS.forEach(variant -> values.add(Value.of(metric, variant)));
      for (int a = 0; a < VARIANTS.size(); a++) {
        for (int b = a + 1; b < VARIANTS.size(); b++) {
          Value other = Value.of(metric, VARIANTS.get(a));
          values.add(Value.of(metric, VARIANTS.get(b)).over(other));
        }
      }
    }
    return values;
  }

  private Table<Value> table() {
    return new Table<Value>()
        .text("mean", value -> value.metric + " " + value.name)
        .text("models", value -> interval(value::models))
        .number("rank correlation", value -> rankCorrelation(value, value::models))
        .text("models, inputs of the traces", value -> interval(value::alike))
        .number("rank correlation", value -> rankCorrelation(value, value::alike))
        .text("traces", value -> interval(value::traces));
  }

  private String interval(ToDoubleFunction<Runs> value) {
    return PairSample.mean(
            runs.keySet(), pair -> new double[] {value.applyAsDouble(runs.get(pair))})
        .text("%.3f");
  }

  private String rankCorrelation(Value value, ToDoubleFunction<Runs> models) {
    return finite(
        "%.2f",
        ErrorStatistics.rankCorrelation(
            runs.values().stream()
                .map(
                    run ->
                        new ErrorStatistics.Pair("", value.traces(run), models.applyAsDouble(run)))
                .toList()));
  }

  private Stream<AgreementPoint> agreement() {
    return Stream.of(Metric.values())
        .flatMap(metric -> VARIANTS.stream().map(variant -> Value.of(metric, variant)))
        .flatMap(value -> runs.entrySet().stream().flatMap(run -> points(value, run)));
  }

  private static Stream<AgreementPoint> points(Value value, Map.Entry<Pair, Runs> run) {
    String metric = value.metric.name();
    Runs of = run.getValue();
    return Stream.of(
        new AgreementPoint(
            metric,
            value.name,
            run.getKey().label(),
            "models with the inputs of the traces",
            "traces",
            value.alike(of),
            value.traces(of)),
        new AgreementPoint(
            metric + " (other inputs)",
            value.name,
            run.getKey().label(),
            "models",
            "traces",
            value.models(of),
            value.traces(of)));
  }
}
