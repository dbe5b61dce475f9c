package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.Results;
import org.polyphony.results.View;

class SensitivityChartTest {
  @RegisterExtension private final Folder folder = new Folder();

  /** Writes a sweep of two policies on two pairs over the sizes of a cache. */
  private void sweep(int... kib) throws IOException {
    sweepOf(2, kib);
  }

  private void sweepOf(int pairs, int... kib) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String policy : new String[] {"smk-even", "maestro"}) {
      for (int size : kib) {
        String axes = "\"axes\":{\"gpu.l2.bytes\":" + 1024 * size + ",";
        double stp = 1 + size / 4096.0;
        for (int pair = 0; pair < pairs; pair++) {
          String line = Folder.pair(policy, "C" + (pair + 1), "M1", stp + 0.1 * pair);
          lines.append(line.replace("\"axes\":{", axes));
        }
      }
    }
    folder.write("results.jsonl", lines);
  }

  private Results read(Map<String, String> names, String baseline) {
    DisplayNames shown = new DisplayNames(names, path -> path.endsWith("bytes") ? "B" : "cycles");
    return Results.read(folder.at(""), new View(shown, false, baseline));
  }

  private Results read() {
    return read(Map.of(), "");
  }

  private static String words(Results results, String chart) throws IOException {
    return Folder.words(results, chart);
  }

  @Test
  void drawsALineForEachPolicyOverValuesWithTheirUnits() throws IOException {
    sweep(256, 512, 2048);

    String words = words(read(), "sensitivity");

    for (String word : List.of("256 KiB", "512 KiB", "2 MiB", "smk-even", "maestro")) {
      assertTrue(words.contains(word), words);
    }
    assertFalse(words.contains("bytes="), words); // it is the axis
  }

  @Test
  void drawsIntervalsFromFiveSetsOfWorkloadsOnAndAPointForEach() throws IOException {
    sweepOf(4, 256, 512, 2048);
    assertFalse(words(read(), "sensitivity").contains("95% interval"));
    sweepOf(5, 256, 512, 2048);

    String words = words(read(), "sensitivity");

    assertTrue(words.contains("95% interval"), words);
    assertTrue(words.contains("each set of workloads"), words);
  }

  @Test
  void drawsAPanelForEachSetOfWorkloadsOnRequest() throws IOException {
    sweep(256, 512, 2048);

    List<Picture> pictures = Charts.draw(read(), List.of("sensitivity-pairs"));

    assertEquals("sensitivity-pairs-gpu-l2-bytes-stp", pictures.get(0).name());
    String words = Folder.words(pictures.get(0));
    assertTrue(words.contains("C1/M1") && words.contains("C2/M1"), words);
  }

  @Test
  void drawsAPolicyOverTheBaselineThatIsAskedFor() throws IOException {
    sweep(256, 512, 2048);

    Results results = read(Map.of(), "smk-even");
    String caption = Charts.draw(results, List.of("sensitivity")).get(0).caption();

    assertTrue(caption.startsWith("STP and ANTT over smk-even by gpu.l2.bytes"), caption);
  }

  @Test
  void namesTheAxisAsItsReaderDoes() throws IOException {
    sweep(256, 512, 2048);

    String words = words(read(Map.of("gpu.l2.bytes", "L2 size"), ""), "sensitivity");

    assertTrue(words.contains("L2 size"), words);
    assertFalse(words.contains("gpu.l2.bytes"), words);
  }

  @Test
  void aUnitThatTicksDoNotHaveIsInTheLabel() throws IOException {
    sweep(256, 512, 2048);
    folder.write(
        "results.jsonl", folder.read("results.jsonl").replace("gpu.l2.bytes", "gpu.l2.latency"));

    String words = words(read(), "sensitivity");

    assertTrue(words.contains("gpu.l2.latency (cycles)"), words);
  }

  @Test
  void settingsCarryAsManyStepsOfAKeyAsTellItApart() throws IOException {
    sweep(256, 512, 2048);
    String two = "\"gpu.l1d.bytes\":16384,\"gpu.l2.bytes\"";
    folder.write("results.jsonl", folder.read("results.jsonl").replace("\"gpu.l2.bytes\"", two));

    String setting = read().runs().get(0).setting();

    assertEquals("smk-even, l1d.bytes=16 KiB, l2.bytes=256 KiB", setting);
  }

  @Test
  void isNotDrawnOverANumberOfTwoValues() throws IOException {
    sweep(256, 512);

    List<String> names = Charts.draw(read(), List.of()).stream().map(Picture::name).toList();

    assertTrue(names.stream().noneMatch(name -> name.startsWith("sensitivity")), names.toString());
  }
}
