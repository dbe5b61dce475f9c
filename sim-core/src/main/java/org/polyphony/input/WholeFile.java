package org.polyphony.input;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/** Writes files atomically: to a temporary file in the same folder, which is then renamed. */
public final class WholeFile {
  private WholeFile() {}

  /** Writes the content of a file. */
  @FunctionalInterface
  public interface Content {
    void writeTo(Path file) throws IOException;
  }

  /**
   * Writes a file, replacing an existing regular file; creates its folder if necessary.
   *
   * @throws IOException if it cannot be written, or is a device, a pipe or a folder
   */
  public static void write(Path target, Content content) throws IOException {
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      throw new IOException("not a regular file");
    }
    Path folder = target.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    // not createTempFile, whose restrictive permissions the result would keep
    Path temporary = folder.resolve("." + target.getFileName() + "-" + UUID.randomUUID() + ".tmp");
    try {
      content.writeTo(temporary);
      move(temporary, target);
    } finally {
      delete(temporary);
    }
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static void delete(Path temporary) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException ignored) {
      // A leftover temporary file is harmless; the original failure is reported.
    }
  }
}
