package org.polyphony.study.maestro;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.polyphony.input.InvalidInputException;
import org.polyphony.store.OutputFolder;
import org.polyphony.study.AgreementPoint;
import org.polyphony.study.DocumentSection;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Reproduction;
import org.polyphony.study.maestro.TracePairReport.TracePair;
import org.polyphony.study.pairs.BenchmarkSource;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairRepeat;
import org.polyphony.study.pairs.PairResults;
import org.polyphony.study.pairs.PairRuns;
import org.polyphony.study.pairs.PairSample;
import org.polyphony.study.pairs.Variant;

/**
 * Pairs of real traces beside the same pairs of kernel models, under the policies of GPU Maestro
 * Figure 11: whether what models say of policies carries over to real instruction streams.
 */
final class TracePairs {
  private static final List<Variant> VARIANTS =
      List.of(Variant.SPATIAL_EVEN, Variant.SMK_EVEN, Variant.MAESTRO);

  static final Figure FIGURE = new Figure("trace-pairs", TracePairs::reproduce);

  private TracePairs() {}

  private static void reproduce(Figure figure, FigureContext context) {
    String missing = "--traces: found nothing, allowed: a folder with traces of benchmarks";
    Path folder = context.inputs().traces().orElseThrow(() -> new InvalidInputException(missing));
    SortedMap<String, Path> traces = TracedBenchmarks.below(folder);
    List<String> wanted = context.inputs().benchmarks();
    PairSample sample =
        PairSample.of(
            traces.keySet().stream().filter(b -> wanted.isEmpty() || wanted.contains(b)).toList());
    List<TracePair> pairs = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    PairRuns models = runs(figure, context, BenchmarkSource.BUNDLED);
    PairRuns real = runs(figure, context, BenchmarkSource.traces(traces));
    for (Pair pair : sample.first(context.effort().pairs())) {
      PairResults ofModels =
          models.run(List.of(pair), VARIANTS, context.progress(), context.stop());
      PairResults ofTraces = real.run(List.of(pair), VARIANTS, context.progress(), context.stop());
      failures.addAll(ofModels.failures());
      failures.addAll(ofTraces.failures());
      addIfComplete(pair, ofModels, ofTraces, pairs);
    }
    if (context.stop().isRequested()) {
      return;
    }
    String gpu = context.gpuOr(PairStudy.GPU);
    write(figure, context, new TracePairReport(gpu, sample, VARIANTS, pairs));
    PairFigure.failIfAny(failures);
  }

  /** Nobody else has the traces: what is run stays in the cache. */
  private static PairRuns runs(Figure figure, FigureContext context, BenchmarkSource source) {
    return PairStudy.runs(
        figure.name(), context, context.conditions(PairStudy.GPU), source, Optional.empty());
  }

  private static void addIfComplete(
      Pair pair, PairResults ofModels, PairResults ofTraces, List<TracePair> pairs) {
    List<PairRepeat> models = ofModels.complete(pair, VARIANTS);
    List<PairRepeat> traces = ofTraces.complete(pair, VARIANTS);
    if (!models.isEmpty() && !traces.isEmpty()) {
      pairs.add(new TracePair(pair, models.get(0).summaries(), traces.get(0).summaries()));
    }
  }

  private static void write(Figure figure, FigureContext context, TracePairReport report) {
    if (!report.pairs().isEmpty()) {
      OutputFolder folder = OutputFolder.open(context.folder().path().resolve(figure.name()));
      AgreementPoint.TABLE.write(folder, report.agreement());
      figure.draw(folder);
      new DocumentSection(figure.name())
          .write(
              context.folder().file(Reproduction.FILE),
              Reproduction.TITLE,
              report.markdown(context.command(), context.effort().cycles())
                  + "\n![traces over models]("
                  + figure.name()
                  + "/agreement.svg)\n\n");
    }
    context.show(report.summary());
  }
}
