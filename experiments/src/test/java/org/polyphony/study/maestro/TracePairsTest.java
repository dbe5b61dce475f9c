package org.polyphony.study.maestro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.InvalidInputException;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;
import org.polyphony.study.TestContext;
import org.polyphony.workload.trace.BundledTraces;

class TracePairsTest {
  /** Together; alone 100 cycles. Models and what is repeated agree on all but two policies. */
  private static final Map<String, Long> OF_MODELS =
      Map.of("spatial-even", 160L, "smk-even", 200L, "maestro", 125L, "tutti", 120L);

  private static final Map<String, Long> OF_TRACES =
      Map.of("spatial-even", 160L, "smk-even", 250L, "maestro", 200L, "tutti", 120L);

  private final StringWriter out = new StringWriter();
  @TempDir private Path folder;

  @BeforeEach
  void copyASampleAsIfItWereBenchmarks() throws IOException {
    for (String program : List.of("backprop", "hotspot", "bfs", "other")) {
      Path to = Files.createDirectories(folder.resolve("traces").resolve(program));
      try (Stream<Path> files = Files.list(BundledTraces.path("sample-chase").getParent())) {
        for (Path file : files.toList()) {
          Files.copy(file, to.resolve(file.getFileName().toString()));
        }
      }
    }
  }

  private RunResult simulate(RunRequest request, RunWatcher watcher) {
    if (request.workloads().size() == 1) {
      return Fixtures.result(request, !watcher.shouldContinue(0, 1_000_000_000, 0), 100);
    }
    boolean isRepeated = request.workloads().get(0).steps() > 1_000; // trace, or its input
    String policy = request.sharing().policy();
    return Fixtures.result(request, false, (isRepeated ? OF_TRACES : OF_MODELS).get(policy));
  }

  @Test
  void setsTracesBesideModels() throws IOException {
    TracePairs.FIGURE.reproduce(context(Optional.of(folder.resolve("traces"))));

    String text = Files.readString(folder.resolve("VALIDATION.md"));
    assertTrue(text.contains("\n- 3 pairs (1 of 1 COM/COM, 2 of 2 COM/MEM, 0 of 0 MEM/MEM;"), text);
    // STP 200 / 125 and 200 / 200
    for (String row :
        List.of(
            "\\| STP maestro \\| 1.600 \\| \\S+ \\| 1.000 \\| \\S+ \\| 1.000 \\|",
            "\\| STP maestro over spatial-even \\| 1.280 \\| \\S+ \\| 0.800 \\| \\S+ \\| 0.800")) {
      assertTrue(Pattern.compile(row).matcher(text).find(), text);
    }
    assertEquals(
        1 + 2 * 24, Files.readAllLines(folder.resolve("trace-pairs/agreement.csv")).size());
    assertTrue(Files.size(folder.resolve("trace-pairs/agreement.png")) > 0);
    assertTrue(out.toString().contains("STP spatial-even"), out.toString());
  }

  @Test
  void needsTracesOfTwoBenchmarks() {
    var none =
        assertThrows(
            InvalidInputException.class,
            () -> TracePairs.FIGURE.reproduce(context(Optional.empty())));
    var one =
        assertThrows(
            InvalidInputException.class,
            () -> TracePairs.FIGURE.reproduce(context(Optional.of(folder.resolve("traces/bfs")))));

    assertEquals("--traces: missing; give a folder with traces of benchmarks", none.getMessage());
    assertTrue(one.getMessage().startsWith("--traces: found traces of [BFS] in"), one.getMessage());
  }

  private FigureContext context(Optional<Path> traces) {
    return new TestContext(this::simulate, folder, out)
        .traces(traces.orElse(null))
        .effort(TestContext.effort(Scale.QUICK, 1))
        .get();
  }
}
