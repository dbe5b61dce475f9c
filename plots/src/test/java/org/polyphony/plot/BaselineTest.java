package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.polyphony.plot.Folder.assertHas;
import static org.polyphony.plot.Folder.assertLacks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.results.Baseline;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.Results;
import org.polyphony.results.View;

class BaselineTest {
  private static final String RUN = "stp-over-time";

  @TempDir private Path folder;

  private static String words(Results results, String chart) throws IOException {
    StringBuilder words = new StringBuilder();
    for (Picture picture : Charts.draw(results, List.of(chart))) {
      words.append(picture.caption()).append('\n').append(Folder.words(picture)).append('\n');
    }
    return words.toString();
  }

  private static Results absolute(Path results) {
    return Results.read(results, new View(DisplayNames.none(), true, ""));
  }

  @Test
  void captionsSayOverWhatAndWhichWayIsBetter() throws IOException {
    String words = words(Folder.sweep(folder), "categories");

    assertHas(
        words,
        "STP over non-shared (%), higher is better",
        "ANTT over non-shared (%), lower is better");
  }

  @Test
  void theArrowOfAnUprightAxisPointsToTheBetterValues() {
    assertEquals(", higher is better", Baseline.better("STP over non-shared (%)"));
    assertEquals(", lower is better", Baseline.better("ANTT over non-shared (%)"));
    assertEquals(", lower is better", Baseline.better("STP lost to preemption (%)"));
    assertEquals("", Baseline.better("Decisions (%)"));
  }

  @Test
  void aChartShowsNamesThatItsReaderGave() throws IOException {
    Folder.sweep(folder);
    DisplayNames names =
        new DisplayNames(Map.of("smk-even", "SMK", "C1", "CP", "maestr", "none"), path -> "");
    String words = words(Results.read(folder, View.of(names)), "pairs");

    assertHas(words, "SMK", "spatial-even");
    assertLacks(words, "smk-even");
    assertEquals(Set.of("maestr"), names.unused());
  }

  @Test
  void aKeyHasNoEntryForWhatIsNotDrawn() throws IOException {
    Folder.sweep(folder);
    String lines = Files.readString(folder.resolve("results.jsonl"));
    Results none =
        Folder.sweep(folder, lines.replace("\"smkEven\":", "\"smkOther\":0,\"smkEven\":"));

    String decisions = words(none, "decision-shares");

    assertHas(decisions, "SMK even");
    assertLacks(decisions, "SMK other");
  }

  @Test
  void onRequestEachChartShowsStpAsItIs() throws IOException {
    Path runFolder = Files.createDirectory(folder.resolve("run"));
    Folder.sweep(folder);
    Folder.run(runFolder);
    String sweep = words(absolute(folder), "categories");
    String pairs = words(absolute(folder), "pairs");
    String run = words(absolute(runFolder), RUN);

    assertTrue(sweep.contains("STP, higher is better"), sweep);
    for (String words : List.of(sweep, pairs, run)) {
      assertTrue(words.contains("\n1.2") && !words.contains("\n20\n"), words); // ticks
    }
  }

  private Results overSpatial(boolean isAbsolute) throws IOException {
    Files.writeString(
        folder.resolve("results.jsonl"),
        Folder.pair("spatial-even", "C1", "M1", 1.25)
            + Folder.pair("smk-even", "C1", "M1", 1.5)
            + Folder.pair("smk-even", "M1", "M2", 1.1)); // without a run to compare with
    return Results.read(folder, new View(DisplayNames.none(), isAbsolute, "spatial-even"));
  }

  @Test
  void aPolicyIsDrawnOverAnotherWhereBothRan() throws IOException {
    Results results = overSpatial(false);

    assertEquals(1, results.sweptRuns().size());
    assertEquals(
        List.of("Runs not compared: 1 have no counterpart under spatial-even."), results.leftOut());
    assertEquals(1.2, results.sweptRuns().get(0).stp(), 1e-12);
    assertEquals(List.of("spatial-even", "smk-even"), results.policies());
    assertHas(words(results, "categories"), "STP over spatial-even (%), higher is better");
    assertHas(words(overSpatial(true), "categories"), "STP over spatial-even, higher is better");
  }

  @Test
  void stallsThatNoRunHasAreNotInTheLegend() throws IOException {
    String words = words(Folder.sweep(folder), "stalls");

    assertHas(words, "load dependency");
    assertLacks(words, "barrier");
  }
}
