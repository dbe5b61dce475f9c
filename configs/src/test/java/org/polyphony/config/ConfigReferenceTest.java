package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
}
