package org.polyphony.study.maestro;

import static org.polyphony.results.table.Formats.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.config.SweepFile;
import org.polyphony.input.Home;
import org.polyphony.results.store.Json;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.PaperNumbers;
import org.polyphony.study.Verdict;
import org.polyphony.sweep.Shard;
import org.polyphony.sweep.Sweep;
import org.polyphony.sweep.SweepFolder;
import org.polyphony.workload.kernel.BundledModels;

/**
 * SMK with fixed shares of threads compared to spatial multitasking, for a pair of each category.
 * Source: GPU Maestro Figure 2.
 */
final class Figure2 {
  private static final String SWEEP = "configs/sweeps/partitions.json";
  private static final double EVEN = 0.5;
  private static final double NEAR = 1.05; // "about as good": within five percent

  static final Figure FIGURE = new Figure("fig2", Figure2::reproduce);

  private Figure2() {}

  private static void reproduce(Figure figure, FigureContext context) {
    SweepFile file =
        SweepFile.load(
            Home.find().resolve(SWEEP),
            sets(context),
            WorkloadLibrary.names(),
            BundledModels.names());
    Path path = context.folder().path();
    SweepFolder folder = SweepFolder.open(path, file, true);
    Sweep.Result result =
        new Sweep(file, folder, context.tools().device())
            .run(Shard.ALL, context.effort().jobs(), context.progress(), context.stop());
    if (context.stop().isRequested()) {
      return;
    }
    if (result.failed() > 0) {
      throw new SimulationFailure(
          result.failed() + " runs failed; see " + path.resolve(SweepFolder.LINES), "", null);
    }
    figure.report(
        context,
        context.gpuOr(PairStudy.GPU),
        shares(file, folder).stream().map(Shares::finding).toList(),
        "");
  }

  private static List<String> sets(FigureContext context) {
    ObjectNode keys = Json.object();
    keys.put("gpu", context.gpuOr(PairStudy.GPU));
    keys.put("instructionBudget", context.effort().scale().instructionBudget());
    List<String> sets = new ArrayList<>();
    keys.properties().forEach(key -> sets.add(key.getKey() + "=" + key.getValue()));
    return sets;
  }

  private static List<Shares> shares(SweepFile file, SweepFolder folder) {
    Map<String, Map<Double, Double>> stp = new LinkedHashMap<>(); // by pair, then by share
    for (SweepFile.Run run : file.runs()) {
      JsonNode line = folder.find(run.id()).orElseThrow();
      String pair =
          line.at("/benchmarks/0/name").asText() + "/" + line.at("/benchmarks/1/name").asText();
      stp.computeIfAbsent(pair, p -> new TreeMap<>())
          .put(line.at("/axes/policy/threadShares/0").asDouble(0), line.path("stp").asDouble());
    }
    return stp.entrySet().stream().map(each -> Shares.of(each.getKey(), each.getValue())).toList();
  }

  /** STP of SMK relative to spatial multitasking: even, and at the best share. */
  record Shares(String pair, double even, double best, double at) {
    /** Computes them from STP by the first kernel's share, with 0 for spatial multitasking. */
    static Shares of(String pair, Map<Double, Double> stp) {
      double spatial = stp.get(0.0);
      Map.Entry<Double, Double> best =
          stp.entrySet().stream()
              .filter(share -> share.getKey() > 0)
              .max(Map.Entry.comparingByValue())
              .orElseThrow();
      return new Shares(pair, stp.get(EVEN) / spatial, best.getValue() / spatial, best.getKey());
    }

    /** The paper shows one pair per category, each with a different behaviour. */
    boolean isAsThePaperSays() {
      boolean isEvenNearBest = even >= best / NEAR;
      return switch (pair) {
        case "LC/BP" -> isEvenNearBest && even >= 1 / NEAR;
        case "HS/SC" -> !isEvenNearBest && best > NEAR;
        default -> best < 1;
      };
    }

    Finding finding() {
      String paper = PaperNumbers.value("maestro.fig2." + pair).get(0).asText();
      String measured = text("even %.3f, best %.3f at %.0f%%", even, best, 100 * at);
      return new Finding(
          "SMK over spatial, " + pair + ": " + paper, "", measured, Verdict.of(isAsThePaperSays()));
    }
  }
}
