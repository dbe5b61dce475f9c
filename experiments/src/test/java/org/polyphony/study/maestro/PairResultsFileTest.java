package org.polyphony.study.maestro;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.run.ResultsVersion;
import org.polyphony.run.Fixtures;
import org.polyphony.run.Progress;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;
import org.polyphony.study.TestContext;
import org.polyphony.study.engine.Studies;
import org.polyphony.study.pairs.PairSeeds;

/** Two pairs under three policies; every machine has a cache of its own. */
@Tag("slow") // runs figures
class PairResultsFileTest {
  private static final Map<String, Long> CYCLES =
      Map.of("spatial-even", 160L, "smk-even", 200L, "maestro", 133L, "tutti", 120L);

  private final AtomicInteger runs = new AtomicInteger();
  private final AtomicInteger shared = new AtomicInteger();
  private final List<String> said = new ArrayList<>();
  @TempDir private Path folder;
  private Path file;
  private String machine = "first";

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("pairs/runs.jsonl");
  }

  private RunResult simulate(RunRequest request, RunWatcher watcher) {
    runs.incrementAndGet();
    if (request.workloads().size() == 1) {
      return Fixtures.result(request, !watcher.shouldContinue(0, 1_000_000_000, 0), 100);
    }
    shared.incrementAndGet();
    return Fixtures.result(request, false, CYCLES.get(request.sharing().policy()));
  }

  private void reproduce() {
    runs.set(0);
    shared.set(0);
    said.clear();
    Studies.bundled("fig11").reproduce(context());
  }

  @Test
  void nothingRunsWhereAllRunsAreInTheFile() throws IOException {
    reproduce();
    assertEquals(6, shared.get());
    Map<String, byte[]> figure = files();

    machine = "second";
    reproduce();

    assertEquals(0, runs.get()); // no rounds and no benchmark alone either
    assertEquals(List.of("fig11: 6 of 6 runs are in " + file), said);
    Map<String, byte[]> again = files();
    figure.forEach((name, bytes) -> assertArrayEquals(bytes, again.get(name), name));
  }

  @Test
  void goesOnElsewhereWithWhatIsMissing() throws IOException {
    reproduce();
    List<String> lines = Files.readAllLines(file);
    List<String> pairs = lines.stream().filter(line -> line.contains("\"id\":\"pair ")).toList();
    assertEquals(6, pairs.size());
    String cut = pairs.get(5).substring(0, 100);
    lines.remove(pairs.get(4));
    lines.remove(pairs.get(5));
    Files.writeString(file, String.join("\n", lines) + "\n" + cut);

    machine = "second";
    reproduce();

    assertEquals(2, shared.get());
    assertEquals(2, runs.get()); // the benchmarks alone are in the file
    assertTrue(said.get(0).endsWith(": unreadable line skipped"), said.toString());
    assertEquals("fig11: 4 of 6 runs are in " + file, said.get(1));
    assertEquals(6 + 3 + 3, Files.readAllLines(file).size()); // rounds and runs alone of three
  }

  @Test
  void runsOfAnotherVersionOfResultsAreRunAgain() throws IOException {
    reproduce();
    String version = "{\"results\":" + ResultsVersion.CURRENT;
    Files.writeString(file, Files.readString(file).replace(version, "{\"results\":0"));

    machine = "second";
    reproduce();

    assertEquals(6, shared.get());
    assertEquals(
        file
            + ": lines skipped for a results version other than "
            + ResultsVersion.CURRENT
            + ": 12",
        said.get(0));
  }

  @Test
  void aBuildOfTheSameVersionTakesThemUp() {
    reproduce();

    machine = "first, changed"; // also the name of the build
    reproduce();

    assertEquals(0, runs.get());
  }

  @Test
  void whatTheCacheHasGoesToTheFileToo() throws IOException {
    reproduce();
    Files.delete(file);

    reproduce();

    assertEquals(0, shared.get());
    assertEquals(
        6, Files.readAllLines(file).stream().filter(line -> line.contains("\"pair ")).count());
  }

  @Test
  void worksWithAFileThatCannotBeWritten() throws IOException {
    file = Files.createFile(folder.resolve("no-folder")).resolve("runs.jsonl");

    reproduce();

    assertEquals(6, shared.get());
    assertTrue(Files.exists(folder.resolve("FIG11.md")));
    assertTrue(said.get(0).startsWith(file + ": cannot be written"), said.toString());
    reproduce();
    assertEquals(0, shared.get());
  }

  @Test
  void refusesRunsThatContradictEachOther() throws IOException {
    reproduce();
    String pair =
        Files.readAllLines(file).stream()
            .filter(line -> line.contains("BP/HS maestro"))
            .findFirst()
            .orElseThrow();
    Files.writeString(
        file, Files.readString(file) + pair.replace("\"cycles\":133", "\"cycles\":134") + "\n");

    var refusal = assertThrows(InvalidInputException.class, this::reproduce);

    assertTrue(
        refusal
            .getMessage()
            .startsWith(
                file
                    + ":13: found different results of BP/HS maestro lrr two-way chimera than in "),
        refusal.getMessage());
  }

  private Map<String, byte[]> files() throws IOException {
    return Map.of(
        "results.jsonl", Files.readAllBytes(folder.resolve("results.jsonl")),
        "pairs.csv", Files.readAllBytes(folder.resolve("pairs.csv")),
        "FIG11.md", Files.readAllBytes(folder.resolve("FIG11.md")),
        "stp-over-non-shared.svg", Files.readAllBytes(folder.resolve("stp-over-non-shared.svg")));
  }

  private FigureContext context() {
    return new TestContext(this::simulate, folder, new StringWriter())
        .benchmarks(List.of("BP", "BS", "HS"))
        .results(file)
        .effort(
            new FigureContext.Effort(
                Scale.QUICK, 1, 2, PairSeeds.ONE, OptionalLong.of(1000), Instant.MAX))
        .get(folder.resolve("cache of " + machine), machine, saying());
  }

  private Progress saying() {
    return new Progress() {
      @Override
      public void begin(String stage) {}

      @Override
      public void update(double doneShare, long cycles, long warpInstructions) {}

      @Override
      public void say(String line) {
        said.add(line);
      }

      @Override
      public void close() {}
    };
  }
}
