package org.polyphony.study.schedgpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.polyphony.run.host.HostFixtures;
import org.polyphony.study.host.HostFigure;
import org.polyphony.study.host.HostRow;
import org.polyphony.study.host.HostStudy;

/** What is fitted to one instance alone, with the chosen launches, beside schedGPU's numbers. */
class SchedGpuFiguresTest {
  private static final double TENTH = 0.1;

  private static Map<String, HostRow> rows(HostFigure.Made made) {
    return made.rows().stream().collect(Collectors.toMap(HostRow::what, Function.identity()));
  }

  private static HostFigure.Made made(Function<HostStudy, HostFigure.Made> figure) {
    return figure.apply(new HostStudy(HostFixtures.tools(Path.of("no-cache"))));
  }

  @Test
  void makespansWithTheChosenLaunchesAreWithinATenthOfThePaper() {
    Map<String, HostRow> rows = rows(made(SchedGpuFigures::table3));

    for (String run : List.of("without schedGPU", "fifo", "mmu", "priority-fifo", "priority-mmu")) {
      HostRow row = rows.get(run + ", s");
      assertEquals(row.paper(), row.measured(), TENTH * row.paper(), run);
    }
  }

  @Test
  void oneInstanceAloneIsAsPublished() {
    for (HostRow row : made(SchedGpuFigures::fig8).rows()) {
      assertEquals(row.paper(), row.measured(), 0.01 * row.paper(), row.what());
    }
  }

  @Test
  void stagesOfAClientTakeThePublishedTime() {
    for (HostRow row : made(SchedGpuFigures::fig9).rows()) {
      assertEquals(row.paper(), row.measured(), 0.001 * row.paper(), row.what());
    }
  }
}
