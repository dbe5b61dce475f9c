package org.polyphony.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class InputFileTest {
  @TempDir private Path folder;

  @Test
  @Timeout(20)
  void refusesAPipeThatNobodyWritesTo() throws IOException, InterruptedException {
    Path pipe = folder.resolve("pipe.json");
    new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();

    String message =
        assertThrows(InvalidInputException.class, () -> InputFile.text(pipe)).getMessage();

    assertEquals(pipe + ": a pipe or a device; give a regular file", message);
  }

  @Test
  void leavesOutAByteOrderMark() throws IOException {
    Path file = Files.writeString(folder.resolve("a.json"), "\uFEFF{}");

    assertEquals("{}", InputFile.text(file));
  }
}
