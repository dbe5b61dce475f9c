package org.polyphony.study.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.store.OutputFolder;
import org.polyphony.study.Figure;

class AgreementTest {
  private static final Figure TABLE_1 = figure("schedgpu-table1");
  private static final Figure TABLE_3 = figure("schedgpu-table3");
  private static final Figure FIGURE_4 = figure("mgb-fig4");

  @TempDir private Path folder;

  @Test
  void countsNumbersWithinTenPercentAsNear() {
    assertEquals(
        new Agreement(1, 1, 0, 0),
        written(TABLE_1, new HostRow("ARA packed", 100, 109), new HostRow("packed", 100, 111)));
  }

  @Test
  void countsPartsOfAWholeWithinFivePointsAsNear() {
    assertEquals(
        new Agreement(1, 1, 0, 0),
        written(TABLE_1, HostRow.part("W1", 0.10, 0.14), HostRow.part("W2", 0.20, 0.26)));
  }

  @Test
  void countsPartsThatAreLessThanHalfOrMoreThanOneAndAHalfTimesThePapersAsFar() {
    assertEquals(
        new Agreement(0, 2, 0, 0),
        written(TABLE_1, HostRow.part("W1", 0.02, 0), HostRow.part("W2", 0.02, 0.031)));
  }

  @Test
  void countsInputsApart() {
    assertEquals(new Agreement(0, 0, 0, 1), written(TABLE_1, new HostRow("ARA alone", 100, 100)));
  }

  @Test
  void countsWhatWasChosenAfterTheResultWasKnownApart() {
    assertEquals(
        new Agreement(1, 0, 1, 0),
        written(TABLE_3, new HostRow("fifo, s", 9, 9), new HostRow("fifo, time slices, s", 9, 9)));
  }

  @Test
  void leavesOutOtherModelsThanOurs() {
    assertEquals(
        new Agreement(0, 0, 0, 0),
        written(FIGURE_4, new HostRow("mean, kernels share by warps", 1, 1)));
  }

  @Test
  void leavesOutRowsThatThePaperDoesNotHave() {
    assertEquals(new Agreement(0, 0, 0, 0), written(TABLE_1, HostRow.only("ARA packed", 3)));
  }

  @Test
  void countsNothingOfAFigureThatWasNotMade() {
    assertEquals(new Agreement(0, 0, 0, 0), Agreement.read(folder));
  }

  private Agreement written(Figure figure, HostRow... rows) {
    Agreement.write(OutputFolder.open(folder), figure, List.of(rows));
    return Agreement.read(folder);
  }

  private static Figure figure(String name) {
    return new Figure(name, (figure, context) -> {});
  }
}
