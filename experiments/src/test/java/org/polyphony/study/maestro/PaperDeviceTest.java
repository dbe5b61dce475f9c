package org.polyphony.study.maestro;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.Scale;
import org.polyphony.study.TestContext;
import org.polyphony.study.engine.Studies;
import org.polyphony.study.pairs.PairSeeds;

/** What figures say of the paper's own simulator as a device, beside {@code gtx980}. */
class PaperDeviceTest {
  /** Alone 100 cycles; together: */
  private static final Map<String, Long> CYCLES =
      Map.of("spatial-even", 160L, "smk-even", 200L, "maestro", 125L, "tutti", 120L);

  private final List<RunRequest> shared = new ArrayList<>();
  @TempDir private Path folder;

  private synchronized RunResult simulate(RunRequest request, RunWatcher watcher) {
    if (request.workloads().size() == 1) {
      return Fixtures.result(request, false, 100);
    }
    shared.add(request);
    return Fixtures.result(request, false, CYCLES.get(request.sharing().policy()));
  }

  private FigureContext context(String gpu, String order, long cycles) {
    return new TestContext(this::simulate, folder.resolve("out"), new StringWriter())
        .device(gpu, order)
        .benchmarks(List.of("BP", "HS"))
        .results(folder.resolve("runs.jsonl"))
        .effort(
            new FigureContext.Effort(
                Scale.PAPER, 1, 1, PairSeeds.ONE, OptionalLong.of(cycles), Instant.MAX))
        .get();
  }

  @Test
  void whatIsFoundOnItSaysTheOrderOfInstructions() {
    Studies.bundled("fig11").reproduce(context("gtx980-gpgpusim3", "source", 0));

    List<Finding.Recorded> found = Finding.read(folder.resolve("out"));
    assertEquals(6 + 3 + 6, found.size()); // averages, claims about COM/COM and about all pairs
    assertEquals(
        "1 pairs on gtx980-gpgpusim3, workloads in source order, rounds of a billion thread"
            + " instructions or all",
        found.get(0).conditions());
  }

  @Test
  void switchesChangeOneAssumptionAtATime() throws IOException {
    Switches.FIGURE.reproduce(context("", "compiled", 0));

    List<String> fills = new ArrayList<>();
    for (RunRequest request : shared) {
      if (request.sharing().policy().equals("maestro")) {
        fills.add(
            request.gpu().l2().fill()
                + " "
                + request.gpu().dram().schedulerQueue()
                + " "
                + request.gpu().dram().channels());
      }
    }
    assertEquals(
        List.of(
            "line 16 4", // as the paper's
            "line 16 4", // order
            "sector 16 4", // fills
            "line 16 4", // MSHRs
            "line 16 4", // memory pipes
            "line 128 4", // DRAM queues
            "line 16 8", // DRAM channels
            "line 16 4", // execution pipes
            "line 16 4", // fetch
            "sector 128 8"), // all
        fills);
    assertEquals(1 + 10 * 3, Files.readAllLines(folder.resolve("out/switches.csv")).size());
  }
}
