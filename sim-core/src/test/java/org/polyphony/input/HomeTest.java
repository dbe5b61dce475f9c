package org.polyphony.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeTest {
  private static final String PROPERTY = "polyphony.home";

  private final String before = System.getProperty(PROPERTY);
  @TempDir private Path temporary;

  @AfterEach
  void restoreTheProperty() {
    if (before == null) {
      System.clearProperty(PROPERTY);
    } else {
      System.setProperty(PROPERTY, before);
    }
  }

  @Test
  void followsTheProperty() throws IOException {
    Files.createDirectories(temporary.resolve("configs/gpus"));
    System.setProperty(PROPERTY, temporary.toString());

    assertEquals(temporary, Home.find());
  }

  @Test
  void withoutThePropertyLiesAboveTheWorkingFolder() {
    System.clearProperty(PROPERTY);

    assertTrue(Files.exists(Home.find().resolve("configs/gpus/gtx980.json")));
  }

  @Test
  void aPropertyThatNamesAnotherFolderIsAnError() {
    System.setProperty(PROPERTY, temporary.toString());

    InvalidInputException error = assertThrows(InvalidInputException.class, Home::find);
    assertEquals(
        "polyphony.home: no folder at or above "
            + temporary
            + " holds configs/gpus; give the folder of the bundled configs as"
            + " -Dpolyphony.home=FOLDER",
        error.getMessage());
  }
}
