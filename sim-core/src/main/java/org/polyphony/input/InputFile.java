package org.polyphony.input;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads files: nothing else opens one for reading, since a pipe in its place would block. */
public final class InputFile {
  private static final String BYTE_ORDER_MARK = "\uFEFF"; // some editors start UTF-8 files with it

  private InputFile() {}

  /**
   * Reads a UTF-8 file without its byte order mark.
   *
   * @throws IOException if it cannot be read
   * @throws InvalidInputException if it is a pipe or a device
   */
  public static String text(Path file) throws IOException {
    requireNoPipe(file);
    String text = Files.readString(file);
    return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
  }

  /**
   * Opens a file.
   *
   * @throws IOException if it cannot be read
   * @throws InvalidInputException if it is a pipe or a device
   */
  public static InputStream open(Path file) throws IOException {
    requireNoPipe(file);
    return Files.newInputStream(file);
  }

  /** The same for UTF-8 text; bytes that are not UTF-8 cause an {@link IOException}. */
  public static BufferedReader reader(Path file) throws IOException {
    requireNoPipe(file);
    return Files.newBufferedReader(file);
  }

  /**
   * Rejects pipes and devices, which may block or be endless. Paths below {@code /dev} opened by a
   * shell, such as {@code <(command)}, are allowed.
   *
   * @throws InvalidInputException if the path is a pipe or a device
   */
  public static void requireNoPipe(Path file) {
    boolean isOther = Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    if (isOther && !file.startsWith("/dev/fd") && !file.equals(Path.of("/dev/stdin"))) {
      throw new InvalidInputException(file + ": a pipe or a device; give a regular file");
    }
  }
}
