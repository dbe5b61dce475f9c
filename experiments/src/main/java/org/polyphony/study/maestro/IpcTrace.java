package org.polyphony.study.maestro;

import static org.polyphony.results.table.Formats.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.Outcome;
import org.polyphony.results.run.Provenance;
import org.polyphony.results.run.ResultFiles;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.simulation.RunResult;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.Verdict;
import org.polyphony.study.sample.PairStudy;

/**
 * IPC of two benchmarks over windows of 50,000 instructions: together under even SMK with GTO and
 * different kernel schedulers, and each alone. Source: GPU Maestro Figures 3 and 7.
 */
record IpcTrace(List<String> pair, List<String> kernelSchedulers) {
  private static final int WINDOW = 50_000;
  private static final String NO_KERNEL_SCHEDULER = "none"; // GTO over all warps of an SM
  private static final double MILLION = 1e6;
  private static final double STARVED = 0.25; // relative to the IPC alone
  private static final double PERIODS = 0.1; // share of windows: a part of the execution
  private static final int STARVING = 1; // the kernel launched last

  /** The workloads of a run and its kernel scheduler. */
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

  /** Returns Figure 3: interference between BFS and SRAD. */
  static Figure figure3() {
    return figure("fig3", List.of("SRAD", "BFS"), List.of(NO_KERNEL_SCHEDULER));
  }

  /** Returns Figure 7: LC, launched first, starves BS unless kernels alternate (4.3). */
  static Figure figure7() {
    return figure("fig7", List.of("LC", "BS"), List.of(NO_KERNEL_SCHEDULER, "lrr"));
  }

  private static Figure figure(String name, List<String> pair, List<String> kernelSchedulers) {
    return new Figure(
        name, (figure, context) -> new IpcTrace(pair, kernelSchedulers).reproduce(figure, context));
  }

  private void reproduce(Figure figure, FigureContext context) {
    List<String> lines = new ArrayList<>();
    Map<String, Double> slow = new LinkedHashMap<>(); // by kernel scheduler
    for (Trace trace : traces()) {
      Outcome outcome = context.run(experiment(figure, context, trace));
      if (context.stop().isRequested()) {
        return;
      }
      Path folder = context.folder().path().resolve(trace.folder());
      ResultFiles.write(OutputFolder.open(folder), outcome, Provenance.current());
      lines.add(line(trace, outcome));
      if (trace.workloads().size() > 1) {
        slow.put(trace.kernelScheduler(), slowShare(outcome, STARVING));
      }
    }
    figure.report(
        context,
        context.gpuOr(PairStudy.GPU),
        slow.size() > 1 ? List.of(finding(slow)) : List.of(),
        "- " + String.join("\n- ", lines) + "\n");
  }

  /** The second kernel starves without a kernel scheduler, but not with one. */
  private Finding finding(Map<String, Double> slow) {
    List<String> measured = new ArrayList<>();
    slow.forEach((scheduler, share) -> measured.add(text("%s %.0f%%", scheduler, 100 * share)));
    double without = slow.get(NO_KERNEL_SCHEDULER);
    String statement =
        text(
            "%s starves in periods beside %s (a quarter of its speed alone in a tenth of the windows),"
                + " less with %s",
            pair.get(STARVING), pair.get(0), kernelSchedulers.get(kernelSchedulers.size() - 1));
    boolean holds =
        without >= PERIODS && slow.values().stream().allMatch(share -> share <= without);
    return new Finding(statement, "", String.join(", ", measured), Verdict.of(holds));
  }

  private List<Trace> traces() {
    List<Trace> traces = new ArrayList<>();
    kernelSchedulers.forEach(each -> traces.add(new Trace(pair, each)));
    pair.forEach(each -> traces.add(new Trace(List.of(each), NO_KERNEL_SCHEDULER)));
    return traces;
  }

  private static Experiment experiment(Figure figure, FigureContext context, Trace trace) {
    ObjectNode root = Json.object();
    trace.workloads().forEach(root.putArray("workloads")::add);
    root.put("policy", trace.workloads().size() > 1 ? "smk-even" : "alone");
    root.put("kernelScheduler", trace.kernelScheduler());
    root.put("instructionBudget", context.effort().scale().instructionBudget());
    return context.experiment(figure.name(), root, WINDOW);
  }

  /** Describes the IPC of each benchmark and the midpoint of its first round. */
  private static String line(Trace trace, Outcome outcome) {
    StringBuilder line = new StringBuilder(trace.title()).append(':');
    List<String> workloads = trace.workloads();
    int sms = outcome.experiment().request().gpu().sms();
    for (int w = 0; w < workloads.size(); w++) {
      RunResult.Benchmark benchmark = outcome.shared().benchmarks().get(w);
      line.append(
          text(
              "%s %s IPC of an SM %.1f, half done after %.1fM instructions of an SM",
              w > 0 ? ";" : "",
              workloads.get(w),
              benchmark.ipc() / sms,
              halfDone(outcome.shared(), w, benchmark.threadInstructions()) / sms / MILLION));
      if (workloads.size() > 1) {
        line.append(
            text(
                ", below a quarter of its speed alone in %.0f%% of the windows",
                100 * slowShare(outcome, w)));
      }
    }
    return line.toString();
  }

  private static double slowShare(Outcome outcome, int workload) {
    int sms = outcome.experiment().request().gpu().sms();
    double slow = STARVED * outcome.ipcAlone(workload) / sms;
    return slowShare(outcome.shared().windowsOfSm(), workload, slow);
  }

  /**
   * Returns the share of windows in which a workload was slower than a bound; 0 without windows.
   */
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
