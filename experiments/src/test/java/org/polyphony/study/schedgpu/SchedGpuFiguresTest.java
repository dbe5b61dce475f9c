package org.polyphony.study.schedgpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.results.CsvTable;
import org.polyphony.run.host.HostFixtures;
import org.polyphony.study.Figure;
import org.polyphony.study.TestContext;
import org.polyphony.study.engine.Studies;
import org.polyphony.study.host.HostRow;
import org.polyphony.study.host.HostStudy;

/** What is fitted to one instance alone, with the chosen launches, beside schedGPU's numbers. */
class SchedGpuFiguresTest {
  @TempDir private Path folder;

  private CsvTable made(Figure figure) {
    TestContext context =
        new TestContext(
            (request, watcher) -> {
              throw new AssertionError("simulated a device");
            },
            folder,
            new StringWriter());
    figure.reproduce(context.get());
    return CsvTable.read(folder.resolve("comparison.csv"));
  }

  private static void assertNear(CsvTable rows, int row, double part) {
    double paper = rows.number(row, "paper");
    assertEquals(paper, rows.number(row, "measured"), part * paper, rows.text(row, "row"));
  }

  @Tag("slow")
  @Test
  void makespansWithTheChosenLaunchesAreWithinATenthOfThePaper() {
    CsvTable rows = made(Studies.bundled("schedgpu-table3"));

    for (int row = 0; row < 5 * 3; row += 3) { // s, GPU %, memory %
      assertNear(rows, row, 0.1);
    }
  }

  @Tag("slow")
  @Test
  void oneInstanceAloneIsAsPublished() {
    CsvTable rows = made(Studies.bundled("schedgpu-fig8"));

    for (int row = 0; row < rows.rows(); row++) {
      assertNear(rows, row, 0.01);
    }
  }

  @Test
  void stagesOfAClientTakeThePublishedTime() {
    for (HostRow row :
        SchedGpuFigures.fig9(new HostStudy(HostFixtures.tools(Path.of("no-cache")))).rows()) {
      assertEquals(row.paper(), row.measured(), 0.001 * row.paper(), row.what());
    }
  }
}
