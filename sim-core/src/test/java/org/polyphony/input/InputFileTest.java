package org.polyphony.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16LE", "UTF-16BE"})
  void readsTheEncodingOfAByteOrderMark(String charset) throws IOException {
    Path file = folder.resolve("a.json");
    Files.writeString(file, "\uFEFF{\u00e4}", Charset.forName(charset));

    assertEquals("{\u00e4}", InputFile.text(file));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "ab"})
  void readsTextsShorterThanAByteOrderMark(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("a.json"), text);

    assertEquals(text, InputFile.text(file));
  }

  @Test
  void saysWhichEncodingsItReads() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "x\u00e4", StandardCharsets.ISO_8859_1);

    String message =
        assertThrows(CharacterCodingException.class, () -> InputFile.text(file)).getMessage();

    assertEquals("not a text in UTF-8, or in UTF-16 with a byte order mark", message);
  }
}
