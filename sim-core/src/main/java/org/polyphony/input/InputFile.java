package org.polyphony.input;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads files that users give. */
public final class InputFile {
  private static final String BYTE_ORDER_MARK = "\uFEFF"; // as editors write it before UTF-8

  private InputFile() {}

  /**
   * Returns the text of a file in UTF-8, without a byte order mark.
   *
   * @throws IOException when it cannot be read
   * @throws InvalidInputException when it is a pipe or a device
   */
  public static String text(Path file) throws IOException {
    requireNoPipe(file);
    String text = Files.readString(file);
    return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
  }

  /**
   * Requires that a path is no pipe and no device: nobody may ever write to it, or without an end.
   * What a shell has opened already, as {@code <(command)}, is below {@code /dev}.
   *
   * @throws InvalidInputException when it is one
   */
  public static void requireNoPipe(Path file) {
    boolean isOther = Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    if (isOther && !file.startsWith("/dev/fd") && !file.equals(Path.of("/dev/stdin"))) {
      throw new InvalidInputException(file + ": found a pipe or a device, allowed: a regular file");
    }
  }
}
