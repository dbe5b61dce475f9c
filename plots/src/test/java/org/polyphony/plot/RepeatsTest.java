package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.report.Report;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;
import org.polyphony.results.statistics.MeanInterval;

/** Runs that differ in seed alone are one setting. */
class RepeatsTest {
  @TempDir private Path folder;

  /** Two policies on one pair, each with three seeds; STP 1, 1.2 and 1.4 of one, 2 of the other. */
  private Results sweep() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int seed = 1; seed <= 3; seed++) {
      lines.append(withSeed(Folder.pair("smk-even", "C1", "M1", 0.8 + 0.2 * seed), seed));
      lines.append(withSeed(Folder.pair("maestro", "C1", "M1", 2), seed));
    }
    Files.writeString(folder.resolve("results.jsonl"), lines);
    return Results.read(folder);
  }

  private static String withSeed(String line, int seed) {
    return line.replace("\"axes\":{", "\"axes\":{\"seed\":" + seed + ",\"gpu.sms\":" + seed + ",");
  }

  private Results withoutOtherAxes() throws IOException {
    sweep();
    Path file = folder.resolve("results.jsonl");
    Files.writeString(file, Files.readString(file).replaceAll("\"gpu.sms\":\\d,", ""));
    return Results.read(folder);
  }

  @Test
  void areOneSettingWithAnInterval() throws IOException {
    Sharing sharing = new Sharing(withoutOtherAxes().runs());

    assertEquals(List.of("smk-even", "maestro"), sharing.settings());
    MeanInterval mean = sharing.mean("smk-even", "C1/M1", RunRecord::stp);
    assertEquals(1.2, mean.mean(), 1e-12);
    assertEquals(1.2 + 4.302653 * 0.2 / Math.sqrt(3), mean.high(), 1e-6);
  }

  @Test
  void barsOfPairsSayThatTheyAreMeans() throws IOException {
    Picture pairs = Charts.draw(withoutOtherAxes(), List.of("pairs")).get(0);

    assertTrue(pairs.caption().contains("means over 3 seeds with 95% intervals"), pairs.caption());
    assertFalse(
        Charts.draw(Folder.sweep(folder), List.of("pairs")).get(0).caption().contains("seeds"));
  }

  @Test
  void anotherAxisOfNumbersIsStillDrawn() throws IOException {
    List<String> names =
        Charts.draw(sweep(), List.of("sensitivity")).stream().map(Picture::name).toList();

    assertEquals(List.of("sensitivity-gpu-sms"), names); // the seed is none
  }

  @Test
  void theReportShowsMeansWithIntervals() throws IOException {
    String page = Report.html(withoutOtherAxes(), folder);

    assertTrue(page.contains("1.200 (0.703 to 1.697)"), page);
  }
}
