package org.polyphony.study.pairs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.polyphony.run.Outcome;
import org.polyphony.run.Provenance;
import org.polyphony.run.Summary;
import org.polyphony.store.Json;
import org.polyphony.store.ResultLines;

/** What is kept of runs, in lines of a file of results. */
final class PairLine {
  private static final String SUMMARY = "summary";
  private static final String PROVENANCE = "provenance";
  private static final String HASH = "configHash";
  private static final String SECONDS = "cpuSeconds";

  private PairLine() {}

  /**
   * Returns what is kept of a pair: its summary without {@code host}; what made it apart from what
   * it gave.
   *
   * @param outcome of the run, with nothing else in its times
   * @param provenance what made it
   */
  static ObjectNode of(Outcome outcome, Provenance provenance) {
    ObjectNode summary = Summary.of(outcome, provenance);
    summary.remove("host");
    ObjectNode made = (ObjectNode) summary.remove(PROVENANCE);
    ObjectNode line = Json.object();
    line.set(HASH, made.remove(HASH));
    line.put("allocation", outcome.experiment().request().sharing().allocation());
    List<Long> budgets = outcome.experiment().request().instructionBudgets();
    budgets.forEach(line.putArray("instructionBudgets")::add);
    line.set(ResultLines.MADE, made.set(SECONDS, Json.number(outcome.cpuSeconds())));
    line.set(SUMMARY, summary);
    return line;
  }

  /** Returns the summary of a run, without {@code host}. */
  static JsonNode summary(JsonNode line) {
    JsonNode made = line.path(ResultLines.MADE);
    ObjectNode summary = (ObjectNode) line.path(SUMMARY).deepCopy();
    ObjectNode provenance = summary.putObject(PROVENANCE);
    for (String key : List.of("version", "gitCommit")) {
      provenance.set(key, made.get(key));
    }
    provenance.set(HASH, line.get(HASH));
    provenance.set("java", made.get("java"));
    return summary;
  }

  /** Returns the processor seconds that a run took; not a number when it does not say. */
  static double cpuSeconds(JsonNode line) {
    return line.path(ResultLines.MADE).path(SECONDS).asDouble(Double.NaN);
  }
}
