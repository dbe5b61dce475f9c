package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders that differ in the base of their sweeps, one of them that of a single run. */
class SeveralFoldersTest {
  @TempDir private Path folder;

  @BeforeEach
  void writeResults() throws IOException {
    for (String policy : List.of("maestro", "tutti")) {
      Path sweep = Files.createDirectory(folder.resolve(policy));
      Files.writeString(sweep.resolve("sweep.json"), "{\"runs\": []}");
      Files.writeString(
          sweep.resolve("config.json"),
          "{\"base\": {\"gpu\": \"gtx980\", \"policy\": \"%s\"}, \"axes\": {}}".formatted(policy));
      List<String> lines = new ArrayList<>();
      for (String name : List.of("BS", "SC", "LC", "HS", "BP")) {
        String axes = "{\"workloads\":[\"%s\",\"MM\"]}".formatted(name);
        lines.add(line(policy, axes, name));
      }
      Files.write(sweep.resolve("results.jsonl"), lines);
    }
    Path run = Files.createDirectory(folder.resolve("run"));
    Files.writeString(
        run.resolve("config.json"),
        "{\"gpu\": \"gtx980\", \"policy\": \"smk-even\", \"workloads\": [\"BS\", \"MM\"]}");
    Files.writeString(run.resolve("summary.json"), line("smk-even", "null", "BS"));
  }

  private static String line(String policy, String axes, String name) {
    return "{\"run\":\"%s\",\"axes\":%s,\"policy\":\"%s\",\"gpu\":\"gtx980\","
            .formatted(name, axes, policy)
        + "\"stp\":1.2,\"antt\":1.5,\"benchmarks\":[{\"name\":\"%s\",\"type\":\"COM\"},"
            .formatted(name)
        + "{\"name\":\"MM\",\"type\":\"MEM\"}]}";
  }

  @Test
  void drawsThemAsOneSweep() {
    CommandRun run =
        command("plot", "maestro", "tutti", "--chart", "categories", "--out", "charts");

    assertEquals(0, run.exitCode(), run.err());
    CommandRun over =
        command("plot", "maestro", "tutti", "run", "--normalize-to", "maestro", "--out", "others");
    assertEquals(0, over.exitCode(), over.err());
    command("plot", "maestro", "tutti", "--normalize-to", "smk", "--out", "c")
        .assertBadInput("--normalize-to", "maestro, tutti");
  }

  @Test
  void reportsThemOnOnePage() throws IOException {
    CommandRun run = command("report", "maestro", "tutti", "run", "--out", "page.html");

    assertEquals(0, run.exitCode(), run.err());
    String page = Files.readString(folder.resolve("page.html"));
    for (String word : List.of("maestro + tutti + run", "smk-even", ">tutti<")) {
      assertTrue(page.contains(word), word);
    }
  }

  @Test
  void refusesToWriteIntoOneOfThem() {
    command("plot", "maestro", "tutti").assertBadInput("--out", "several folders");
    command("report", "maestro", "tutti").assertBadInput("--out", "several folders");
  }

  @Test
  void refusesAFolderWithoutRuns() throws IOException {
    Files.createDirectory(folder.resolve("empty"));

    command("report", "maestro", "empty", "--out", "page.html")
        .assertBadInput("empty: no finished runs");
  }

  private CommandRun command(String... words) {
    List<String> all = new ArrayList<>();
    for (String word : words) {
      boolean isPath =
          all.size() > 0
              && (Files.exists(folder.resolve(word)) || all.get(all.size() - 1).equals("--out"));
      all.add(
          isPath && !all.get(all.size() - 1).equals("--normalize-to")
              ? folder.resolve(word).toString()
              : word);
    }
    return CommandRun.refused(folder.resolve("cache"), all.toArray(String[]::new));
  }
}
