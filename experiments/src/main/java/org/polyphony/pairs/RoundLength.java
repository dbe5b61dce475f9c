package org.polyphony.pairs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.polyphony.run.Experiment;
import org.polyphony.run.RunResult;
import org.polyphony.run.Simulation;
import org.polyphony.run.StopFlag;
import org.polyphony.store.Json;
import org.polyphony.store.RunCache;
import org.polyphony.store.Sha256;

/**
 * How many thread instructions of a benchmark fill a time: what it executes alone in that many core
 * cycles. With such rounds fast and slow benchmarks are together for about equally long.
 */
final class RoundLength {
  private static final String INSTRUCTIONS = "threadInstructions";

  private final Simulation simulation;
  private final RunCache cache;
  private final String build;

  RoundLength(Simulation simulation, RunCache cache, String build) {
    this.simulation = simulation;
    this.cache = cache;
    this.build = build;
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
    String identity = "round\n" + build + "\n" + alone.configHash() + "\n" + cycles;
    String key = Sha256.hex(identity.getBytes(StandardCharsets.UTF_8));
    Optional<Long> found = cache.find(key).map(entry -> entry.path(INSTRUCTIONS).asLong());
    return found.isPresent() ? found : measure(alone, cycles, stop, key);
  }

  private Optional<Long> measure(Experiment alone, long cycles, StopFlag stop, String key) {
    RunResult result =
        simulation.run(
            alone.request(), (doneShare, cycle, issued) -> cycle < cycles && !stop.isRequested());
    if (stop.isRequested()) {
      return Optional.empty();
    }
    long budget = alone.request().instructionBudgets().get(0);
    long executed = result.benchmarks().get(0).threadInstructions();
    long length = result.partial() ? Math.max(1, executed) : budget; // it ends by itself before
    ObjectNode entry = Json.object();
    entry.put(INSTRUCTIONS, length);
    cache.store(key, (JsonNode) entry);
    return Optional.of(length);
  }
}
