package org.polyphony.figure.maestro;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.config.Home;
import org.polyphony.config.SweepFile;
import org.polyphony.figure.Figure;
import org.polyphony.figure.FigureContext;
import org.polyphony.run.SimulationFailure;
import org.polyphony.run.WorkloadLibrary;
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
  private static final Map<String, String> PAPER =
      Map.of(
          "LC/BP", "even is about as good as the best, all at or above spatial",
          "HS/SC", "uneven is much better than even and than spatial",
          "LMD/ST", "spatial is better than any SMK");

  static final Figure FIGURE =
      new Figure(
          "fig2",
          "GPU Maestro Figure 2",
          "STP of SMK over the share of threads, three pairs, spatial is 1",
          Figure2::reproduce);

  private Figure2() {}

  private static void reproduce(Figure figure, FigureContext context) {
    SweepFile file =
        SweepFile.load(
            Home.find().resolve(SWEEP),
            List.of("instructionBudget=" + context.effort().scale().instructionBudget()),
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
    figure.finish(context, "```\n" + table + "```\n", table, List.of("partitions"));
  }

  private static String table(SweepFile file, SweepFolder folder) {
    Map<String, Curve> curves = new LinkedHashMap<>();
    for (SweepFile.Run run : file.runs()) {
      JsonNode line = folder.find(run.id()).orElseThrow();
      String pair =
          line.at("/benchmarks/0/name").asText() + "/" + line.at("/benchmarks/1/name").asText();
      curves
          .computeIfAbsent(pair, p -> new Curve())
          .add(line.at("/axes/policy/threadShares/0").asDouble(0), line.path("stp").asDouble());
    }
    StringBuilder text = new StringBuilder("STP over that of spatial multitasking\n");
    curves.forEach((pair, curve) -> text.append(curve.line(pair)));
    return text.toString();
  }

  /** STP of a pair at each share of the first workload. */
  private static final class Curve {
    private double spatial;
    private double even;
    private double best;
    private double bestShare;

    void add(double share, double stp) {
      if (share == 0) {
        spatial = stp;
      } else if (stp > best) {
        best = stp;
        bestShare = share;
      }
      even = share == EVEN ? stp : even;
    }

    String line(String pair) {
      return Formats.text(
          "%-7s measured: even %.3f, best %.3f at %.0f%%; paper: %s%n",
          pair, even / spatial, best / spatial, 100 * bestShare, PAPER.getOrDefault(pair, "-"));
    }
  }
}
