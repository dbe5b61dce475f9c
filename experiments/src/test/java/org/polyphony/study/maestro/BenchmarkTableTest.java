package org.polyphony.study.maestro;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.Home;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.study.FigureContext;
import org.polyphony.study.TestContext;

/** The table of {@code workloads/README.md} is held against the program. */
class BenchmarkTableTest {
  private final StringWriter out = new StringWriter();
  @TempDir private Path folder;

  private static String readme() throws IOException {
    return Files.readString(Home.find().resolve("workloads/README.md"));
  }

  private FigureContext context(String... benchmarks) {
    return new TestContext(new GpuSimulation(), folder, out).benchmarks(List.of(benchmarks)).get();
  }

  @Test
  void isOfTheDevicesModelsAndVersionOfResultsThatTheProgramHas() throws IOException {
    assertTrue(
        readme().contains(BenchmarkTable.inputs(context())),
        "older than the program, which has "
            + BenchmarkTable.inputs(context())
            + ": ./polyphony reproduce benchmarks --jobs 2 --out workloads");
  }

  @Test
  void hasTheRowOfTheShortestBenchmarkAsTheProgramPrintsIt() throws IOException {
    BenchmarkTable.FIGURE.reproduce(context("LUD"));

    String row = out.toString().lines().filter(line -> line.startsWith("| LUD")).findFirst().get();
    assertTrue(readme().contains("\n" + row + "\n"), row);
  }
}
