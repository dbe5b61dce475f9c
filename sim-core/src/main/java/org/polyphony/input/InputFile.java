package org.polyphony.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads user-supplied files. */
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
   * Rejects pipes and devices, which may block or be endless. Paths below {@code /dev} opened by a
   * shell, such as {@code <(command)}, are allowed.
   *
   * @throws InvalidInputException if the path is a pipe or a device
   */
  public static void requireNoPipe(Path file) {
    boolean isOther = Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    if (isOther && !file.startsWith("/dev/fd") && !file.equals(Path.of("/dev/stdin"))) {
      throw new InvalidInputException(file + ": found a pipe or a device, allowed: a regular file");
    }
  }
}
