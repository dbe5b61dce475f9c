package org.polyphony.cli;

import static org.polyphony.results.table.Formats.text;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.policy.registry.PartitionPolicies;
import org.polyphony.results.run.Outcome;
import org.polyphony.results.table.Table;
import org.polyphony.simulation.RunRequest;

/** What a user may want to know or do after a run. */
final class NextSteps {
  private NextSteps() {}

  /** Returns that a policy which decides had no time to, a line feed at its end; else nothing. */
  static String undecided(Outcome outcome) {
    if (!outcome.isUndecided() || outcome.shared().partial()) {
      return "";
    }
    RunRequest request = outcome.experiment().request();
    return text("%s made no decision: %s%n", request.sharing().policy(), why(outcome));
  }

  private static String why(Outcome outcome) {
    RunRequest request = outcome.experiment().request();
    String policy = request.sharing().policy();
    String obstacle =
        PartitionPolicies.create(policy, request.sharing().parameters())
            .obstacle(request.gpu(), request.workloads().size());
    long cycles = outcome.shared().cycles();
    if (!obstacle.isEmpty()) {
      return obstacle;
    }
    return cycles < 2L * request.epochCycles()
        ? text("the run ended at cycle %,d; increase instructionBudget or roundCycles", cycles)
        : "its kernels did not share SMs for a whole epoch because they finish sooner or do"
            + " not fit together";
  }

  /**
   * Returns commands that look at the results, a line each.
   *
   * @param folders of the run, and of the runs beside it
   */
  static String of(Outcome outcome, List<Path> folders) {
    Path folder = folders.get(0);
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("  polyphony report " + folder, "tables and charts on one page"));
    rows.add(List.of("  polyphony timeline " + folder, "what each SM did, for Perfetto"));
    for (Path other : folders.subList(1, folders.size())) {
      String compare = "  polyphony compare " + folder + " " + other;
      rows.add(List.of(compare, "differences of all metrics"));
    }
    if (!outcome.shared().partitioning().decisions().isEmpty()) {
      rows.add(
          List.of(
              "  " + folder.resolve("decisions.csv"), "measurements and decisions of the policy"));
    }
    return Table.ofCells("next:", "").lines(rows);
  }
}
