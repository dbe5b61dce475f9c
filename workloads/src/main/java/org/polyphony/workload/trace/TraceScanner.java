package org.polyphony.workload.trace;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.polyphony.input.InvalidInputException;

/**
 * Lines and tokens of a trace text, read through one reused buffer: no object per line.
 *
 * <p>State: {@code lineStart} to {@code lineEnd} bound the current line inside {@code buffer}
 * (without its end-of-line characters); {@code cursor} is where the next token is looked for.
 */
final class TraceScanner implements Closeable {
  private static final int MAX_LINE_BYTES = 1 << 20;
  private static final int SHOWN_CHARACTERS = 60;

  private final Path file;
  private final InputStream in;
  byte[] buffer = new byte[1 << 16];
  int cursor;
  int lineStart;
  int lineEnd;
  private int nextLine;
  private int limit;
  private long lineNumber;
  private boolean ended;

  TraceScanner(Path file, InputStream in) {
    this.file = file;
    this.in = in;
  }

  /** Moves to the next line; false at the end of the text. */
  boolean nextLine() {
    int from = nextLine;
    int at = from;
    while (true) {
      while (at < limit && buffer[at] != '\n') {
        at++;
      }
      if (at < limit || ended) {
        break;
      }
      int shift = makeRoom();
      from -= shift;
      at -= shift;
      fill();
    }
    if (at == from && at == limit) {
      lineStart = lineEnd = cursor = at;
      return false;
    }
    lineNumber++;
    nextLine = Math.min(at + 1, limit);
    boolean carriageReturn = at > from && buffer[at - 1] == '\r';
    lineStart = cursor = from;
    lineEnd = carriageReturn ? at - 1 : at;
    return true;
  }

  /** Moves to the next line that is not blank; false at the end of the text. */
  boolean nextFilledLine() {
    while (nextLine()) {
      skipSpaces();
      if (cursor < lineEnd) {
        cursor = lineStart;
        return true;
      }
    }
    return false;
  }

  /** Moves to the next line when it has exactly this text; else false, and it stays where it is. */
  boolean nextLineIs(byte[] text, int length) {
    int end = nextLine + length;
    boolean isWhole = end < limit && buffer[end] == '\n';
    if (!isWhole || !Arrays.equals(text, 0, length, buffer, nextLine, end)) {
      return false;
    }
    lineStart = cursor = nextLine;
    lineEnd = end;
    nextLine = end + 1;
    lineNumber++;
    return true;
  }

