package org.polyphony.study.pairs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.polyphony.run.Experiment;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.StopFlag;
import org.polyphony.store.Json;

/**
 * How many thread instructions of a benchmark fill a time: what it executes alone in that many core
 * cycles. With such rounds fast and slow benchmarks are together for about equally long.
 */
record RoundLength(Simulation simulation, FinishedRuns finished) {
  private static final String INSTRUCTIONS = "threadInstructions";

  /** Returns the id of the round of a benchmark alone, by its hash. */
  static String id(String hash, long cycles) {
    return "round " + hash + " " + cycles;
  }

  /** Returns the length where it is known already. */
  Optional<Long> known(String id, String benchmark) {
    return finished.find(id, about(benchmark)).map(line -> line.path(INSTRUCTIONS).asLong());
  }

  private static String about(String benchmark) {
    return benchmark + " round";
  }

  /**
   * Returns the length.
   *
   * @param alone the benchmark alone; its own budget is the most
   * @param cycles at least 1
   * @param stop ends it early
   * @return thread instructions, at least 1; empty after a stop
   */
  Optional<Long> of(Experiment alone, long cycles, StopFlag stop) {
    String id = id(alone.configHash(), cycles);
    String benchmark = alone.inputs().get(0).name();
    Optional<Long> found = known(id, benchmark);
    return found.isPresent() ? found : measure(alone, cycles, stop, id);
  }

  private Optional<Long> measure(Experiment alone, long cycles, StopFlag stop, String id) {
    RunResult result =
        simulation.run(
            alone.request(), (doneShare, cycle, issued) -> cycle < cycles && !stop.isRequested());
    if (stop.isRequested()) {
      return Optional.empty();
    }
    long budget = alone.request().instructionBudgets().get(0);
    long executed = result.benchmarks().get(0).threadInstructions();
    long length = result.partial() ? Math.max(1, executed) : budget; // it ends by itself before
    ObjectNode line = Json.object();
    line.put(INSTRUCTIONS, length);
    finished.keep(id, about(alone.inputs().get(0).name()), line);
    return Optional.of(length);
  }
}
