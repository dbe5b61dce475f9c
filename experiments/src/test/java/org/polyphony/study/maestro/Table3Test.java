package org.polyphony.study.maestro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.run.Fixtures;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.simulation.StopFlag;
import org.polyphony.study.FigureContext;
import org.polyphony.study.TestContext;

class Table3Test {
  private final StringWriter out = new StringWriter();
  private final AtomicInteger runs = new AtomicInteger();
  private final StopFlag stop = new StopFlag();
  @TempDir private Path folder;

  /** On this device BP gains 12 times from 16 SMs, HS a little more. */
  private RunResult simulate(RunRequest request, RunWatcher watcher) {
    runs.incrementAndGet();
    String name = request.workloads().get(0).name();
    double gain = name.equals("BP") ? 12 : 12.01;
    double speed = 1 + (gain - 1) * (request.gpu().sms() - 1) / 15;
    return Fixtures.result(request, stop.isRequested(), Math.round(1_200_000 / speed));
  }

  @Test
  void callsWhatIsMoreThanTwelveTimesFasterComputeIntensive() throws IOException {
    Table3.FIGURE.reproduce(context());

    String csv = Files.readString(folder.resolve("table3.csv"));
    assertTrue(csv.contains("\nBP,COM,MEM,16,"), csv);
    assertTrue(csv.contains("\nHS,COM,COM,16,"), csv);
    assertTrue(Files.readString(folder.resolve("TABLE3.md")).contains("| BP | COM | MEM |"));
    assertTrue(out.toString().contains("different: BP"), out.toString());
    assertTrue(Files.size(folder.resolve("speedup.pdf")) > 0);
  }

  @Test
  void repeatsNoRunThatHasEnded() {
    Table3.FIGURE.reproduce(context());
    assertEquals(6 * 2, runs.getAndSet(0));

    BenchmarkTable.FIGURE.reproduce(context());

    assertEquals(0, runs.get());
  }

  @Test
  void writesAndKeepsNothingWhenItIsStopped() {
    stop.request();

    Table3.FIGURE.reproduce(context());

    assertFalse(Files.exists(folder.resolve("table3.csv")));
    assertEquals(0, runs.get());
  }

  @Test
  void replacesTheTableInAReadme() throws IOException {
    Path readme =
        Files.writeString(
            folder.resolve("README.md"),
            "above\n<!-- benchmarks: begin -->\nold\n<!-- benchmarks: end -->\nbelow\n");

    BenchmarkTable.FIGURE.reproduce(context());

    String text = Files.readString(readme);
    assertTrue(text.startsWith("above\n<!-- benchmarks: begin -->\n\nMade by `polyphony"), text);
    assertTrue(text.endsWith("|\n\n<!-- benchmarks: end -->\nbelow\n"), text);
    assertTrue(text.contains("| HS | COM | 12.0 |"), text);
    assertFalse(text.contains("old"), text);
  }

  private FigureContext context() {
    return new TestContext(this::simulate, folder, out)
        .benchmarks(List.of("BP", "HS"))
        .stop(stop)
        .get();
  }
}
