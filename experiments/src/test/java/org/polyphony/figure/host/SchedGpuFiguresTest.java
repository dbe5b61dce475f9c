package org.polyphony.figure.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.polyphony.run.host.HostFixtures;

/** What is fitted to one instance alone gives the rest of schedGPU's numbers by itself. */
class SchedGpuFiguresTest {
  private static final double TENTH = 0.1;

  private static Map<String, HostRow> rows(HostFigure.Made made) {
    return made.rows().stream().collect(Collectors.toMap(HostRow::what, Function.identity()));
  }

  private static HostFigure.Made made(String name) {
    HostFigure figure =
        SchedGpuFigures.all().stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow();
    return figure.plan().make(HostFixtures.tools(Path.of("no-cache")), 1);
  }

  @Test
  void makespansOfTheWorkloadAreWithinATenthOfThePaper() {
    Map<String, HostRow> rows = rows(made("schedgpu-table3"));

    for (String run : List.of("without schedGPU", "fifo", "mmu", "priority-fifo", "priority-mmu")) {
      HostRow row = rows.get(run + ", s");
      assertEquals(row.paper(), row.measured(), TENTH * row.paper(), run);
    }
  }

  @Test
  void policiesComeInTheOrderOfThePaper() {
    Map<String, HostRow> rows = rows(made("schedgpu-table3"));

    double fifo = rows.get("fifo, s").measured();
    double mmu = rows.get("mmu, s").measured();
    double priorityFifo = rows.get("priority-fifo, s").measured();
    double priorityMmu = rows.get("priority-mmu, s").measured();
    assertTrue(fifo > mmu, fifo + " " + mmu);
    assertTrue(mmu > priorityFifo, mmu + " " + priorityFifo);
    assertTrue(priorityFifo >= priorityMmu, priorityFifo + " " + priorityMmu);
  }

  @Test
  void oneInstanceAloneIsAsPublished() {
    for (HostRow row : made("schedgpu-fig8").rows()) {
      assertEquals(row.paper(), row.measured(), 0.01 * row.paper(), row.what());
    }
  }

  @Test
  void stagesOfAClientTakeThePublishedTime() {
    for (HostRow row : made("schedgpu-fig9").rows()) {
      assertEquals(row.paper(), row.measured(), 0.001 * row.paper(), row.what());
    }
  }

  @Test
  void sharingDoublesTheThroughputOfPackingWhereTheGpuIsIdle() {
    Map<String, HostRow> rows = rows(made("schedgpu-fig11"));

    for (String app : List.of("ARA", "MUMmerGPU")) {
      HostRow row = rows.get(app + ", 12 instances, speed-up over packed");
      assertEquals(row.paper(), row.measured(), TENTH * row.paper(), app);
    }
  }
}
