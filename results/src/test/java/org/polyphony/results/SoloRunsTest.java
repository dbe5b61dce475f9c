package org.polyphony.results;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SoloRunsTest {
  private static final String KM =
      "'seed':%d,'cycles':%d,'microseconds':10,'benchmarks':[{'name':'KM','ipcAlone':%s,"
          + "'threadInstructions':%d%s}]";

  /** The first run executes 100 instructions a cycle alone, at 1 GHz. */
  @ParameterizedTest
  @CsvSource({
    "1, 10000, 100, 2000000, '', ''",
    "1, 5000, 200, 2000000, '', ''", // at half the clock
    "2, 10000, 150, 2000000, '', ''",
    "1, 10000, 150, 2000000, ',''requests'':{}', ''",
    "1, 10000, 150, 2010000, '', 'KM: 100,000 to 150,000 M thread instructions/s'",
    "1, 10000, 50, 8000000, '', 'KM: 50,000 to 100,000 M thread instructions/s, in rounds"
        + " of 2.00 to 8.00 M'",
  })
  void saysWhichDiffer(
      int seed, int cycles, double ipc, long work, String requests, String expected)
      throws JsonProcessingException {
    List<RunRecord> runs = new ArrayList<>();
    for (String run :
        List.of(
            KM.formatted(1, 10_000, "100", 2_000_000, ""),
            KM.formatted(seed, cycles, ipc, work, requests))) {
      String json = "{" + run.replace('\'', '"') + "}";
      runs.add(new RunRecord(new JsonMapper().readTree(json), DisplayNames.none()));
    }

    assertEquals(
        expected.isEmpty()
            ? ""
            : "Solo runs differ ("
                + expected
                + "): STP, ANTT and progress are over each run's own.",
        SoloRuns.difference(runs).orElse(""));
  }
}
