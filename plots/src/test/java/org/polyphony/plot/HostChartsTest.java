package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostChartsTest {
  @TempDir private Path folder;

  private static String runs(int makespan) {
    return """
        "runs":[{"run":"sequential","makespanSeconds":40,"meanTurnaroundSeconds":20,\
        "outcomes":{"finished":4}},\
        {"run":"schedgpu-mmu","makespanSeconds":%d,"meanTurnaroundSeconds":10,\
        "outcomes":{"crashed":1,"finished":3}}]"""
        .formatted(makespan);
  }

  private Results sweep() throws IOException {
    Files.writeString(
        folder.resolve("results.jsonl"),
        "{\"run\":\"a\",\"axes\":{\"machine\":\"m\",\"jobs[0].count\":2,\"schedulers\":[\"x\"]},"
            + runs(20)
            + "}\n{\"run\":\"b\",\"axes\":{\"machine\":\"m\",\"jobs[0].count\":4},"
            + runs(10)
            + "}\n");
    return Results.read(folder);
  }

  @Test
  void readsTheRunsOfEachExperimentOfASweep() throws IOException {
    List<HostRecord> runs = sweep().hostRuns();

    assertEquals(4, runs.size());
    assertEquals("m, count=2", runs.get(1).setting());
    assertEquals("schedgpu-mmu", runs.get(1).scheduler());
    assertEquals(3 / 20.0, runs.get(1).jobsPerSecond(), 1e-12);
    assertEquals("b", runs.get(3).id());
    assertTrue(sweep().runs().isEmpty());
  }

  @Test
  void drawsSchedulersOfASweep() throws IOException {
    List<Picture> pictures = Charts.draw(sweep(), List.of());

    assertEquals(List.of("schedulers"), pictures.stream().map(Picture::name).toList());
    assertTrue(PictureFormat.PNG.bytes(pictures.get(0)).length > 0);
  }

  @Test
  void drawsSchedulersOfOneExperiment() throws IOException {
    Files.writeString(folder.resolve("host-summary.json"), "{" + runs(20) + "}");

    assertEquals("schedulers", Charts.draw(Results.read(folder), List.of()).get(0).name());
  }
}
