package org.polyphony.study.maestro;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
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
import org.polyphony.study.Verdict;
import org.polyphony.study.engine.Studies;
import org.polyphony.study.pairs.PairSeeds;

/** What figures say of the paper's own simulator as a device, beside {@code gtx980}. */
class PaperDeviceTest {
  /** Alone 100 cycles; together: */
  private static final Map<String, Long> CYCLES =
      Map.of("spatial-even", 160L, "smk-even", 200L, "maestro", 125L, "tutti", 120L);

  @TempDir private Path folder;

  private RunResult simulate(RunRequest request, RunWatcher watcher) {
    if (request.workloads().size() == 1) {
      return Fixtures.result(request, false, 100);
    }
    return Fixtures.result(request, false, CYCLES.get(request.sharing().policy()));
  }

  private FigureContext context(String gpu, long cycles) {
    return new TestContext(this::simulate, folder.resolve("out"), new StringWriter())
        .device(gpu)
        .benchmarks(List.of("BP", "HS"))
        .results(folder.resolve("runs.jsonl"))
        .effort(
            new FigureContext.Effort(
                Scale.PAPER, 1, 1, PairSeeds.ONE, OptionalLong.of(cycles), Instant.MAX))
        .get();
  }

  @Test
  void whatIsFoundOnItNamesTheDevice() {
    Studies.bundled("fig11").reproduce(context("gtx980-gpgpusim3", 0));

    List<Finding.Recorded> found = Finding.read(folder.resolve("out"));
    List<Finding.Recorded> tested =
        found.stream().filter(of -> of.finding().verdict() != Verdict.NONE).toList();
    assertEquals(6 + 3 + 6, tested.size()); // averages, claims about COM/COM and about all pairs
    assertEquals(
        "1 pairs on gtx980-gpgpusim3, rounds of a billion thread instructions or all",
        found.get(0).conditions());
  }
}
