package org.polyphony.sweep.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;

/**
 * How far a task of an array of runs is: it says so in a file, the watcher reads it.
 *
 * @param ended runs that have ended, failed ones included
 * @param failed runs that have failed
 * @param done runs that have ended and shares of those in progress
 * @param cycles core cycles simulated
 * @param warpInstructions warp instructions simulated
 * @param isOver true when all its runs have ended
 */
record TaskStatus(
    int ended, int failed, double done, long cycles, long warpInstructions, boolean isOver) {
  /** Of a task that has not begun. */
  static final TaskStatus NONE = new TaskStatus(0, 0, 0, 0, 0, false);

  private static final JsonMapper MAPPER = new JsonMapper();

  /** Reads a status; that of a task that has not begun when there is none. */
  static TaskStatus read(Path file) {
    try {
      JsonNode json = MAPPER.readTree(Files.readString(file));
      return new TaskStatus(
          json.path("ended").asInt(),
          json.path("failed").asInt(),
          json.path("done").asDouble(),
          json.path("cycles").asLong(),
          json.path("warpInstructions").asLong(),
          json.path("over").asBoolean());
    } catch (IOException e) {
      return NONE;
    }
  }

  /**
   * Writes it.
   *
   * @throws java.io.UncheckedIOException when it cannot be written
   */
  void write(Path file) {
    ObjectNode json = Json.object();
    json.put("ended", ended);
    json.put("failed", failed);
    json.set("done", Json.number(done));
    json.put("cycles", cycles);
    json.put("warpInstructions", warpInstructions);
    json.put("over", isOver);
    AtomicFile.write(file, Json.text(json));
  }
}
