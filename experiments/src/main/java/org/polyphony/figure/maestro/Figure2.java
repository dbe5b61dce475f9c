package org.polyphony.figure.maestro;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.config.Home;
import org.polyphony.config.SweepFile;
import org.polyphony.figure.Figure;
import org.polyphony.figure.FigureContext;
import org.polyphony.figure.PaperNumbers;
import org.polyphony.run.SimulationFailure;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.store.Json;
import org.polyphony.sweep.Shard;
import org.polyphony.sweep.Sweep;
import org.polyphony.sweep.SweepFolder;
import org.polyphony.text.Formats;
import org.polyphony.workload.kernel.BundledModels;

/**
 * SMK at fixed shares of threads against spatial multitasking, for a pair of each category. Source:
 * GPU Maestro Figure 2.
 */
final class Figure2 {
  private static final String SWEEP = "configs/sweeps/partitions.json";
  private static final double EVEN = 0.5;

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
    String table = table(file, folder);
    figure.finish(context, "```\n" + table + "```\n", table);
  }

  private static List<String> sets(FigureContext context) {
    ObjectNode keys = Json.object();
    context.conditions(PairStudy.GPU).writeTo(keys);
    keys.put("instructionBudget", context.effort().scale().instructionBudget());
    List<String> sets = new ArrayList<>();
    keys.properties().forEach(key -> sets.add(key.getKey() + "=" + key.getValue()));
    return sets;
  }

  private static String table(SweepFile file, SweepFolder folder) {
    Map<String, Map<Double, Double>> stp = new LinkedHashMap<>(); // by pair, then by share
    for (SweepFile.Run run : file.runs()) {
      JsonNode line = folder.find(run.id()).orElseThrow();
      String pair =
          line.at("/benchmarks/0/name").asText() + "/" + line.at("/benchmarks/1/name").asText();
      stp.computeIfAbsent(pair, p -> new TreeMap<>())
          .put(line.at("/axes/policy/threadShares/0").asDouble(0), line.path("stp").asDouble());
    }
    StringBuilder text = new StringBuilder("STP over that of spatial multitasking\n");
    stp.forEach((pair, byShare) -> text.append(line(pair, byShare)));
    return text.toString();
  }

  /** Returns what a pair says; its STP by the first one's share, 0 for spatial multitasking. */
  private static String line(String pair, Map<Double, Double> stp) {
    double spatial = stp.get(0.0);
    Map.Entry<Double, Double> best =
        stp.entrySet().stream()
            .filter(at -> at.getKey() > 0)
            .max(Map.Entry.comparingByValue())
            .orElseThrow();
    return Formats.text(
        "%-7s measured: even %.3f, best %.3f at %.0f%%; paper: %s%n",
        pair,
        stp.get(EVEN) / spatial,
        best.getValue() / spatial,
        100 * best.getKey(),
        PaperNumbers.statements("maestro.fig2." + pair).get(0));
  }
}
