package org.polyphony.figure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.run.Experiment;
import org.polyphony.run.Experiments;
import org.polyphony.run.Outcome;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;

/**
 * What an oracle gains that runs every window under the best partition, over even SMK. Source: GPU
 * Maestro Figure 4.
 */
final class Figure4 implements Figure {
  private static final int WINDOW = 50_000; // thread instructions of an SM
  private static final List<String> PAIR = List.of("SRAD", "BFS");
  private static final double PAPER = 0.30;

  /** Share of threads of SRAD; all that thread blocks of BFS, a quarter of an SM each, allow. */
  private static final List<Double> SHARES = List.of(0.25, 0.5, 0.75);

  private static final int EVEN = 1;

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
    List<Outcome> runs = new ArrayList<>();
    for (double share : SHARES) {
      runs.add(run(context, shared(share)));
    }
    for (String benchmark : PAIR) {
      ObjectNode root = Json.object();
      root.putArray("workloads").add(benchmark);
      runs.add(run(context, root));
    }
    if (context.stop().isRequested()) {
      return;
    }
    OracleTrace trace = trace(runs);
    List<OracleTrace.Window> best = trace.best();
    List<OracleTrace.Window> even = trace.under(EVEN);
    AtomicFile.write(context.folder().file("fig4.csv"), csv(best, even));
    String text = text(best, even);
    AtomicFile.write(
        context.folder().file(Reproduction.fileOf(this)),
        "## " + source() + ": " + about() + "\n\n" + text);
    context.out().print(text);
    context.out().println("written to " + context.folder().path());
    context.out().flush();
  }

  private static ObjectNode shared(double share) {
    ObjectNode root = Json.object();
    PAIR.forEach(root.putArray("workloads")::add);
    ObjectNode policy = root.putObject("policy");
    policy.put("name", "smk-fixed");
    policy.putArray("threadShares").add(share).add(1 - share);
    return root;
  }

  private Outcome run(FigureContext context, ObjectNode root) {
    root.put("gpu", context.inputs().gpu().isEmpty() ? "gtx980" : context.inputs().gpu());
    root.put("instructionBudget", context.effort().scale().instructionBudget());
    WorkloadLibrary library =
        new WorkloadLibrary(context.tools().packedTraces(), false, notice -> {});
    Experiment experiment =
        new Experiments(library)
            .open(
                ExperimentLoader.of(name(), root, Path.of(""), List.of()),
                new Experiments.Extras(false, WINDOW));
    return context.tools().runner().run(experiment, context.progress(), context.stop());
  }

  private static OracleTrace trace(List<Outcome> runs) {
    List<List<ProgressCurve>> partitions = new ArrayList<>();
    for (Outcome run : runs.subList(0, SHARES.size())) {
      partitions.add(List.of(curve(run, 0), curve(run, 1)));
    }
    List<ProgressCurve> alone =
        List.of(curve(runs.get(SHARES.size()), 0), curve(runs.get(SHARES.size() + 1), 0));
    int sms = runs.get(0).experiment().request().gpu().sms();
    return new OracleTrace(partitions, alone, (double) WINDOW * sms);
  }

  private static ProgressCurve curve(Outcome run, int workload) {
    return new ProgressCurve(run.shared().windows(), workload);
  }

  private static String csv(List<OracleTrace.Window> best, List<OracleTrace.Window> even) {
    StringBuilder csv = new StringBuilder("window,stpOracle,shareOracle,stpEven\n");
    for (int i = 0; i < Math.min(best.size(), even.size()); i++) {
      csv.append(i).append(',').append(Json.field(best.get(i).stp())).append(',');
      csv.append(SHARES.get(best.get(i).partition())).append(',');
      csv.append(Json.field(even.get(i).stp())).append('\n');
    }
    return csv.toString();
  }

  private static String text(List<OracleTrace.Window> best, List<OracleTrace.Window> even) {
    double oracle = OracleTrace.stp(best);
    double ofEven = OracleTrace.stp(even);
    double others = best.stream().filter(w -> w.partition() != EVEN).count();
    return String.format(
        Locale.ROOT,
        "| | paper | measured |%n|---|--:|--:|%n"
            + "| STP of even SMK | - | %.3f |%n| STP of the oracle | - | %.3f |%n"
            + "| gain of the oracle | %+.1f%% | **%+.1f%%** |%n"
            + "| windows with another partition than even | - | %.0f%% of %d |%n%n"
            + "Windows of 50,000 thread instructions per SM; the oracle's are put together from runs"
            + " with SRAD on%n25%%, 50%% and 75%% of the threads, each workload as fast as it was at"
            + " the same place of its program there.%n",
        ofEven,
        oracle,
        100 * PAPER,
        100 * (oracle / ofEven - 1),
        100 * others / best.size(),
        best.size());
  }
}
