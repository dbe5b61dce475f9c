package org.polyphony.results.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.input.InvalidInputException;

class OutputFolderTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"../x.csv", "/x.csv", "a/x.csv", "a\\x.csv", "", ".", "..", "a\nb"})
  void refusesANameThatIsNoFilesOfTheFolder(String name) throws IOException {
    OutputFolder out = OutputFolder.open(folder);

    assertThrows(InvalidInputException.class, () -> out.file(name));

    assertEquals(List.of(), out.names(""));
  }

  @Test
  void refusesToReplaceALink() throws IOException {
    OutputFolder out = OutputFolder.open(folder.resolve("out"));
    Files.createSymbolicLink(out.file("x.csv"), Files.createFile(folder.resolve("other")));

    assertThrows(InvalidInputException.class, () -> out.file("x.csv"));
    assertThrows(InvalidInputException.class, () -> out.requireOwn(List.of("x.csv")));
  }

  @Test
  void refusesAListThatIsNoText() throws IOException {
    Files.write(folder.resolve(".polyphony"), new byte[] {'a', (byte) 0xff, '\n'});

    Exception e = assertThrows(InvalidInputException.class, () -> OutputFolder.open(folder));

    assertTrue(e.getMessage().contains(".polyphony: not a text in UTF-8"), e.getMessage());
  }

  @Test
  void removesALinkAndNotWhereItLeads() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.createFile(other.resolve("x.csv"));
    Files.createDirectory(folder.resolve("out"));
    Files.createSymbolicLink(folder.resolve("out/link"), other);

    OutputFolder.remove(folder.resolve("out"));

    assertFalse(Files.exists(folder.resolve("out")));
    assertTrue(Files.exists(other.resolve("x.csv")));
  }
}
