package org.polyphony.results.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  @TempDir private Path folder;

  @Test
  void replacesTheOldFile() throws IOException {
    Path file = folder.resolve("a.json");
    Files.writeString(file, "old");

    AtomicFile.write(file, "new");

    assertEquals("new", Files.readString(file));
    assertEquals(List.of(file), list());
  }

  @Test
  void leavesTheOldFileAndNothingElseWhenTheContentFails() throws IOException {
    Path file = folder.resolve("a.json");
    Files.writeString(file, "old");

    assertThrows(
        UncheckedIOException.class,
        () ->
            AtomicFile.write(
                file,
                writer -> {
                  writer.write("half");
                  throw new IOException("disk full");
                }));

    assertEquals("old", Files.readString(file));
    assertEquals(List.of(file), list());
  }

  @Test
  void namesTheFileThatAFullDiskHasNoRoomFor() {
    Path file = folder.resolve("a.csv");

    String message =
        assertThrows(
                UncheckedIOException.class,
                () ->
                    AtomicFile.writeCsv(
                        file,
                        csv -> {
                          throw new UncheckedIOException(new IOException("No space left"));
                        }))
            .getMessage();

    assertEquals(file + ": cannot be written: No space left", message);
  }

  @Test
  void hasThePermissionsOfAnyNewFile() throws IOException {
    Path usual = Files.createFile(folder.resolve("usual"));
    Path file = folder.resolve("a.json");

    AtomicFile.write(file, "new");

    assertEquals(Files.getPosixFilePermissions(usual), Files.getPosixFilePermissions(file));
  }

  @Test
  void leavesADeviceAsItIs() throws IOException {
    Path device = Files.createSymbolicLink(folder.resolve("null"), Path.of("/dev/null"));

    assertThrows(UncheckedIOException.class, () -> AtomicFile.write(device, "new"));

    assertEquals(Path.of("/dev/null"), Files.readSymbolicLink(device));
  }

  private List<Path> list() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
