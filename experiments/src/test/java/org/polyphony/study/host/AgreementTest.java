package org.polyphony.study.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.study.Figure;
import org.polyphony.study.engine.Studies;

class AgreementTest {
  private static final Figure TABLE_1 = Studies.bundled("schedgpu-table1");
  private static final Figure TABLE_3 = Studies.bundled("schedgpu-table3");
  private static final Figure FIGURE_4 = new Figure("mgb-fig4", (figure, context) -> {});

  @TempDir private Path folder;

  @Test
  void countsNumbersWithinTenPercentAsNear() {
    assertEquals(
        counts(1, 1, 0, 0),
        written(TABLE_1, new HostRow("ARA packed", 100, 109), new HostRow("packed", 100, 111)));
  }

  @Test
  void countsPartsOfAWholeWithinFivePointsAsNear() {
    assertEquals(
        counts(1, 1, 0, 0),
        written(TABLE_1, HostRow.part("W1", 0.10, 0.14), HostRow.part("W2", 0.20, 0.26)));
  }

  @Test
  void countsPartsThatAreLessThanHalfOrMoreThanOneAndAHalfTimesThePapersAsFar() {
    assertEquals(
        counts(0, 2, 0, 0),
        written(TABLE_1, HostRow.part("W1", 0.02, 0), HostRow.part("W2", 0.02, 0.031)));
  }

  @Test
  void countsInputsApart() {
    assertEquals(counts(0, 0, 0, 1), written(TABLE_1, new HostRow("ARA alone, GPU %", 100, 100)));
  }

  @Test
  void countsWhatWasChosenAfterTheResultWasKnownApart() {
    assertEquals(
        counts(1, 0, 1, 0),
        written(TABLE_3, new HostRow("fifo, s", 9, 9), new HostRow("fifo, time slices, s", 9, 9)));
  }

  @Test
  void leavesOutOtherModelsThanOurs() {
    assertEquals(
        Map.of("other", 1L), written(FIGURE_4, new HostRow("mean, kernels share by warps", 1, 1)));
  }

  @Test
  void leavesOutRowsThatThePaperDoesNotHave() {
    assertEquals(counts(0, 0, 0, 0), written(TABLE_1, HostRow.only("ARA packed", 3)));
  }

  @Test
  void countsNothingOfAFigureThatWasNotMade() {
    assertEquals(counts(0, 0, 0, 0), HostPapers.agreements(folder));
  }

  private Map<String, Long> written(Figure figure, HostRow... rows) {
    HostFigure.write(OutputFolder.open(folder), figure, List.of(rows));
    return HostPapers.agreements(folder);
  }

  private static Map<String, Long> counts(long near, long far, long chosen, long inputs) {
    Map<String, Long> counts =
        new TreeMap<>(Map.of("near", near, "far", far, "chosen", chosen, "input", inputs));
    counts.values().removeIf(count -> count == 0);
    return counts;
  }
}
