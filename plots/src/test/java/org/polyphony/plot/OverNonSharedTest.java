package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

  @Test
  void axesSayOverWhatAndWhichWayIsBetter() throws IOException {
    String words = words(Folder.sweep(folder), "categories");

    assertTrue(words.contains("STP over non-shared (%), higher is better"), words);
    assertTrue(words.contains("ANTT over non-shared (%), lower is better"), words);
  }

  @Test
  void onRequestEachChartShowsStpAsItIs() throws IOException {
    String sweep = words(Folder.sweep(folder).absolute(), "categories");
    String pairs = words(Folder.sweep(folder).absolute(), "pairs");
    String run = words(Folder.run(Files.createDirectory(folder.resolve("run"))).absolute(), RUN);

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
