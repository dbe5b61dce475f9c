package org.polyphony.study.silicon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;
import org.polyphony.study.TestContext;

/** With a device on which each thread block has its share of an SM, whatever runs beside it. */
@Tag("slow") // runs figures
class SmkSiliconTest {
  private static final int STEP = 5_000;
  private static final int STEPS = 120; // 600,000 cycles
  private static final long A_BLOCK = 398_080; // thread instructions in a step

  private final StringWriter out = new StringWriter();
  private final ConcurrentLinkedQueue<RunRequest> requests = new ConcurrentLinkedQueue<>();
  @TempDir private Path folder;

  private RunResult simulate(RunRequest request, RunWatcher watcher) {
    requests.add(request);
    List<RunResult.EpochRow> epochs = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      long start = (long) step * STEP;
      for (int w = 0; w < request.workloads().size(); w++) {
        Object each = request.sharing().parameters().get("threadBlocks");
        long blocks = ((Number) ((List<?>) each).get(w)).longValue();
        epochs.add(
            new RunResult.EpochRow(
                step, start, start + STEP, w, "k", 1, blocks * A_BLOCK, 1, 1, Optional.empty()));
      }
    }
    return Fixtures.result(request, List.of(), epochs);
  }

  @Test
  void putsItsSectionIntoTheValidation() throws IOException {
    SmkSilicon.FIGURE.reproduce(context(Scale.QUICK));

    String text = Files.readString(folder.resolve("VALIDATION.md"));
    assertTrue(text.contains("<!-- smk-silicon: begin -->"), text);
    assertTrue(out.toString().contains("STP of 2 co-runs: mean absolute error"), out + "");
    assertTrue(Files.size(folder.resolve("smk-silicon/agreement.svg")) > 0);
    // 2 and 6 of 8 thread blocks
    List<String> rows = Files.readAllLines(folder.resolve("smk-silicon/smk.csv"));
    assertEquals(3, rows.size());
    assertTrue(rows.get(1).startsWith("lookup,fma,2/6,1.0000,1.2500,2.6667,2.0000,"), rows.get(1));
    assertEquals(3, Files.readAllLines(folder.resolve("smk-silicon/smk-alone.csv")).size());
  }

  @Test
  void runsSixHundredThousandCyclesUnlessToldOtherwise() throws IOException {
    SmkSilicon.FIGURE.reproduce(context(Scale.QUICK));

    String text = Files.readString(folder.resolve("VALIDATION.md"));
    assertTrue(text.contains("600,000 cycles"), text);
  }

  @Test
  void runsPairsOfEqualPartsUnderEachOrder() throws IOException {
    SmkSilicon.FIGURE.reproduce(context(Scale.QUICK));

    String text = Files.readString(folder.resolve("VALIDATION.md"));
    assertTrue(text.contains("| gto / none | 1 |"), text);
    assertTrue(text.contains("| lrr / none | 1 |"), text);
    assertTrue(text.contains("| gto / ipr | 1 |"), text);
  }

  @Test
  void runsASixteenthOrAQuarterWithTheMeasuredSplitOfL1() throws IOException {
    SmkSilicon.FIGURE.reproduce(context(Scale.QUICK));
    RunRequest sixteenth = requests.peek();
    requests.clear();
    SmkSilicon.FIGURE.reproduce(context(Scale.PAPER));
    RunRequest quarter = requests.peek();

    assertEquals(8, sixteenth.gpu().sms());
    assertEquals(4, sixteenth.gpu().dram().channels());
    assertEquals(33, quarter.gpu().sms());
    assertEquals((192 - 4) * 1024, quarter.gpu().l1d().bytes());
    assertEquals(64 * 1024, quarter.gpu().sm().sharedMemoryBytes());
  }

  @Test
  void repeatsNoRun() throws IOException {
    SmkSilicon.FIGURE.reproduce(context(Scale.QUICK));
    requests.clear();

    SmkSilicon.FIGURE.reproduce(context(Scale.QUICK));

    assertTrue(requests.isEmpty());
  }

  private FigureContext context(Scale scale) throws IOException {
    Path measured =
        Files.writeString(
            folder.resolve("m.json"),
            """
            {"device": {"sms": 132}, "kernels": {"lookup": {"aloneRateByK": [5e6, 9e6]}}, "pairs": [
            {"first": "lookup", "second": "fma", "k": [2, 6], "progress": [0.5, 0.75], "stp": 1.25, "antt": 2.0},
            {"first": "lookup", "second": "fma", "k": [4, 4], "progress": [0.5, 0.75], "stp": 1.25, "antt": 2.0}]}
            """);
    return new TestContext(this::simulate, folder, out)
        .measured(measured)
        .effort(TestContext.effort(scale, 1))
        .get();
  }
}
