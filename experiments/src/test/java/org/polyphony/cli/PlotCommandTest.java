package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlotCommandTest {
  @TempDir private Path folder;

  @Test
  void drawsWhatFitsInEachFormat() throws IOException {
    Files.writeString(
        folder.resolve("table3.csv"),
        "benchmark,sms,speedup,type\nHS,1,1,COM\nHS,16,15,COM\nBFS,1,1,MEM\nBFS,16,7,MEM\n");

    CommandRun run =
        CommandRun.refused(folder, "plot", folder.toString(), "--format", "svg", "--format", "pdf");

    assertEquals(0, run.exitCode(), run.err());
    assertEquals(2, run.out().lines().count(), run.out());
    assertTrue(Files.size(folder.resolve("charts/speedup.svg")) > 0);
    assertTrue(Files.size(folder.resolve("charts/speedup.pdf")) > 0);
  }

  @Test
  void refusesUnknownFormatsAndChartsWithTheNearest() {
    CommandRun.refused(folder, "plot", folder.toString(), "--format", "pngs")
        .assertBadInput("--format", "pngs", "nearest: png");
    CommandRun.refused(folder, "plot", folder.toString(), "--chart", "scater")
        .assertBadInput("--chart", "scater", "nearest: scatter");
  }

  @Test
  void refusesABaselineThatNoRunHas() throws IOException {
    Files.writeString(
        folder.resolve("results.jsonl"),
        """
        {"run":"r","axes":{"policy":"smk-even"},"policy":"smk-even","stp":1.2,"antt":1.5,\
        "benchmarks":[{"name":"BS","type":"COM"},{"name":"SC","type":"MEM"}]}
        """);

    CommandRun.refused(folder, "plot", folder.toString(), "--normalize-to", "smk-eve")
        .assertBadInput("--normalize-to", "smk-eve", "smk-even");
  }

  @Test
  void saysOnStandardErrorWhatItDoesNotDrawAndWhy() throws IOException {
    String run =
        """
        {"run":"r","axes":{"policy":"p%d"},"policy":"p","stp":1.2,"antt":1.5,\
        "benchmarks":[{"name":"BS","type":"COM"},{"name":"SC","type":"MEM"}]}
        """;
    StringBuilder lines = new StringBuilder("{\"run\":\"f\",\"axes\":{},\"error\":\"stuck\"}\n");
    for (int policy = 0; policy < 15; policy++) {
      lines.append(run.formatted(policy));
    }
    Files.writeString(folder.resolve("results.jsonl"), lines);

    CommandRun.refused(folder, "plot", folder.toString())
        .assertBadInput("Chart 'pairs' is not drawn for 15 settings", "plot --chart pairs");
    CommandRun drawn = CommandRun.refused(folder, "plot", folder.toString(), "--chart", "pairs");
    assertEquals(0, drawn.exitCode(), drawn.err());
    assertEquals("Runs not compared: 1 failed.\n", drawn.err());
  }

  @Test
  void saysThatAStudyHasNoChartsWithoutAnError() throws IOException {
    Files.writeString(folder.resolve("made.json"), "{}");
    Files.writeString(folder.resolve("fig5.csv"), "benchmark,threadBlocksEnded\nHS,1\n");

    CommandRun run = CommandRun.refused(folder, "plot", folder.toString());

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("this study has no charts"), run.out());
    assertFalse(Files.exists(folder.resolve("charts")));
  }

  @Test
  void refusesAFolderWithoutResultsAndMakesNone() {
    CommandRun.refused(folder, "plot", folder.toString()).assertBadInput("nothing to draw");
    CommandRun.refused(folder, "plot", folder.resolve("no").toString())
        .assertBadInput("no such folder");
    assertFalse(Files.exists(folder.resolve("charts")));
  }
}