  /** Moves the unread bytes to the front of the buffer and returns by how much. */
  private int makeRoom() {
    int shift = nextLine;
    if (shift == 0 && limit == buffer.length) {
      if (limit >= MAX_LINE_BYTES) {
        lineNumber++;
        throw fault("a line of more than " + MAX_LINE_BYTES + " bytes", "the text of a SASS trace");
      }
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    System.arraycopy(buffer, shift, buffer, 0, limit - shift);
    limit -= shift;
    nextLine = 0;
    return shift;
  }

  private void fill() {
    try {
      int read = in.read(buffer, limit, buffer.length - limit);
      ended = read < 0;
      limit += Math.max(read, 0);
    } catch (IOException e) {
      String reason = e instanceof EOFException ? "it ends too early" : e.getMessage();
      throw new InvalidInputException(
          ("%s: after line %s: cannot read on, the file is truncated or corrupt (%s),"
                  + " allowed: complete compressed data")
              .formatted(file, lineNumber, reason),
          e);
    }
  }

  boolean startsWith(String prefix) {
    return startsWith(lineStart, prefix);
  }

  /** Returns whether a text stands at a place of the line. */
  boolean startsWith(int at, String text) {
    if (lineEnd - at < text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (buffer[at + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  void skipSpaces() {
    while (cursor < lineEnd && (buffer[cursor] == ' ' || buffer[cursor] == '\t')) {
      cursor++;
    }
  }

  boolean atLineEnd() {
    skipSpaces();
    return cursor == lineEnd;
  }

  /** Moves behind the next token, which must exist. */
  void skipToken(String expected) {
    skipSpaces();
    if (cursor == lineEnd) {
      throw expected(expected);
    }
    while (cursor < lineEnd && buffer[cursor] != ' ' && buffer[cursor] != '\t') {
      cursor++;
    }
  }

  /** Reads a hexadecimal number of at most 64 bits, with or without 0x. */
  long hex(String expected) {
    skipSpaces();
    if (cursor + 1 < lineEnd && buffer[cursor] == '0' && (buffer[cursor + 1] | 0x20) == 'x') {
      cursor += 2;
    }
    int start = cursor;
    long value = 0;
    int digit;
    while (cursor < lineEnd && (digit = digit(buffer[cursor])) >= 0) {
      value = (value << 4) | digit;
      cursor++;
    }
    if (cursor == start || (cursor - start > 16 && !leadingZeros(start)) || !atTokenEnd()) {
      cursor = start;
      throw expected(expected);
    }
    return value;
  }

  private boolean leadingZeros(int start) {
    for (int i = start; i < cursor - 16; i++) {
      if (buffer[i] != '0') {
        return false;
      }
    }
    return true;
  }

  private static int digit(byte b) {
    if (b >= '0' && b <= '9') {
      return b - '0';
    }
    int lower = b | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }

  /** Reads a signed decimal number. */
  long decimal(String expected) {
    skipSpaces();
    int start = cursor;
    boolean negative = cursor < lineEnd && buffer[cursor] == '-';
    if (negative) {
      cursor++;
    }
    int digits = cursor;
    long value = 0;
    while (cursor < lineEnd && buffer[cursor] >= '0' && buffer[cursor] <= '9') {
      value = value * 10 + buffer[cursor++] - '0';
    }
    if (cursor == digits || cursor - digits > 18 || !atTokenEnd()) {
      cursor = start;
      throw expected(expected);
    }
    return negative ? -value : value;
  }

  /** Reads a decimal number between two bounds, both included. */
  int decimal(String expected, int least, int most) {
    skipSpaces();
    int start = cursor;
    long value = decimal(expected);
    if (value < least || value > most) {
      cursor = start;
      throw expected(expected + " (" + least + " to " + most + ")");
    }
    return (int) value;
  }

  private boolean atTokenEnd() {
    return cursor == lineEnd || buffer[cursor] == ' ' || buffer[cursor] == '\t';
  }

  /** Moves behind a character, which must be the next one that is not a space. */
  void require(char c, String expected) {
    skipSpaces();
    if (cursor == lineEnd || buffer[cursor] != c) {
      throw expected(expected);
    }
    cursor++;
  }

  /** Reads a decimal number that ends at any character. */
  int number(String expected) {
    skipSpaces();
    int start = cursor;
    long value = 0;
    while (cursor < lineEnd && buffer[cursor] >= '0' && buffer[cursor] <= '9') {
      value = Math.min(value * 10 + buffer[cursor++] - '0', 1L << 40);
    }
    if (cursor == start || value > Integer.MAX_VALUE) {
      cursor = start;
      throw expected(expected);
    }
    return (int) value;
  }

  String line() {
    return text(lineStart, lineEnd);
  }

  String text(int from, int to) {
    return new String(buffer, from, to - from, StandardCharsets.ISO_8859_1);
  }

  InvalidInputException expected(String expected) {
    boolean missing = atLineEnd();
    String found = missing ? "the end of the line" : "\"" + text(cursor, lineEnd) + "\"";
    return fault(found, expected);
  }

  /** Returns the error for the current line as a whole. */
  InvalidInputException unexpectedLine(String expected) {
    return fault("\"" + line() + "\"", expected);
  }

  InvalidInputException truncated(String expected) {
    return fault("the end of the file", expected + " (the file is empty or truncated)");
  }

  InvalidInputException fault(String found, String expected) {
    String shown = found.replaceAll("\\p{Cntrl}|[\\x7f-\\xff]", "?");
    if (shown.length() > SHOWN_CHARACTERS) {
      shown = shown.substring(0, SHOWN_CHARACTERS) + "...";
    }
    return new InvalidInputException(
        file + ": line " + lineNumber + ": found " + shown + ", allowed: " + expected);
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw new InvalidInputException(file + ": cannot close: " + e.getMessage(), e);
    }
  }
}
