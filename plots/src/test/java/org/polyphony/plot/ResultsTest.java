package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;
import org.polyphony.results.View;

class ResultsTest {
  @TempDir private Path folder;

  private Results sweepOf(int seeds) throws IOException {
    List<String> lines =
        IntStream.range(0, seeds)
            .boxed()
            .flatMap(seed -> Stream.of("maestro", "smk-even").map(policy -> line(seed, policy)))
            .toList();
    Files.write(folder.resolve("results.jsonl"), lines);
    return Results.read(folder);
  }

  private static String line(int seed, String policy) {
    return "{\"run\":\"%2$s_%1$d\",\"axes\":{\"policy\":\"%2$s\",\"seed\":%1$d},\"benchmarks\":[]}"
        .formatted(seed, policy);
  }

  @Test
  void readsAllRunsOfASweepOfTenThousand() throws IOException {
    Results results = sweepOf(5_000);

    assertEquals(10_000, results.runs().size());
    assertFalse(results.leftOut().toString().contains("sample"));
  }

  @Test
  void readsASampleOfALargerSweepWithAllPoliciesOfASettingOrNoneAndSaysSo() throws IOException {
    Results results = sweepOf(20_000);

    int runs = results.runs().size();
    assertEquals(10_000, runs, 500);
    String first = results.leftOut().get(0);
    assertTrue(first.startsWith("A sample of %,d of 40,000 runs".formatted(runs)), first);
    Map<String, Integer> bySetting = new TreeMap<>();
    for (RunRecord run : results.runs()) {
      bySetting.merge(run.id().replaceFirst(".*_", ""), 1, Integer::sum);
    }
    assertTrue(bySetting.values().stream().allMatch(count -> count == 2));
  }

  @Test
  void saysWhichRunsNoComparisonShowsAndWhy() throws IOException {
    Files.writeString(
        folder.resolve("results.jsonl"),
        Folder.pair("smk-even", "C1", "M1", 1.2)
            + Folder.pair("smk-even", "C1", "M2", 1.2).replace("1.2", "null")
            + "{\"run\":\"f\",\"axes\":{},\"error\":\"no progress\"}\n");

    assertEquals(
        List.of(
            "Runs not compared: 1 failed.",
            "Runs not compared: 1 have no STP (one workload, or stopped before all first rounds"
                + " ended)."),
        Results.read(folder).leftOut());
  }

  @Test
  void saysHowManyRunsRepeatAPointOfAnEarlierFolder() throws IOException {
    List<Path> folders = List.of(folder.resolve("a"), folder.resolve("b"));
    for (Path each : folders) {
      Folder.sweep(Files.createDirectory(each));
    }

    assertEquals(
        List.of("Runs not compared: 6 repeat a point of an earlier folder."),
        Results.read(folders, View.of(DisplayNames.none())).leftOut());
  }
}
