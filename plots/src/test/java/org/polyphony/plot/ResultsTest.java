package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;

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
    assertEquals("", results.sampled());
  }

  @Test
  void readsASampleOfALargerSweepAndSaysSo() throws IOException {
    Results results = sweepOf(20_000);

    int runs = results.runs().size();
    assertEquals(10_000, runs, 500);
    assertTrue(results.sampled().startsWith("A sample of %,d of 40,000 runs".formatted(runs)));
  }

  @Test
  void samplesAllPoliciesOfASettingOrNone() throws IOException {
    Map<String, Integer> bySetting = new TreeMap<>();
    for (RunRecord run : sweepOf(20_000).runs()) {
      bySetting.merge(run.id().replaceFirst(".*_", ""), 1, Integer::sum);
    }

    assertTrue(bySetting.values().stream().allMatch(count -> count == 2));
  }
}
