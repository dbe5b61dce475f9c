package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PlotCommandTest {
  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  @Test
  void drawsWhatFitsInEachFormat() throws IOException {
    folder.write(
        "table3.csv",
        "benchmark,sms,speedup,type\nHS,1,1,COM\nHS,16,15,COM\nBFS,1,1,MEM\nBFS,16,7,MEM\n");

    CommandRun run = folder.refused("plot ./ --format svg --format pdf");

    run.shows();
    assertEquals(2, run.out().lines().count(), run.out());
    assertTrue(folder.read("charts/speedup.svg").contains("<svg"));
    assertTrue(Files.size(folder.at("charts/speedup.pdf")) > 0);
  }

  @Test
  void refusesUnknownFormatsAndChartsWithTheNearest() {
    folder.refused("plot ./ --format pngs").assertBadInput("--format", "pngs", "nearest: png");
    folder
        .refused("plot ./ --chart scater")
        .assertBadInput("--chart", "scater", "nearest: scatter");
  }

  @Test
  void refusesABaselineThatNoRunHas() throws IOException {
    folder.write(
        "results.jsonl",
        """
        {"run":"r","axes":{"policy":"smk-even"},"policy":"smk-even","stp":1.2,"antt":1.5,\
        "benchmarks":[{"name":"BS","type":"COM"},{"name":"SC","type":"MEM"}]}
        """);

    folder
        .refused("plot ./ --normalize-to smk-eve")
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
    folder.write("results.jsonl", lines.toString());

    folder
        .refused("plot ./")
        .assertBadInput("Chart 'pairs' is not drawn for 15 settings", "plot --chart pairs");
    CommandRun drawn = folder.refused("plot ./ --chart pairs");
    assertEquals(0, drawn.exitCode(), drawn.err());
    assertEquals("Runs not compared: 1 failed.\n", drawn.err());
  }

  @Test
  void saysThatAStudyHasNoChartsWithoutAnError() throws IOException {
    folder.write("made.json", "{}");
    folder.write("fig5.csv", "benchmark,threadBlocksEnded\nHS,1\n");

    CommandRun run = folder.refused("plot ./");

    run.shows("this study has no charts");
    assertFalse(folder.has("charts"));
  }

  @Test
  void refusesAFolderWithoutResultsAndMakesNone() {
    folder.refused("plot ./").assertBadInput("nothing to draw");
    folder.refused("plot ./no").assertBadInput("no such folder");
    assertFalse(folder.has("charts"));
  }
}
