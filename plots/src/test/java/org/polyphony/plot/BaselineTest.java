package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.polyphony.results.Baseline;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.Results;
import org.polyphony.results.View;

class BaselineTest {
  private static final String RUN = "stp-over-time";

  @RegisterExtension private final Folder folder = new Folder();

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
    String words = words(folder.sweep(), "categories");

    assertTrue(words.contains("STP over non-shared (%), higher is better"), words);
    assertTrue(words.contains("ANTT over non-shared (%), lower is better"), words);
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
    folder.sweep();
    DisplayNames names =
        new DisplayNames(Map.of("smk-even", "SMK", "C1", "CP", "maestr", "none"), path -> "");
    String words = words(Results.read(folder.at(""), View.of(names)), "pairs");

    assertTrue(words.contains("SMK") && !words.contains("smk-even"), words);
    assertTrue(words.contains("spatial-even"), words);
    assertEquals(Set.of("maestr"), names.unused());
  }

  @Test
  void aKeyHasNoEntryForWhatIsNotDrawn() throws IOException {
    folder.sweep();
    Path lines = folder.at("results.jsonl");
    String none = Files.readString(lines).replace("\"smkEven\":", "\"smkOther\":0,\"smkEven\":");
    Files.writeString(lines, none);

    String decisions = words(folder.results(), "decision-shares");

    assertTrue(decisions.contains("SMK even"), decisions);
    assertFalse(decisions.contains("SMK other"), decisions);
  }

  @Test
  void onRequestEachChartShowsStpAsItIs() throws IOException {
    Path runFolder = Files.createDirectory(folder.at("run"));
    folder.sweep();
    Folder.run(runFolder);
    String sweep = words(absolute(folder.at("")), "categories");
    String pairs = words(absolute(folder.at("")), "pairs");
    String run = words(absolute(runFolder), RUN);

    assertTrue(sweep.contains("STP, higher is better"), sweep);
    for (String words : List.of(sweep, pairs, run)) {
      assertTrue(words.contains("\n1.2") && !words.contains("\n20\n"), words); // ticks
    }
  }

  private Results overSpatial(boolean isAbsolute) throws IOException {
    folder.write(
        "results.jsonl",
        Folder.pair("spatial-even", "C1", "M1", 1.25)
            + Folder.pair("smk-even", "C1", "M1", 1.5)
            + Folder.pair("smk-even", "M1", "M2", 1.1)); // without a run to compare with
    return Results.read(folder.at(""), new View(DisplayNames.none(), isAbsolute, "spatial-even"));
  }

  @Test
  void aPolicyIsDrawnOverAnotherWhereBothRan() throws IOException {
    Results results = overSpatial(false);

    assertEquals(1, results.sweptRuns().size());
    assertEquals(
        List.of("Runs not compared: 1 have no counterpart under spatial-even."), results.leftOut());
    assertEquals(1.2, results.sweptRuns().get(0).stp(), 1e-12);
    assertEquals(List.of("spatial-even", "smk-even"), results.policies());
    String categories = words(results, "categories");
    assertTrue(categories.contains("STP over spatial-even (%), higher is better"), categories);
  }

  @Test
  void ratiosToAPolicySayOverWhichOne() throws IOException {
    String words = words(overSpatial(true), "categories");

    assertTrue(words.contains("STP over spatial-even, higher is better"), words);
  }

  @Test
  void stallsThatNoRunHasAreNotInTheLegend() throws IOException {
    String words = words(folder.sweep(), "stalls");

    assertTrue(words.contains("load dependency"), words);
    assertFalse(words.contains("barrier"), words);
  }
}
