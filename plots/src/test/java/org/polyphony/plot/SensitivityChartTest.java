package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.polyphony.plot.Folder.assertHas;
import static org.polyphony.plot.Folder.assertLacks;
import static org.polyphony.plot.Folder.names;
import static org.polyphony.plot.Folder.words;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.Results;
import org.polyphony.results.View;

class SensitivityChartTest {
  @TempDir private Path folder;

  /** Writes a sweep of two policies on some pairs over the sizes of a cache. */
  private void sweep(int pairs, int... kib) throws IOException {
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
    Files.writeString(folder.resolve("results.jsonl"), lines);
  }

  private Results read(Map<String, String> names, String baseline) {
    DisplayNames shown = new DisplayNames(names, path -> path.endsWith("bytes") ? "B" : "cycles");
    return Results.read(folder, new View(shown, false, baseline));
  }

  private void replaceInSweep(String text, String other) throws IOException {
    Path lines = folder.resolve("results.jsonl");
    Files.writeString(lines, Files.readString(lines).replace(text, other));
  }

  private Results read() {
    return read(Map.of(), "");
  }

  @Test
  void drawsALineForEachPolicyOverValuesWithTheirUnitsAndNames() throws IOException {
    sweep(2, 256, 512, 2048);

    String words = words(read(), "sensitivity");
    assertHas(words, "256 KiB", "512 KiB", "2 MiB", "smk-even", "maestro");
    assertLacks(words, "bytes="); // it is the axis

    String renamed = words(read(Map.of("gpu.l2.bytes", "L2 size"), ""), "sensitivity");
    assertHas(renamed, "L2 size");
    assertLacks(renamed, "gpu.l2.bytes");

    Results over = read(Map.of(), "smk-even");
    String caption = Charts.draw(over, List.of("sensitivity")).get(0).caption();
    assertTrue(caption.startsWith("STP and ANTT over smk-even by gpu.l2.bytes"), caption);

    replaceInSweep("gpu.l2.bytes", "gpu.l2.latency"); // a unit that ticks do not have
    assertHas(words(read(), "sensitivity"), "gpu.l2.latency (cycles)");

    sweep(2, 256, 512);
    assertLacks(names(read()).toString(), "sensitivity");
  }

  @Test
  void drawsIntervalsFromFiveSetsOfWorkloadsOnAndAPointForEach() throws IOException {
    sweep(4, 256, 512, 2048);
    assertFalse(words(read(), "sensitivity").contains("95% interval"));
    sweep(5, 256, 512, 2048);

    String words = words(read(), "sensitivity");

    assertHas(words, "95% interval", "each set of workloads");
  }

  @Test
  void drawsAPanelForEachSetOfWorkloadsOnRequest() throws IOException {
    sweep(2, 256, 512, 2048);

    List<Picture> pictures = Charts.draw(read(), List.of("sensitivity-pairs"));

    assertEquals("sensitivity-pairs-gpu-l2-bytes-stp", pictures.get(0).name());
    assertHas(words(pictures.get(0)), "C1/M1", "C2/M1");
  }

  @Test
  void settingsCarryAsManyStepsOfAKeyAsTellItApart() throws IOException {
    sweep(2, 256, 512, 2048);
    replaceInSweep("\"gpu.l2.bytes\"", "\"gpu.l1d.bytes\":16384,\"gpu.l2.bytes\"");

    String setting = read().runs().get(0).setting();

    assertEquals("smk-even, l1d.bytes=16 KiB, l2.bytes=256 KiB", setting);
  }
}
