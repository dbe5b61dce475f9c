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
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.run.Experiment;
import org.polyphony.run.Experiments;
import org.polyphony.run.Outcome;
import org.polyphony.run.RunResult;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;

/**
 * What an oracle gains that runs every window under the best partition of an SM, over even SMK.
 * Source: GPU Maestro Figure 4.
 */
final class Figure4 implements Figure {
  private static final List<String> PAIR = List.of("SRAD", "BFS");
  private static final double PAPER = 0.30;
  private static final double MILLION = 1e6;
  private static final double ROUNDED = 1e4; // scores have four decimals, as in epochs.csv

  /** All that thread blocks of BFS, a quarter of the threads of an SM each, allow. */
  private static final int PARTS = 4;

  /** A window: where it ends, under which partition it ran and how well. */
  private record Window(double issuedPerSm, String partition, String outcome, double stp) {}

  @Override
  public String name() {
    return "fig4";
  }

  @Override
  public String about() {
    return "STP of SRAD and BFS under the best partition of each window and under even SMK";
  }

  @Override
  public String source() {
    return "GPU Maestro Figure 4";
  }

  @Override
  public void reproduce(FigureContext context) {
    Outcome oracle = run(context, PARTS);
    Outcome even = run(context, PAIR.size()); // one partition to choose from
    if (context.stop().isRequested()) {
      return;
    }
    AtomicFile.write(context.folder().file("oracle.csv"), csv(windows(oracle), windows(even)));
    String text = text(oracle, even);
    writeSection(context, text);
    FigureCharts.draw(context.folder(), "oracle");
    context.show(text);
  }

  private Outcome run(FigureContext context, int parts) {
    ObjectNode root = Json.object();
    PAIR.forEach(root.putArray("workloads")::add);
    ObjectNode policy = root.putObject("policy");
    policy.put("name", "oracle").put("objective", "stp").put("parts", parts).put("spatial", false);
    root.put("gpu", context.inputs().gpu().isEmpty() ? "gtx980" : context.inputs().gpu());
    root.put("instructionBudget", context.effort().scale().instructionBudget());
    WorkloadLibrary library =
        new WorkloadLibrary(context.tools().packedTraces(), false, notice -> {});
    Experiment experiment =
        new Experiments(library)
            .open(
                ExperimentLoader.of(name(), root, Path.of(""), List.of()),
                new Experiments.Extras(false, 0));
    return context.tools().runner().run(experiment, context.progress(), context.stop());
  }

  private static List<Window> windows(Outcome outcome) {
    int sms = outcome.experiment().request().gpu().sms();
    List<Window> windows = new ArrayList<>();
    double issued = 0;
    for (RunResult.EpochRow row : outcome.shared().epochs()) {
      issued += row.threadInstructions() / (double) sms;
      if (row.workload() == PAIR.size() - 1) {
        PolicyDecision decision = row.decision().orElseThrow();
        windows.add(
            new Window(
                issued,
                decision.winner(),
                decision.outcomes().get(0),
                Math.round(decision.candidate(decision.winner()).score() * ROUNDED) / ROUNDED));
      }
    }
    return windows;
  }

  private static String csv(List<Window> oracle, List<Window> even) {
    StringBuilder csv = new StringBuilder("trace,issuedPerSm,partition,stp\n");
    addRows(csv, "oracle", oracle);
    addRows(csv, "even", even);
    return csv.toString();
  }

  private static void addRows(StringBuilder csv, String trace, List<Window> windows) {
    for (Window window : windows) {
      csv.append(trace).append(',').append(Math.round(window.issuedPerSm())).append(',');
      csv.append(window.partition()).append(',').append(Json.field(window.stp())).append('\n');
    }
  }

  private static String text(Outcome oracle, Outcome even) {
    List<Window> windows = windows(oracle);
    double others = windows.stream().filter(w -> !w.outcome().equals("smkEven")).count();
    double shown = windows.get(windows.size() - 1).issuedPerSm() / MILLION;
    return String.format(
        Locale.ROOT,
        "| | paper | measured |%n|---|--:|--:|%n"
            + "| STP of even SMK | - | %.3f |%n| STP of the oracle | - | %.3f |%n"
            + "| gain of the oracle | %+.1f%% | **%+.1f%%** |%n"
            + "| windows with another partition than even | - | %.0f%% of %d |%n%n"
            + "Policy `oracle` over %.1f million thread instructions of an SM in windows of 50,000,"
            + " put together%nfrom runs with SRAD on 25%%, 50%% and 75%% of the threads, each"
            + " workload as fast as it was at the%nsame place of its program there.%n",
        even.stp(),
        oracle.stp(),
        100 * PAPER,
        100 * (oracle.stp() / even.stp() - 1),
        100 * others / windows.size(),
        windows.size(),
        shown);
  }
}
