package org.polyphony.study.pairs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.polyphony.results.store.Json;
import org.polyphony.run.Progress;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.StopFlag;
import org.polyphony.sweep.Batch;
import org.polyphony.sweep.SideBySide;

/**
 * Round lengths of benchmarks: what each executes alone in a given number of core cycles with seed
 * 1, whatever the seed of the run. A program that is shorter starts again. Such rounds keep fast
 * and slow benchmarks co-running for about the same time.
 */
record Rounds(
    PairExperiments experiments,
    Simulation simulation,
    FinishedRuns finished,
    PairRuns.Extent extent) {
  private static final String INSTRUCTIONS = "threadInstructions";
  private static final String STARTS_AGAIN = "startsAgain";

  /**
   * Determines the rounds of the benchmarks of pairs, running those alone that are not known yet.
   *
   * @return thread instructions by benchmark; meaningless after a stop
   */
  Map<String, Long> of(List<Pair> pairs, Progress progress, StopFlag stop) {
    Map<String, Long> budgets = new TreeMap<>();
    pairs.forEach(pair -> pair.names().forEach(b -> budgets.put(b, extent.instructionBudget())));
    if (extent.cycles() == 0) {
      return budgets;
    }
    List<String> left = new ArrayList<>();
    for (Map.Entry<String, Long> budget : budgets.entrySet()) {
      known(budget.getKey()).ifPresentOrElse(budget::setValue, () -> left.add(budget.getKey()));
    }
    if (!left.isEmpty()) {
      Batch batch = new Batch(extent.jobs(), progress, stop);
      budgets.putAll(SideBySide.all(batch, left, (benchmark, shown) -> measure(benchmark, stop)));
    }
    return budgets;
  }

  private String id(String benchmark) {
    String hash = experiments.aloneHash(benchmark, extent.instructionBudget(), 1);
    return "round " + hash + " " + extent.cycles();
  }

  private static String about(String benchmark) {
    return benchmark + " round";
  }

  private Optional<Long> known(String benchmark) {
    Optional<JsonNode> known =
        finished.find(
            id(benchmark), about(benchmark), line -> line.path(INSTRUCTIONS).asLong() > 0);
    if (known.isPresent() && known.get().path(STARTS_AGAIN).asBoolean()) {
      experiments.startAgain(benchmark);
    }
    return known.map(line -> line.path(INSTRUCTIONS).asLong());
  }

  private Optional<Long> measure(String benchmark, StopFlag stop) {
    String id = id(benchmark);
    RunResult result = run(benchmark, stop);
    ObjectNode line = Json.object();
    if (!result.partial()) { // it ends before its round does
      experiments.startAgain(benchmark);
      result = run(benchmark, stop);
      line.put(STARTS_AGAIN, true);
    }
    if (stop.isRequested()) {
      return Optional.empty();
    }
    long length = Math.max(1, result.benchmarks().get(0).threadInstructions());
    finished.keep(id, about(benchmark), line.put(INSTRUCTIONS, length));
    return Optional.of(length);
  }

  private RunResult run(String benchmark, StopFlag stop) {
    return simulation.run(
        experiments.alone(benchmark).request(),
        (doneShare, cycle, issued) -> cycle < extent.cycles() && !stop.isRequested());
  }
}
