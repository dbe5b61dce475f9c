package org.polyphony.study.maestro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.run.Fixtures;
import org.polyphony.study.FigureContext;
import org.polyphony.study.TestContext;
import org.polyphony.study.engine.Studies;

class PaperFiguresTest {
  private final StringWriter out = new StringWriter();
  @TempDir private Path folder;

  @Test
  void tracesTwoBenchmarksTogetherAndAlone() throws IOException {
    IpcTrace.figure7().reproduce(context());

    for (String run : List.of("LC-BS", "LC-BS-lrr", "LC", "BS")) {
      assertTrue(Files.size(folder.resolve(run).resolve("ipc.csv")) > 0, run);
    }
    assertTrue(Files.size(folder.resolve("ipc.svg")) > 0);
    assertTrue(
        Files.readString(folder.resolve("LC-BS-lrr/resolved.json"))
            .matches("(?s).*\"kernelScheduler\" ?: ?\"lrr\".*"));
    assertTrue(out.toString().contains("- LC and BS, none: LC IPC of an SM 0.1, half"), out + "");
    assertTrue(out.toString().contains("\n- LC and BS, lrr: LC IPC of an SM 0.1, half"), out + "");
  }

  @Test
  void setsEvenAndBestPartsBesideThePaper() throws IOException {
    Studies.bundled("fig2").reproduce(context());

    assertEquals(25, Files.readAllLines(folder.resolve("results.csv")).size());
    assertTrue(Files.size(folder.resolve("partitions.pdf")) > 0);
    assertTrue(out.toString().contains("even 1.000, best 1.000 at"), out.toString());
  }

  private FigureContext context() {
    return new TestContext((request, watcher) -> Fixtures.result(request, false), folder, out)
        .get();
  }
}
