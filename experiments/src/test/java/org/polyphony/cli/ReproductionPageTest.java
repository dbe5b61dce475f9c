package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.Home;
import org.polyphony.results.CsvTable;
import org.polyphony.results.store.Json;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.study.engine.Study;

/** The committed page about the papers says what the files of its figures say. */
class ReproductionPageTest {
  private static final Path EXPERIMENTS = Home.find().resolve("experiments");
  private static final Path STUDIES = EXPERIMENTS.resolve("studies");
  private static final List<String> VERDICTS = List.of("holds", "not shown", "does not hold");

  @TempDir private Path folder;

  private static String page() throws IOException {
    return Files.readString(EXPERIMENTS.resolve("REPRODUCTION.md"));
  }

  @Test
  void theSectionIsWhatTheClaimsOfTheFiguresGive() throws IOException {
    Files.writeString(folder.resolve("REPRODUCTION.md"), page());
    CommandRun run =
        CommandRun.refused(
            folder.resolve("cache"), "study", "conclusions", "--out", folder.toString());

    assertEquals(0, run.exitCode(), run.err());
    assertEquals(page(), Files.readString(folder.resolve("REPRODUCTION.md")));
    assertEquals(
        Files.readString(STUDIES.resolve("conclusions/results/conclusions.csv")),
        Files.readString(folder.resolve("studies/conclusions/results/conclusions.csv")));
  }

  @Tag("slow")
  @Test
  void thePageOfPoliciesIsWhatItsStoredRunsGive() throws IOException {
    Path results = STUDIES.resolve("policies/results");
    String made = Files.readString(results.resolve("made.json"));
    String command = Json.parse(made).path("command").asText();
    Simulation refusing =
        (spec, watcher) -> {
          throw new SimulationFailure("not stored", "", null);
        };

    CommandRun run =
        CommandRun.of(
            refusing,
            folder.resolve("cache"),
            command.replaceFirst("polyphony (.*) --out .*", "$1 --out " + folder).split(" ", -1));

    for (String file : List.of("POLICIES.md", "ratios.csv", "claims.csv")) {
      String written = Files.readString(folder.resolve(file));
      assertEquals(Files.readString(results.resolve(file)), written, run.err());
    }
  }

  @Test
  void thePageOfHostExperimentsCountsTheClaimsThatHold() throws IOException {
    String page = Files.readString(EXPERIMENTS.resolve("REPRODUCTION-HOST.md"));
    List<String> verdicts = new ArrayList<>();
    for (String study : Study.names()) {
      if (page.contains("\n| `" + study + "` |")) {
        CsvTable claims = CsvTable.read(STUDIES.resolve(study).resolve("results/claims.csv"));
        List<String> own =
            IntStream.range(0, claims.rows())
                .mapToObj(row -> claims.text(row, "verdict"))
                .filter(VERDICTS::contains)
                .toList();
        String row = page.substring(page.indexOf("\n| `" + study + "` |") + 1).split("\n", -1)[0];
        assertTrue(row.contains(own.isEmpty() ? " | | " : " | " + holds(own) + " | "), row);
        verdicts.addAll(own);
      }
    }

    assertTrue(page.contains("\n" + holds(verdicts) + " claims hold"), page);
  }

  private static String holds(List<String> verdicts) {
    long hold = verdicts.stream().filter("holds"::equals).count();
    return hold + " of " + verdicts.size();
  }
}
