package org.polyphony.study.maestro;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.Home;
import org.polyphony.run.Progress;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.StopFlag;
import org.polyphony.store.OutputFolder;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;

/** The table of {@code workloads/README.md} is held against the program. */
class BenchmarkTableTest {
  private final StringWriter out = new StringWriter();
  @TempDir private Path folder;

  private static String readme() throws IOException {
    return Files.readString(Home.find().resolve("workloads/README.md"));
  }

  private FigureContext context(String... benchmarks) {
    return new FigureContext(
        new FigureContext.Tools(new GpuSimulation(), folder.resolve("cache"), "a build"),
        new FigureContext.Inputs(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            "",
            "compiled",
            List.of(benchmarks),
            List.of(),
            Optional.empty()),
        new FigureContext.Effort(Scale.QUICK, 2),
        OutputFolder.open(folder),
        "polyphony reproduce",
        new PrintWriter(out),
        Progress.SILENT,
        new StopFlag());
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
