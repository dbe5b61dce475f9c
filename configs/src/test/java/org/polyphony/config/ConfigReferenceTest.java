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

  private static Path readme() {
    return Home.find().resolve("configs").resolve("README.md");
  }

  @BeforeAll
  static void writeItAnewIfAsked() throws IOException {
    if (System.getProperty("polyphony.update") != null) {
      String prose = Files.readString(readme()).split(FIRST, 2)[0];
      Files.writeString(readme(), prose + ConfigReference.markdown());
    }
  }

  @Test
  void readmeHasTheTablesOfTheSchemas() throws IOException {
    String text = Files.readString(readme());

    int start = text.indexOf(FIRST);
    assertTrue(start >= 0, "no tables in README.md");
    assertEquals(ConfigReference.markdown(), text.substring(start));
  }

  @Test
  void aRowHasTypeUnitDefaultAndMeaning() {
    assertTrue(
        ConfigReference.markdown()
            .contains(
                "| `instructionBudget` | integer of 1 or more | thread instructions | `1000000000`"
                    + " | a workload ends after this many at the latest |\n"));
  }

  @Test
  void aRowOfANestedArrayShowsItsPath() {
    assertTrue(
        ConfigReference.markdown()
            .contains(
                "| `sm.pipes[].executes[].latency` | integer from 1 to 512 | core cycles | required"
                    + " |"));
  }

  @Test
  void phasesWithinPhasesAreExplainedOnce() {
    String text = ConfigReference.markdown();

    assertTrue(text.contains("| `phases[].cpu` | number | s |  | computes at the highest clock |"));
    assertTrue(text.contains("| `phases[].phases` | array |  |  | repeat: what is repeated |\n"));
    assertFalse(text.contains("`phases[].phases[].cpu`"));
  }
}
