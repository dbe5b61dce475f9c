package org.polyphony.study.maestro;

import static org.polyphony.results.table.Formats.percent;
import static org.polyphony.results.table.Formats.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.run.Outcome;
import org.polyphony.results.store.Json;
import org.polyphony.results.table.Table;
import org.polyphony.simulation.RunResult;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.PaperNumbers;
import org.polyphony.study.Verdict;
import org.polyphony.study.sample.PairStudy;

/**
 * Gain over even SMK of an oracle that runs every window under the best partition of an SM. Source:
 * GPU Maestro Figure 4.
 */
final class Figure4 {
  private static final List<String> PAIR = List.of("SRAD", "BFS");
  private static final String GAIN = "%+.1f%%";
  private static final double NEAR = 0.1; // of the paper's gain
  private static final double ROUNDED = 1e4; // scores have four decimals, as in epochs.csv

  /** The granularity allowed by thread blocks of BFS, which take a quarter of an SM's threads. */
  private static final int PARTS = 4;

  static final Figure FIGURE = new Figure("fig4", Figure4::reproduce);

  static final Table<Window> TABLE =
      new Table<Window>(ResultFile.ORACLE)
          .text(ResultColumn.TRACE, Window::trace)
          .text(ResultColumn.ISSUED_PER_SM, window -> Math.round(window.issuedPerSm))
          .text(ResultColumn.PARTITION, Window::partition)
          .text(ResultColumn.STP, Window::stp);

  /** An instruction window: its end, its partition and its score. */
  record Window(String trace, double issuedPerSm, String partition, String outcome, double stp) {}

  private Figure4() {}

  private static void reproduce(Figure figure, FigureContext context) {
    Outcome oracle = run(context, PARTS);
    Outcome even = run(context, PAIR.size()); // one candidate partition
    if (context.stop().isRequested()) {
      return;
    }
    List<Window> windows = windows("oracle", oracle);
    TABLE.write(context.folder(), Stream.concat(windows.stream(), windows("even", even).stream()));
    double others = windows.stream().filter(w -> !w.outcome.equals("smkEven")).count();
    figure.report(
        context,
        context.gpuOr(PairStudy.GPU),
        List.of(finding(oracle.stp() / even.stp() - 1)),
        text(
            "STP of even SMK %.3f, of the oracle %.3f; another partition than even in %.0f%% of %d windows"
                + " of 50,000 thread%ninstructions of an SM, chosen from runs with SRAD on 25%%, 50%% and"
                + " 75%% of the threads.%n",
            even.stp(), oracle.stp(), 100 * others / windows.size(), windows.size()));
  }

  private static Outcome run(FigureContext context, int parts) {
    ObjectNode root = Json.object();
    PAIR.forEach(root.putArray("workloads")::add);
    ObjectNode policy = root.putObject("policy");
    policy.put("name", "oracle").put("objective", "stp").put("parts", parts).put("spatial", false);
    root.put("instructionBudget", context.effort().scale().instructionBudget());
    return context.run(context.experiment("fig4", root, 0));
  }

  private static List<Window> windows(String trace, Outcome outcome) {
    int sms = outcome.experiment().request().gpu().sms();
    List<Window> windows = new ArrayList<>();
    double issued = 0;
    for (RunResult.EpochRow row : outcome.shared().epochs()) {
      issued += row.threadInstructions() / (double) sms;
      if (row.workload() == PAIR.size() - 1) {
        PolicyDecision decision = row.decision().orElseThrow();
        windows.add(
            new Window(
                trace,
                issued,
                decision.winner(),
                decision.outcomes().get(0),
                Math.round(decision.candidate(decision.winner()).score() * ROUNDED) / ROUNDED));
      }
    }
    return windows;
  }

  private static Finding finding(double gain) {
    double paper = PaperNumbers.number("maestro.fig4.gain");
    return new Finding(
        "STP of an oracle over even SMK, SRAD and BFS (within 10 points)",
        percent(GAIN, paper),
        percent(GAIN, gain),
        Verdict.of(Math.abs(gain - paper) <= NEAR));
  }
}
