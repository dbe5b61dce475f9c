package org.polyphony.figure.maestro;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.figure.Figure;
import org.polyphony.figure.FigureCharts;
import org.polyphony.figure.FigureContext;
import org.polyphony.run.Experiment;
import org.polyphony.run.Experiments;
import org.polyphony.run.Outcome;
import org.polyphony.run.Provenance;
import org.polyphony.run.ResultFiles;
import org.polyphony.run.RunResult;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;
import org.polyphony.store.OutputFolder;

/**
 * IPC of two benchmarks over windows of 50,000 instructions, together under even SMK with GTO and
 * each alone. Source: GPU Maestro Figures 3 and 7.
 */
final class IpcTrace implements Figure {
  private static final int WINDOW = 50_000;
  private static final double MILLION = 1e6;

  private final String name;
  private final String paper;
  private final List<String> pair;

  private IpcTrace(String name, String paper, List<String> pair) {
    this.name = name;
    this.paper = paper;
    this.pair = pair;
  }

  /** Returns Figure 3: BFS and SRAD disturb each other. */
  public static IpcTrace figure3() {
    return new IpcTrace("fig3", "GPU Maestro Figure 3", List.of("SRAD", "BFS"));
  }

  /** Returns Figure 7: BS starves beside LC, which was launched first. */
  public static IpcTrace figure7() {
    return new IpcTrace("fig7", "GPU Maestro Figure 7", List.of("LC", "BS"));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String about() {
    return "IPC of "
        + String.join(" and ", pair)
        + " over instructions, together under SMK and alone";
  }

  @Override
  public String source() {
    return paper;
  }

  @Override
  public void reproduce(FigureContext context) {
    List<String> lines = new ArrayList<>();
    List<List<String>> runs = List.of(pair, List.of(pair.get(0)), List.of(pair.get(1)));
    for (List<String> workloads : runs) {
      Outcome outcome =
          context
              .tools()
              .runner()
              .run(experiment(context, workloads), context.progress(), context.stop());
      if (context.stop().isRequested()) {
        return;
      }
      Path folder = context.folder().file(String.join("-", workloads));
      ResultFiles.write(OutputFolder.open(folder), outcome, Provenance.current());
      lines.add(line(workloads, outcome));
    }
    FigureCharts.draw(context.folder(), "ipc");
    AtomicFile.write(
        context.folder().file(textFile()),
        "## " + paper + ": " + about() + "\n\n- " + String.join("\n- ", lines) + "\n");
    lines.forEach(context.out()::println);
    context.out().println("written to " + context.folder().path());
    context.out().flush();
  }

  private Experiment experiment(FigureContext context, List<String> workloads) {
    ObjectNode root = Json.object();
    root.put("gpu", context.inputs().gpu().isEmpty() ? "gtx980" : context.inputs().gpu());
    workloads.forEach(root.putArray("workloads")::add);
    root.put("policy", workloads.size() > 1 ? "smk-even" : "alone");
    root.put("kernelScheduler", "none"); // GTO over all warps of an SM, as in the figure
    root.put("instructionBudget", context.effort().scale().instructionBudget());
    WorkloadLibrary library =
        new WorkloadLibrary(context.tools().packedTraces(), false, notice -> {});
    return new Experiments(library)
        .open(
            ExperimentLoader.of(name, root, Path.of(""), List.of()),
            new Experiments.Extras(false, WINDOW));
  }

  /** Returns, for each benchmark, its IPC and where its first round was half done. */
  private static String line(List<String> workloads, Outcome outcome) {
    StringBuilder line = new StringBuilder(String.join(" and ", workloads)).append(':');
    int sms = outcome.experiment().request().gpu().sms();
    for (int w = 0; w < workloads.size(); w++) {
      RunResult.Benchmark benchmark = outcome.shared().benchmarks().get(w);
      line.append(
          String.format(
              Locale.ROOT,
              "%s %s IPC of an SM %.1f, half done after %.1fM instructions of an SM",
              w > 0 ? ";" : "",
              workloads.get(w),
              benchmark.ipc() / sms,
              halfDone(outcome.shared(), w, benchmark.threadInstructions()) / sms / MILLION));
    }
    return line.toString();
  }

  private static double halfDone(RunResult result, int workload, long instructions) {
    long mine = 0;
    long all = 0;
    for (RunResult.WindowRow row : result.windows()) {
      all += row.threadInstructions();
      mine += row.workload() == workload ? row.threadInstructions() : 0;
      if (2 * mine >= instructions) {
        return all;
      }
    }
    return all;
  }
}
