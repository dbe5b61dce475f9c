package org.polyphony.results;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadVariantsTest {
  @TempDir private Path folder;

  private List<String> settings(String... workloads) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String axis : workloads) {
      lines.append(
          """
          {"policy":"smk-even","stp":1.5,"antt":1.2,"axes":{"workloads":%s,"seed":1},\
          "benchmarks":[{"name":"LC","type":"COM"},{"name":"%s","type":"MEM"}]}
          """
              .formatted(axis, axis.contains("NW") ? "NW" : "BS"));
    }
    Files.writeString(folder.resolve("results.jsonl"), lines);
    return Results.read(folder).runs().stream().map(RunRecord::setting).toList();
  }

  @Test
  void variantsOfTheSameWorkloadsAreSettings() throws IOException {
    assertEquals(
        List.of("smk-even", "smk-even, priority=1", "smk-even, every=40, priority=2"),
        settings(
            "[{\"benchmark\":\"LC\"},\"BS\"]",
            "[{\"benchmark\":\"LC\",\"priority\":1},\"BS\"]",
            "[{\"benchmark\":\"LC\",\"arrivals\":{\"every\":40},\"priority\":2},\"BS\"]"));
  }

  @Test
  void theSameKeyOfTwoWorkloadsIsToldApart() throws IOException {
    assertEquals(
        List.of("smk-even, workloads[0].priority=1, workloads[1].priority=2", "smk-even"),
        settings(
            "[{\"benchmark\":\"LC\",\"priority\":1},{\"benchmark\":\"BS\",\"priority\":2}]",
            "[\"LC\",\"BS\"]"));
  }

  @Test
  void whatAllHaveIsNoSetting() throws IOException {
    assertEquals(
        List.of("smk-even", "smk-even", "smk-even"),
        settings(
            "[{\"benchmark\":\"LC\",\"priority\":1},\"BS\"]",
            "[{\"benchmark\":\"LC\",\"priority\":1},{\"benchmark\":\"BS\"}]",
            "[{\"benchmark\":\"LC\",\"priority\":3},\"NW\"]"));
  }
}
