package org.polyphony.figure.maestro;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.figure.Figure;
import org.polyphony.figure.FigureContext;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.policy.partition.maestro.Objective;
import org.polyphony.run.DecisionText;
import org.polyphony.run.Experiment;
import org.polyphony.run.Experiments;
import org.polyphony.run.Outcome;
import org.polyphony.run.Provenance;
import org.polyphony.run.ResultFiles;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.store.Json;
import org.polyphony.store.OutputFolder;

/**
 * The mechanism of GPU Maestro at work: whether a run's records show the flow of its architecture,
 * from counters through decisions and roles to thread blocks. Source: GPU Maestro Figures 8, 9.
 */
final class Figure8 implements Figure {
  /** Two kernels, one long launch each: enough epochs for several decisions. */
  private static final List<String> PAIR = List.of("HS", "TPACF");

  private static final long BUDGET = 400_000_000;
  private static final Objective OBJECTIVE = Objective.ANTT;

  @Override
  public String name() {
    return "fig8";
  }

  @Override
  public String about() {
    return "the flow of GPU Maestro's decisions, followed through the records of a run";
  }

  @Override
  public String source() {
    return "GPU Maestro Figure 8";
  }

  @Override
  public void reproduce(FigureContext context) {
    Outcome outcome =
        context.tools().runner().run(experiment(context), context.progress(), context.stop());
    if (context.stop().isRequested()) {
      return;
    }
    ResultFiles.write(OutputFolder.open(context.folder().path()), outcome, Provenance.current());
    DecisionFlow flow = new DecisionFlow(outcome.shared(), OBJECTIVE);
    String text = checks(flow) + decisions(flow);
    writeSection(context, text);
    context.show(text);
  }

  private Experiment experiment(FigureContext context) {
    ObjectNode root = Json.object();
    root.put("gpu", context.inputs().gpu().isEmpty() ? "gtx980" : context.inputs().gpu());
    PAIR.forEach(root.putArray("workloads")::add);
    root.put("policy", "maestro");
    root.put("instructionBudget", BUDGET);
    WorkloadLibrary library =
        new WorkloadLibrary(context.tools().packedTraces(), false, notice -> {});
    return new Experiments(library)
        .open(
            ExperimentLoader.of(name(), root, Path.of(""), List.of()),
            new Experiments.Extras(false, 0));
  }

  private static String checks(DecisionFlow flow) {
    StringBuilder text =
        new StringBuilder(String.join(" and ", PAIR))
            .append(" under `maestro`, ")
            .append(flow.decisions().size())
            .append(" decisions.\n\n| arrow | what must hold | holds |\n|---|---|--:|\n");
    for (DecisionFlow.Check check : flow.checks()) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | **%d of %d** |%n",
              check.arrow(),
              check.statement(),
              check.held(),
              check.of()));
    }
    return text.append('\n').toString();
  }

  private static String decisions(DecisionFlow flow) {
    StringBuilder text =
        new StringBuilder(
            "Roles: 0 and 1 dedicated to a kernel, F follower, + and - trials; ANTT of each"
                + " candidate.\n\n| cycle | roles of the 16 SMs | thread blocks of "
                + PAIR.get(0)
                + " | of "
                + PAIR.get(1)
                + " | scores | decision | left |\n|--:|---|---|---|---|---|--:|\n");
    for (PolicyDecision decision : flow.decisions()) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %,d | `%s` | %s | %s | %s | %s | %d |%n",
              decision.cycle(),
              DecisionText.roles(decision),
              DecisionText.partitions(decision, 0),
              DecisionText.partitions(decision, 1),
              DecisionText.scores(decision, 0),
              decision.winner(),
              decision.moved()));
    }
    return text.append('\n').toString();
  }
}
