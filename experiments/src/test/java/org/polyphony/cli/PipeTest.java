package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.input.Home;

/** A named pipe in place of a file: to open it would wait for ever. */
class PipeTest {
  @TempDir private Path folder;

  private void pipe(String name) throws IOException, InterruptedException {
    Path path = folder.resolve(name);
    Files.createDirectories(path.getParent());
    assertEquals(0, new ProcessBuilder("mkfifo", path.toString()).start().waitFor());
  }

  @ParameterizedTest
  @CsvSource({
    "status, d, d/sweep.json",
    "merge, d, d/sweep.json",
    "report, d, d/summary.json",
    "report, d, d/results.jsonl",
    "plot, d, d/host-summary.json",
    "compare, d d, d/results.jsonl",
    "timeline, d, d/summary.json",
    "run, c.json, c.json",
    "sweep, c.json, c.json",
    "host, c.json, c.json",
    "validate, c.json, c.json",
    "describe, c.json, c.json",
    "trace info, t/kernelslist.g, t/kernelslist.g",
    "trace info, k.traceg, k.traceg",
    "run, d, d/config.json",
  })
  void isRefusedByEveryCommand(String command, String given, String pipe) throws Exception {
    pipe(pipe);
    List<String> arguments = new ArrayList<>(List.of(command.split(" ", -1)));
    Stream.of(given.split(" ", -1)).forEach(name -> arguments.add(folder.resolve(name).toString()));
    if (command.equals("merge")) {
      arguments.addAll(List.of("--out", folder.resolve("all").toString()));
    }

    CommandRun run =
        assertTimeoutPreemptively(
            Duration.ofSeconds(20),
            () -> CommandRun.refused(folder.resolve("cache"), arguments.toArray(String[]::new)));

    assertEquals(2, run.exitCode(), run.out() + run.err());
  }

  /** All reading of files goes through InputFile, which refuses pipes. */
  @Test
  void noOtherClassOpensFilesForReading() throws IOException {
    String opens =
        "(?s).*(Files\\.(newInputStream|newBufferedReader|readString|readAllBytes|readAllLines|lines)"
            + "\\(|new File(Reader|InputStream)\\().*";
    List<String> others = new ArrayList<>();
    for (String module : List.of("sim-core", "workloads", "configs", "results", "plots")) {
      others.addAll(matching(module, opens));
    }
    others.addAll(matching("experiments", opens));

    assertEquals(List.of("InputFile.java", "Provenance.java"), others); // the latter reads /proc
  }

  private static List<String> matching(String module, String pattern) throws IOException {
    Path sources = Home.find().resolve(module).resolve("src/main/java");
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).sorted().toList()) {
        if (Files.readString(file).matches(pattern)) {
          found.add(file.getFileName().toString());
        }
      }
    }
    assertTrue(Files.isDirectory(sources));
    return found;
  }
}
