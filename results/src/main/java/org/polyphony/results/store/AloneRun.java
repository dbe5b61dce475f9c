package org.polyphony.results.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The first round of a workload that runs alone.
 *
 * @param cycles core cycles, at least 1
 * @param warpInstructions warp instructions
 * @param threadInstructions thread instructions
 * @param finished false if the instruction budget ended it
 */
public record AloneRun(
    long cycles, long warpInstructions, long threadInstructions, boolean finished) {
  /** Returns thread instructions per core cycle. */
  public double ipc() {
    return (double) threadInstructions / cycles;
  }

  /** Converts it to an object with a key per component. */
  public ObjectNode json() {
    return Json.object()
        .put("cycles", cycles)
        .put("warpInstructions", warpInstructions)
        .put("threadInstructions", threadInstructions)
        .put("finished", finished);
  }

  /** Reads such an object, ignoring other keys. */
  public static AloneRun of(JsonNode json) {
    return new AloneRun(
        json.path("cycles").asLong(),
        json.path("warpInstructions").asLong(),
        json.path("threadInstructions").asLong(),
        json.path("finished").asBoolean());
  }
}
