package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.workload.trace.BundledTraces;

class TraceCompareCommandTest {
  /** 64 threads load, add and store a word each: what sample-saxpy is not. */
  private static final String MODEL =
      """
      {
        "schemaVersion": 1, "name": "M", "about": "a", "source": "s", "suite": "s", "type": "MEM",
        "parameters": {"n": 64},
        "arrays": {"x": {"element": 4, "count": "n"}},
        "kernels": {
          "saxpy": {
            "registers": 8, "block": [64], "grid": ["n / 64"],
            "program": ["LDG.E v = @ x[64 * bx + tx]; FADD v = v; STG.E v @ x[64 * bx + tx]"]
          }
        },
        "launches": [{"launch": "saxpy"}]
      }
      """;

  @TempDir private Path folder;

  private static String sample(String name) {
    return BundledTraces.path(name).toString();
  }

  @Test
  void findsATraceWithinAllBoundsOfItself() {
    CommandRun run =
        CommandRun.of(
            new GpuSimulation(),
            folder,
            "trace",
            "compare",
            sample("sample-saxpy"),
            "sample-saxpy");

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("L1D hit rate %"), run.out());
    assertTrue(run.out().matches("(?s).*\\b(\\d+) of \\1 figures within their bounds\\s*"));
  }

  @Test
  void saysWhatOfAModelIsOutsideWithItsParametersReplaced() throws IOException {
    Path model = Files.writeString(folder.resolve("m.json"), MODEL);
    CommandRun run =
        CommandRun.refused(
            folder,
            "trace",
            "compare",
            sample("sample-saxpy"),
            model.toString(),
            "--no-run",
            "--set",
            "n=128");

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().lines().anyMatch(l -> l.matches("thread blocks +\\d+ +2 .*")), run.out());
    assertTrue(run.out().lines().anyMatch(l -> l.matches("saxpy +store %.*outside")), run.out());
  }

  @Test
  void refusesAnUnknownParameterWithTheNearestName() throws IOException {
    Path model = Files.writeString(folder.resolve("m.json"), MODEL);

    CommandRun.refused(
            folder, "trace", "compare", sample("sample-saxpy"), model.toString(), "--set", "m=1")
        .assertBadInput("\"m\"", "did you mean n?");
  }

  @Test
  void refusesParametersForATrace() {
    CommandRun.refused(
            folder, "trace", "compare", sample("sample-saxpy"), "sample-chase", "--set", "n=1")
        .assertBadInput("--set", "with a model");
  }

  @Test
  void refusesAScaleOfNothing() {
    CommandRun.refused(folder, "trace", "compare", sample("sample-saxpy"), "BS", "--scale", "0")
        .assertBadInput("--scale", "0.0", "above 0");
  }
}
