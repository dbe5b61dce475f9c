package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Folders that differ in the base of their sweeps, one of them that of a single run. */
class SeveralFoldersTest {
  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  @BeforeEach
  void writeResults() throws IOException {
    for (String policy : List.of("maestro", "tutti")) {
      folder.write(policy + "/sweep.json", "{\"runs\": []}");
      folder.json(
          policy + "/config.json",
          "{'base': {'gpu': 'gtx980', 'policy': '" + policy + "'}, 'axes': {}}");
      List<String> lines = new ArrayList<>();
      for (String name : List.of("BS", "SC", "LC", "HS", "BP")) {
        String axes = "{\"workloads\":[\"%s\",\"MM\"]}".formatted(name);
        lines.add(line(policy, axes, name));
      }
      folder.write(policy + "/results.jsonl", String.join("\n", lines) + "\n");
    }
    folder.json(
        "run/config.json", "{'gpu': 'gtx980', 'policy': 'smk-even', 'workloads': ['BS', 'MM']}");
    folder.write("run/summary.json", line("smk-even", "null", "BS"));
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
    folder.refused("plot ./maestro ./tutti --chart categories --out ./charts").shows();
    folder.refused("plot ./maestro ./tutti ./run --normalize-to maestro --out ./others").shows();
    folder
        .refused("plot ./maestro ./tutti --normalize-to smk --out ./c")
        .assertBadInput("--normalize-to", "maestro, tutti");
  }

  @Test
  void reportsThemOnOnePage() throws IOException {
    folder.refused("report ./maestro ./tutti ./run --out ./page.html").shows();

    String page = folder.read("page.html");
    for (String word : List.of("maestro + tutti + run", "smk-even", ">tutti<")) {
      assertTrue(page.contains(word), word);
    }
  }

  @Test
  void refusesToWriteIntoOneOfThemAndAFolderWithoutRuns() throws IOException {
    Files.createDirectory(folder.at("empty"));

    folder.refused("plot ./maestro ./tutti").assertBadInput("--out", "several folders");
    folder.refused("report ./maestro ./tutti").assertBadInput("--out", "several folders");
    folder
        .refused("report ./maestro ./empty --out ./page.html")
        .assertBadInput("empty: no finished runs");
  }
}
