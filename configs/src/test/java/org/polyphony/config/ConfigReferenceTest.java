package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.polyphony.input.Home;

class ConfigReferenceTest {
  private static final String FIRST = "## Keys of an experiment\n";

  private static Path page() {
    return Home.find().resolve("configs").resolve("REFERENCE.md");
  }

  @BeforeAll
  static void writeItAnewIfAsked() throws IOException {
    if (System.getProperty("polyphony.update") != null) {
      String prose = Files.readString(page()).split(FIRST, 2)[0];
      Files.writeString(page(), prose + ConfigReference.markdown());
    }
  }

  @Test
  void theReferenceHasTheTablesOfTheSchemas() throws IOException {
    String text = Files.readString(page());

    int start = text.indexOf(FIRST);
    assertTrue(start >= 0, "no tables in REFERENCE.md");
    assertEquals(ConfigReference.markdown(), text.substring(start));
  }

  @Test
  void aRowHasTypeUnitDefaultAndMeaning() {
    assertTrue(
        ConfigReference.markdown()
            .contains(
                "| `instructionBudget` | integer ≥ 1, thread instructions; `1000000000`"
                    + " | instructions after which a workload finishes early |\n"));
  }

  @Test
  void aRowOfANestedArrayShowsItsPath() {
    assertTrue(
        ConfigReference.markdown()
            .contains("| `sm.pipes[].executes[].latency` | integer 1..512, core cycles |"));
  }

  @Test
  void phasesWithinPhasesAreExplainedOnce() {
    String text = ConfigReference.markdown();

    assertTrue(
        text.contains("| `phases[].cpu` | number, s; optional | CPU time at the highest clock |"));
    assertTrue(
        text.contains("| `phases[].phases` | array; optional | repeat: phases to repeat |\n"));
    assertFalse(text.contains("`phases[].phases[].cpu`"));
  }
}
