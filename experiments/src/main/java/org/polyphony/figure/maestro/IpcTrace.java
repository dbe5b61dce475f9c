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
 * IPC of two benchmarks over windows of 50,000 instructions, together under even SMK with GTO, with
 * one kernel scheduler or another, and each alone. Source: GPU Maestro Figures 3 and 7.
 */
final class IpcTrace implements Figure {
  private static final int WINDOW = 50_000;
  private static final String NO_KERNEL_SCHEDULER = "none"; // GTO over all warps of an SM
  private static final double MILLION = 1e6;
  private static final double STARVED = 0.25; // of the IPC alone

  private final String name;
  private final String paper;
  private final List<String> pair;
  private final List<String> kernelSchedulers;

  private IpcTrace(String name, String paper, List<String> pair, List<String> kernelSchedulers) {
    this.name = name;
    this.paper = paper;
    this.pair = pair;
    this.kernelSchedulers = kernelSchedulers;
  }

  /** What runs together on the device, and how warp schedulers choose between its kernels. */
  private record Trace(List<String> workloads, String kernelScheduler) {
    String folder() {
      String names = String.join("-", workloads);
      return kernelScheduler.equals(NO_KERNEL_SCHEDULER) ? names : names + "-" + kernelScheduler;
    }

    String title() {
      String names = String.join(" and ", workloads);
      return workloads.size() == 1 ? names : names + ", " + kernelScheduler;
    }
  }

  /** Returns Figure 3: BFS and SRAD disturb each other. */
  public static IpcTrace figure3() {
    return new IpcTrace(
        "fig3", "GPU Maestro Figure 3", List.of("SRAD", "BFS"), List.of(NO_KERNEL_SCHEDULER));
  }

  /**
   * Returns Figure 7: BS starves beside LC, which was launched first, unless kernels take turns
   * (4.3).
   */
  public static IpcTrace figure7() {
    return new IpcTrace(
        "fig7", "GPU Maestro Figure 7", List.of("LC", "BS"), List.of(NO_KERNEL_SCHEDULER, "lrr"));
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
    for (Trace trace : traces()) {
      Outcome outcome =
          context
              .tools()
              .runner()
              .run(experiment(context, trace), context.progress(), context.stop());
      if (context.stop().isRequested()) {
        return;
      }
      Path folder = context.folder().file(trace.folder());
      ResultFiles.write(OutputFolder.open(folder), outcome, Provenance.current());
      lines.add(line(trace, outcome));
    }
    FigureCharts.draw(context.folder(), "ipc");
    AtomicFile.write(
        context.folder().file(textFile()),
        "## " + paper + ": " + about() + "\n\n- " + String.join("\n- ", lines) + "\n");
    lines.forEach(context.out()::println);
    context.out().println("written to " + context.folder().path());
    context.out().flush();
  }

  private List<Trace> traces() {
    List<Trace> traces = new ArrayList<>();
    kernelSchedulers.forEach(each -> traces.add(new Trace(pair, each)));
    pair.forEach(each -> traces.add(new Trace(List.of(each), NO_KERNEL_SCHEDULER)));
    return traces;
  }

  private Experiment experiment(FigureContext context, Trace trace) {
    ObjectNode root = Json.object();
    root.put("gpu", context.inputs().gpu().isEmpty() ? "gtx980" : context.inputs().gpu());
    trace.workloads().forEach(root.putArray("workloads")::add);
    root.put("policy", trace.workloads().size() > 1 ? "smk-even" : "alone");
    root.put("kernelScheduler", trace.kernelScheduler());
    root.put("instructionBudget", context.effort().scale().instructionBudget());
    WorkloadLibrary library =
        new WorkloadLibrary(context.tools().packedTraces(), false, notice -> {});
    return new Experiments(library)
        .open(
            ExperimentLoader.of(name, root, Path.of(""), List.of()),
            new Experiments.Extras(false, WINDOW));
  }

  /** Returns, for each benchmark, its IPC and where its first round was half done. */
  private static String line(Trace trace, Outcome outcome) {
    StringBuilder line = new StringBuilder(trace.title()).append(':');
    List<String> workloads = trace.workloads();
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
      if (workloads.size() > 1) {
        line.append(
            String.format(
                Locale.ROOT,
                ", below a quarter of its speed alone in %.0f%% of the windows",
                100
                    * slowShare(
                        outcome.shared().windowsOfSm(), w, STARVED * outcome.ipcAlone(w) / sms)));
      }
    }
    return line.toString();
  }

  /** Returns the share of the windows in which a workload was slower than a bound; 0 of none. */
  static double slowShare(List<RunResult.WindowRow> windows, int workload, double ipc) {
    List<RunResult.WindowRow> mine =
        windows.stream().filter(row -> row.workload() == workload).toList();
    long slow =
        mine.stream()
            .filter(row -> row.threadInstructions() < ipc * (row.endCycle() - row.startCycle()))
            .count();
    return mine.isEmpty() ? 0 : (double) slow / mine.size();
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
