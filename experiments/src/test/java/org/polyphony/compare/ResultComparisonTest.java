package org.polyphony.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultComparisonTest {
  private static final String SUMMARY =
      """
      {
        "cycles": 1200,
        "benchmarks": [ { "name": "a", "ipc": 1.5 }, { "name": "b", "ipc": 2.5 } ],
        "host": { "wallSeconds": 1.25, "peakMemoryBytes": 77 },
        "provenance": { "gitCommit": "abc", "host": "x" }
      }
      """;

  private static final String KERNELS = "workload,cycles\na,10\nb,20\n";

  @TempDir private Path folder;
  private Path base;
  private Path changed;

  @BeforeEach
  void writeTheSameToBoth() throws IOException {
    base = Files.createDirectory(folder.resolve("base"));
    changed = Files.createDirectory(folder.resolve("new"));
    for (Path results : new Path[] {base, changed}) {
      Files.writeString(results.resolve("summary.json"), SUMMARY);
      Files.writeString(results.resolve("kernels.csv"), KERNELS);
    }
  }

  @Test
  void findsNoDifferenceBetweenEqualResults() {
    assertEquals(
        Optional.empty(), ResultComparison.firstDifference(base, changed, Set.of("new.csv")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          summary.json | "ipc": 2.5 | "ipc": 2.6 | summary.json benchmarks[1].ipc: base 2.5, new 2.6
          summary.json | "cycles": 1200 | "cycles":  1200 | summary.json line 2: base '  "cycles": 1200,', new '  "cycles":  1200,'
          summary.json | "cycles": 1200, | "cycles": 1200, "stp": 1, | summary.json stp: base nothing, new 1
          kernels.csv | b,20 | b,21 | kernels.csv line 3: base 'b,20', new 'b,21'
          kernels.csv | `b,20\n` | `b,20\nb,30\n` | kernels.csv line 4: base '', new 'b,30'
          """)
  void namesThePlaceAndBothValuesOfADifference(
      String file, String found, String by, String difference) throws IOException {
    replace(file, found.translateEscapes(), by.translateEscapes());

    assertEquals(difference, difference());
  }

  @Test
  void takesAFileThatTheNewBuildAloneWritesForNoDifferenceWhenItIsSaidToBeAdded()
      throws IOException {
    Files.writeString(changed.resolve("new.csv"), KERNELS);
    assertEquals("none", difference());

    Files.writeString(base.resolve("new.csv"), "");

    assertEquals("new.csv line 1: base '', new 'workload,cycles'", difference());
  }

  @Test
  void takesTheHostAndTheBuildForNoDifference() throws IOException {
    replace("summary.json", "1.25", "9.75");
    replace("summary.json", "abc", "def");

    assertEquals(
        Optional.empty(), ResultComparison.firstDifference(base, changed, Set.of("new.csv")));
  }

  @Test
  void namesTheFileThatOneBuildDoesNotWrite() throws IOException {
    Files.delete(changed.resolve("kernels.csv"));

    assertEquals("kernels.csv is missing: base has it, new has none", difference());
  }

  @Test
  void namesTheOtherFilesThatDiffer() throws IOException {
    replace("summary.json", "1200", "1201");
    replace("kernels.csv", "a,10", "a,11");

    assertEquals("summary.json cycles: base 1200, new 1201; also kernels.csv", difference());
  }

  private void replace(String file, String found, String by) throws IOException {
    Path path = changed.resolve(file);
    Files.writeString(path, Files.readString(path).replace(found, by));
  }

  private String difference() {
    return ResultComparison.firstDifference(base, changed, Set.of("new.csv")).orElse("none");
  }
}
