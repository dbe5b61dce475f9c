package org.polyphony.input;

import java.io.BufferedReader;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/** Reads files: nothing else opens one for reading, since a pipe in its place would block. */
public final class InputFile {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private InputFile() {}

  /** Bytes that are no text in the encoding that a reader has found. */
  private static final class NotText extends CharacterCodingException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      return "not a text in UTF-8, or in UTF-16 with a byte order mark";
    }
  }

  /**
   * Reads a text file without its byte order mark.
   *
   * @throws IOException if it cannot be read
   * @throws InvalidInputException if it is a pipe or a device
   */
  public static String text(Path file) throws IOException {
    try (Reader reader = reader(file)) {
      StringWriter text = new StringWriter();
      reader.transferTo(text);
      return text.toString();
    }
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

  /** The same for text; see {@link #reader(InputStream)}. */
  public static BufferedReader reader(Path file) throws IOException {
    return reader(open(file));
  }

  /**
   * Decodes a text: UTF-8, or the encoding that its byte order mark names, which Windows writes.
   * Other bytes cause a {@link CharacterCodingException} that says so.
   */
  public static BufferedReader reader(InputStream in) throws IOException {
    PushbackInputStream bytes = new PushbackInputStream(in, 2);
    byte[] head = bytes.readNBytes(2);
    bytes.unread(head);
    Charset charset =
        switch (HexFormat.of().formatHex(head)) {
          case "fffe" -> StandardCharsets.UTF_16LE;
          case "feff" -> StandardCharsets.UTF_16BE;
          default -> StandardCharsets.UTF_8;
        };
    BufferedReader reader =
        new BufferedReader(strict(new InputStreamReader(bytes, charset.newDecoder())));
    reader.mark(1);
    if (reader.read() != BYTE_ORDER_MARK) {
      reader.reset();
    }
    return reader;
  }

  private static Reader strict(Reader decoder) {
    return new FilterReader(decoder) {
      @Override
      public int read(char[] to, int from, int count) throws IOException {
        try {
          return super.read(to, from, count);
        } catch (CharacterCodingException e) {
          throw (IOException) new NotText().initCause(e);
        }
      }
    };
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
