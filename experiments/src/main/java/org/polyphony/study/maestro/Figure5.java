package org.polyphony.study.maestro;

import static org.polyphony.results.table.Formats.finite;
import static org.polyphony.results.table.Formats.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.results.table.Table;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.PaperNumbers;
import org.polyphony.study.Verdict;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.Variant;
import org.polyphony.study.sample.PairStudy;

/**
 * The two situations with fragmented shared memory, on the device's allocators; duration of
 * fragmentation by the paper's estimate and in runs. Source: GPU Maestro Figure 5, section 3.3.1.
 */
final class Figure5 {
  private static final String MILLIS = "%.3f ms";
  private static final double KILOBYTE = 1024;
  private static final int PROCESSES = 2;
  private static final int SMS = 16;

  static final Figure FIGURE =
      new Figure("fig5", List.of(Variant.SMK_EVEN, Variant.MAESTRO), Figure5::reproduce);

  static final Table<BenchmarkRun> TABLE =
      new Table<BenchmarkRun>("fig5.csv")
          .text("benchmark", BenchmarkRun::benchmark)
          .text("threadBlocksEnded", run -> run.whole("threadBlocksEnded"))
          .text("threadBlockMillis", BenchmarkRun::threadBlockMillis);

  private Figure5() {}

  private static void reproduce(Figure figure, FigureContext context) {
    List<BenchmarkRun> alone = BenchmarkRun.all(context, List.of(SMS));
    PairStudy study = new PairStudy(figure.name(), context);
    study.run(figure.variants(), context.effort().pairs());
    if (context.stop().isRequested()) {
      return;
    }
    TABLE.write(context.folder(), alone.stream());
    StringBuilder text = new StringBuilder(situations()).append('\n').append(reckoned(alone));
    figure.variants().forEach(v -> text.append(measured(study, figure.variants(), v)));
    figure.report(context, context.gpuOr(PairStudy.GPU), List.of(finding(alone)), text.toString());
    study.failIfAny();
  }

  private static String situations() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("paper", "2.5 + 1.5 kB", "0 of 1", "0.5 + 2 kB", "1 of 2"));
    for (String name : RangeAllocators.names()) {
      var both = new SharedMemorySituations(RangeAllocators.of(name, PROCESSES));
      var ended = both.afterAKernelEnds();
      var preempted = both.afterAPreemption();
      rows.add(
          List.of(name, pieces(ended), launched(ended), pieces(preempted), launched(preempted)));
    }
    return """
    10 kB of shared memory; a thread block of kernel 0 takes 2.5 kB, one of kernel 1 3 kB. Pieces that are free
    in the end, and thread blocks launched of those that the free amount would do for:

    """
        + Table.ofCells(
                "allocation",
                "(a) kernel 0 ends",
                ">launched",
                "(b) kernel 1 is preempted, then ends",
                ">launched")
            .markdown(rows);
  }

  private static String pieces(SharedMemorySituations.State state) {
    String pieces =
        state.pieces().stream()
            .map(bytes -> text("%.1f", bytes / KILOBYTE))
            .collect(Collectors.joining(" + "));
    return pieces.isEmpty() ? "none" : pieces + " kB";
  }

  private static String launched(SharedMemorySituations.State state) {
    return text("**%d of %d**", state.launched(), state.fittingByAmount());
  }

  private static Finding finding(List<BenchmarkRun> alone) {
    double paper = PaperNumbers.number("maestro.fig5.millis");
    double mean = DoubleStream.of(reckonedMillis(alone)).average().orElse(Double.NaN);
    return new Finding(
        "how long fragmentation lasts by the paper's reckoning (half to twice as long)",
        text("%.1f ms", paper),
        finite(MILLIS, mean),
        Verdict.of(mean >= paper / 2 && mean <= 2 * paper));
  }

  /** At a random time, half of a thread block's duration remains on average. */
  private static double[] reckonedMillis(List<BenchmarkRun> alone) {
    return alone.stream()
        .filter(run -> run.count("threadBlocksEnded") > 0)
        .mapToDouble(run -> run.threadBlockMillis() / 2)
        .sorted()
        .toArray();
  }

  private static String reckoned(List<BenchmarkRun> alone) {
    double[] millis = reckonedMillis(alone);
    return text(
        "By the paper's reckoning fragmentation lasts half of a thread block's time: over %d"
            + " benchmarks alone the median is %s,%nthe longest %s.%n",
        millis.length,
        finite(MILLIS, millis.length == 0 ? Double.NaN : millis[millis.length / 2]),
        finite(MILLIS, DoubleStream.of(millis).max().orElse(Double.NaN)));
  }

  private static String measured(PairStudy study, List<Variant> variants, Variant variant) {
    List<Pair> pairs = study.pairs(variants);
    List<JsonNode> runs =
        pairs.stream()
            .flatMap(pair -> study.repeats(pair).stream())
            .map(repeat -> repeat.summary(variant).at("/partitioning/fragmentation"))
            .toList();
    long periods = runs.stream().mapToLong(run -> run.path("periods").asLong()).sum();
    double millis =
        runs.stream()
            .filter(run -> run.path("periods").asLong() > 0)
            .mapToDouble(run -> run.path("meanMillis").asDouble() * run.path("periods").asLong())
            .sum();
    double share =
        runs.stream().mapToDouble(run -> run.path("smCycles").asDouble()).average().orElse(0);
    return text(
        "Measured in %s under %s with %s allocation: %,d periods of %s, %.1f%% of SM cycles.%n",
        study.runs(pairs),
        variant.policy(),
        variant.allocation(),
        periods,
        finite(MILLIS, millis / periods),
        100 * share);
  }
}
