package org.polyphony.figure.maestro;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.polyphony.figure.Figure;
import org.polyphony.figure.FigureContext;
import org.polyphony.gpu.alloc.RangeAllocator;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.pairs.Pair;
import org.polyphony.pairs.Variant;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;

/**
 * The two situations in which shared memory is fragmented, on the allocators of the device; how
 * long fragmentation lasts by the paper's reckoning and in runs. Source: GPU Maestro Figure 5,
 * section 3.3.1.
 */
final class Figure5 implements Figure {
  private static final double KILOBYTE = 1024;
  private static final double PAPER_MILLIS = 1.3;
  private static final int PROCESSES = 2;
  private static final int SMS = 16;
  private static final List<Variant> VARIANTS = List.of(Variant.SMK_EVEN, Variant.MAESTRO);

  @Override
  public String name() {
    return "fig5";
  }

  @Override
  public String about() {
    return "fragmentation of shared memory when a kernel ends and when one is preempted";
  }

  @Override
  public String source() {
    return "GPU Maestro Figure 5";
  }

  @Override
  public List<Variant> variants() {
    return VARIANTS;
  }

  @Override
  public void reproduce(FigureContext context) {
    List<BenchmarkRun> alone = new BenchmarkRuns(context).all(List.of(SMS));
    PairStudy study = new PairStudy(name(), context);
    study.run(VARIANTS);
    if (context.stop().isRequested()) {
      return;
    }
    String text = situations() + reckoned(alone) + measured(study);
    AtomicFile.write(context.folder().file("fig5.csv"), csv(alone));
    writeSection(context, text);
    context.show(text);
    PairFigure.failIfAnyFailed(study);
  }

  private static String situations() {
    StringBuilder text =
        new StringBuilder(
            "10 kB of shared memory; a thread block of kernel 0 takes 2.5 kB, one of kernel 1 3 kB."
                + " Pieces that are free\nin the end, and thread blocks launched of those that the"
                + " free amount would do for:\n\n| allocation | (a) kernel 0 ends | launched |"
                + " (b) kernel 1 is preempted, then ends | launched |\n|---|---|--:|---|--:|\n"
                + "| paper | 2.5 + 1.5 kB | 0 of 1 | 0.5 + 2 kB | 1 of 2 |\n");
    for (String name : RangeAllocators.names()) {
      RangeAllocator.Factory allocation = RangeAllocators.of(name, PROCESSES);
      SharedMemorySituations both = new SharedMemorySituations(allocation);
      text.append("| ").append(name).append(" | ");
      text.append(cells(both.afterAKernelEnds())).append(" | ");
      text.append(cells(both.afterAPreemption())).append(" |\n");
    }
    return text.append('\n').toString();
  }

  private static String cells(SharedMemorySituations.State state) {
    String pieces =
        state.pieces().stream()
            .map(bytes -> String.format(Locale.ROOT, "%.1f", bytes / KILOBYTE))
            .collect(Collectors.joining(" + "));
    return String.format(
        Locale.ROOT,
        "%s | **%d of %d**",
        pieces.isEmpty() ? "none" : pieces + " kB",
        state.launched(),
        state.fittingByAmount());
  }

  /** Half of a thread block's time is left on average when it is anywhere in it. */
  private static String reckoned(List<BenchmarkRun> alone) {
    double[] millis =
        alone.stream()
            .filter(run -> run.count("threadBlocksEnded") > 0)
            .mapToDouble(run -> run.threadBlockMillis() / 2)
            .sorted()
            .toArray();
    double sum = 0;
    for (double each : millis) {
      sum += each;
    }
    return String.format(
        Locale.ROOT,
        "By the paper's reckoning fragmentation lasts as long as the thread blocks that hold the"
            + " pieces apart; their%nprogress is anywhere in their time and in step, so that half of"
            + " it is left on average.%n%n"
            + "| duration | paper | measured |%n|---|--:|--:|%n"
            + "| half of a thread block's time, mean over %d benchmarks alone | %.1f ms |"
            + " **%.3f ms** |%n| the same, median | - | %.3f ms |%n| the longest of a benchmark | -"
            + " | %.3f ms |%n",
        millis.length,
        PAPER_MILLIS,
        millis.length == 0 ? Double.NaN : sum / millis.length,
        millis.length == 0 ? Double.NaN : millis[millis.length / 2],
        millis.length == 0 ? Double.NaN : millis[millis.length - 1]);
  }

  private static String measured(PairStudy study) {
    List<Pair> pairs = study.pairs(VARIANTS);
    StringBuilder text = new StringBuilder();
    for (Variant variant : VARIANTS) {
      List<JsonNode> runs =
          pairs.stream()
              .map(pair -> study.summary(pair, variant).at("/partitioning/fragmentation"))
              .toList();
      long periods = runs.stream().mapToLong(run -> run.path("periods").asLong()).sum();
      double millis =
          runs.stream()
              .filter(run -> run.path("periods").asLong() > 0)
              .mapToDouble(run -> run.path("meanMillis").asDouble() * run.path("periods").asLong())
              .sum();
      double share =
          runs.stream().mapToDouble(run -> run.path("smCycles").asDouble()).average().orElse(0);
      text.append(
          String.format(
              Locale.ROOT,
              "| measured in %d pairs under %s with %s allocation: %,d periods, %.1f%% of SM cycles |"
                  + " - | %s |%n",
              pairs.size(),
              variant.policy(),
              variant.allocation(),
              periods,
              100 * share,
              periods == 0 ? "-" : String.format(Locale.ROOT, "%.3f ms", millis / periods)));
    }
    return text.append('\n').toString();
  }

  private static String csv(List<BenchmarkRun> alone) {
    StringBuilder csv = new StringBuilder("benchmark,threadBlocksEnded,threadBlockMillis\n");
    for (BenchmarkRun run : alone) {
      csv.append(run.benchmark()).append(',');
      csv.append(Math.round(run.count("threadBlocksEnded"))).append(',');
      csv.append(Json.field(run.threadBlockMillis())).append('\n');
    }
    return csv.toString();
  }
}
