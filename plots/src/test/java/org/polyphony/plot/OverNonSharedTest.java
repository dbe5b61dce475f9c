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
import org.junit.jupiter.api.io.TempDir;

class OverNonSharedTest {
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
    return Results.read(results, true, DisplayNames.none());
  }

  @Test
  void captionsSayOverWhatAndWhichWayIsBetter() throws IOException {
    String words = words(Folder.sweep(folder), "categories");

    assertTrue(words.contains("STP over non-shared (%), higher is better"), words);
    assertTrue(words.contains("ANTT over non-shared (%), lower is better"), words);
  }

  @Test
  void theArrowOfAnUprightAxisPointsToTheBetterValues() {
    assertEquals(", better \u2192", OverNonShared.better("STP over non-shared (%)"));
    assertEquals(", better \u2190", OverNonShared.better("ANTT over non-shared (%)"));
    assertEquals(", better \u2190", OverNonShared.better("STP lost to preemption (%)"));
    assertEquals("", OverNonShared.better("Decisions (%)"));
  }

  @Test
  void aChartShowsNamesThatItsReaderGave() throws IOException {
    Folder.sweep(folder);
    DisplayNames names = new DisplayNames(Map.of("smk-even", "SMK", "C1", "CP", "maestr", "none"));
    String words = words(Results.read(folder, false, names), "pairs");

    assertTrue(words.contains("SMK") && !words.contains("smk-even"), words);
    assertTrue(words.contains("spatial-even"), words);
    assertEquals(Set.of("maestr"), names.unused());
  }

  @Test
  void aKeyHasNoEntryForWhatIsNotDrawn() throws IOException {
    Folder.sweep(folder);
    Path lines = folder.resolve("results.jsonl");
    String none = Files.readString(lines).replace("\"smkEven\":", "\"smkOther\":0,\"smkEven\":");
    Files.writeString(lines, none);

    String decisions = words(Results.read(folder), "decisions");

    assertTrue(decisions.contains("SMK even"), decisions);
    assertFalse(decisions.contains("SMK other"), decisions);
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
      assertTrue(words.contains("1.0") && !words.contains("\n20\n"), words); // ticks
    }
  }

  @Test
  void stallsThatNoRunHasAreNotInTheKey() throws IOException {
    String words = words(Folder.sweep(folder), "stalls");

    assertTrue(words.contains("load dependency"), words);
    assertFalse(words.contains("barrier"), words);
  }
}
