package org.polyphony.study.maestro;

import static org.polyphony.results.table.Formats.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.polyphony.policy.partition.Objective;
import org.polyphony.policy.partition.PolicyDecision;
import org.polyphony.results.run.DecisionText;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.Outcome;
import org.polyphony.results.run.Provenance;
import org.polyphony.results.run.ResultFiles;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.Table;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.Verdict;
import org.polyphony.study.sample.PairStudy;

/**
 * GPU Maestro's mechanism at work: checks the records of a run against the flow of its
 * architecture, from counters through decisions and roles to thread blocks. Source: GPU Maestro
 * Figures 8, 9.
 */
final class Figure8 {
  /** Two kernels with one long launch each, enough epochs for several decisions. */
  private static final List<String> PAIR = List.of("HS", "TPACF");

  private static final long BUDGET = 400_000_000;
  private static final Objective OBJECTIVE = Objective.ANTT;

  static final Figure FIGURE = new Figure("fig8", Figure8::reproduce);

  private Figure8() {}

  private static void reproduce(Figure figure, FigureContext context) {
    Outcome outcome = context.run(experiment(context));
    if (context.stop().isRequested()) {
      return;
    }
    ResultFiles.write(OutputFolder.open(context.folder().path()), outcome, Provenance.current());
    DecisionFlow flow = new DecisionFlow(outcome.shared(), OBJECTIVE);
    figure.report(
        context,
        context.gpuOr(PairStudy.GPU),
        List.of(finding(flow)),
        checks(flow) + decisions(flow));
  }

  private static Finding finding(DecisionFlow flow) {
    int held = flow.checks().stream().mapToInt(DecisionFlow.Check::held).sum();
    int of = flow.checks().stream().mapToInt(DecisionFlow.Check::of).sum();
    return new Finding(
        "decisions follow the flow of the architecture",
        "all",
        text("%d of %d checks", held, of),
        Verdict.of(held == of));
  }

  private static Experiment experiment(FigureContext context) {
    ObjectNode root = Json.object();
    PAIR.forEach(root.putArray("workloads")::add);
    root.put("policy", "maestro");
    root.put("instructionBudget", BUDGET);
    return context.experiment("fig8", root, 0);
  }

  private static String checks(DecisionFlow flow) {
    return String.join(" and ", PAIR)
        + " under `maestro`, "
        + flow.decisions().size()
        + " decisions.\n\n"
        + new Table<DecisionFlow.Check>()
            .text("arrow", DecisionFlow.Check::arrow)
            .text("what must hold", DecisionFlow.Check::statement)
            .number("holds", check -> "**" + check.held() + " of " + check.of() + "**")
            .markdown(flow.checks())
        + "\n";
  }

  private static String decisions(DecisionFlow flow) {
    return "Roles: 0 and 1 dedicated to a kernel, F follower, + and - trials; ANTT of each"
        + " candidate.\n\n"
        + new Table<PolicyDecision>()
            .number("cycle", "%,d", d -> d.cycle())
            .text("roles of the 16 SMs", d -> "`" + DecisionText.roles(d) + "`")
            .text("thread blocks of " + PAIR.get(0), d -> DecisionText.partitions(d, 0))
            .text("of " + PAIR.get(1), d -> DecisionText.partitions(d, 1))
            .text("scores", d -> DecisionText.scores(d, 0))
            .text("decision", d -> d.winner())
            .number("left", d -> d.moved())
            .markdown(flow.decisions())
        + "\n";
  }
}
