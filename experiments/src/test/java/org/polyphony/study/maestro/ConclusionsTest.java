package org.polyphony.study.maestro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.study.Finding;
import org.polyphony.study.TestContext;
import org.polyphony.study.Verdict;

class ConclusionsTest {
  private static final String CLAIM = "all: maestro better than smk-even by STP";

  @TempDir private Path folder;

  private void found(String device, String figure, String statement, Verdict verdict) {
    Finding.write(
        OutputFolder.open(folder.resolve(device).resolve(figure)),
        "2 pairs on " + device,
        List.of(new Finding(statement, "1.139", "1.1, as \"measured\"", verdict)));
  }

  private List<Conclusions.Row> rows() {
    return Conclusions.of(MaestroFigures.parts(), folder.resolve("paper"), folder.resolve("gtx980"))
        .rows();
  }

  @Test
  void aStatementIsARowWhateverDevicesHaveTestedIt() {
    found("paper", "fig11", CLAIM, Verdict.HOLDS);
    found("gtx980", "fig11", CLAIM, Verdict.FAILS);
    found("gtx980", "table3", "classes", Verdict.FAILS);

    List<Conclusions.Row> rows = rows();

    assertEquals(2, rows.size());
    assertEquals("table3", rows.get(0).figure());
    assertTrue(rows.get(0).onPaperDevice().isEmpty());
    assertEquals(
        "1.1, as \"measured\"", rows.get(1).onPaperDevice().orElseThrow().finding().measured());
    assertEquals("2 pairs on gtx980", rows.get(1).onGtx980().orElseThrow().conditions());
  }

  @Test
  void aStatementDependsOnTheDeviceWhenBothAreSureOfTheOpposite() {
    found("paper", "fig11", CLAIM, Verdict.HOLDS);
    found("gtx980", "fig11", CLAIM, Verdict.FAILS);

    assertTrue(rows().get(0).dependsOnTheDevice());
  }

  @Test
  void aStatementWithinAnIntervalDoesNotDependOnTheDevice() {
    found("paper", "fig11", CLAIM, Verdict.HOLDS);
    found("gtx980", "fig11", CLAIM, Verdict.NOT_SHOWN);

    assertFalse(rows().get(0).dependsOnTheDevice());
    assertFalse(rows().get(0).holdOnBoth());
    assertFalse(rows().get(0).failOnBoth());
  }

  @Test
  void aStatementThatOneDeviceHasNotTestedFailsOnNeither() {
    found("paper", "fig11", CLAIM, Verdict.FAILS);

    assertFalse(rows().get(0).dependsOnTheDevice());
    assertFalse(rows().get(0).failOnBoth());
  }

  @Test
  void theTablesHaveTheVerdictsOfTheFindings() throws IOException {
    String average = "STP of maestro over non-shared execution (within 5 points)";
    found("reproduction", "fig11", average, Verdict.NOT_SHOWN);
    Path own = folder.resolve("reproduction/conclusions");

    Conclusions.FIGURE.reproduce(new TestContext(null, own, new StringWriter()).get());

    String text = Files.readString(own.resolve("CONCLUSIONS.md"));
    assertTrue(
        text.contains("\n| fig11 | spatial multitasking, SMK and GPU Maestro by category |"));
    assertTrue(text.contains(" | 0 / 1 / 0 | "), text);
    String cell = "| STP of maestro | +45.0% | 1.1, as \"measured\", ";
    assertTrue(text.contains(cell + "not shown |"), text);
  }

  @Test
  void aVerdictThatIsNoneIsRefusedWithItsFile() throws IOException {
    found("paper", "fig11", CLAIM, Verdict.HOLDS);
    Path file = folder.resolve("paper/fig11/findings.csv");
    Files.writeString(file, Files.readString(file).replace("holds", "perhaps"));

    String message = assertThrows(InvalidInputException.class, this::rows).getMessage();

    assertTrue(message.startsWith(file + ": verdict: found 'perhaps', allowed: holds,"), message);
  }
}
