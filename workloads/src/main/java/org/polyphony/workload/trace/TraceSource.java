package org.polyphony.workload.trace;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.tukaani.xz.XZInputStream;

/** Opens a trace file, decompressing it when its first bytes say xz or gzip. */
final class TraceSource {
  private static final int XZ_MEMORY_KIB = 256 * 1024;
  private static final byte[] XZ_MAGIC = {(byte) 0xFD, '7', 'z', 'X', 'Z', 0};
  private static final byte[] GZIP_MAGIC = {0x1F, (byte) 0x8B};

  private TraceSource() {}

  /**
   * Opens the text of a trace.
   *
   * @throws InvalidInputException the file is missing, empty, or not what its name says
   */
  static TraceScanner open(Path file) {
    checkExists(file);
    try {
      InputStream raw = new BufferedInputStream(InputFile.open(file), 1 << 16);
      try {
        return new TraceScanner(file, decompress(file, raw));
      } catch (IOException e) {
        raw.close();
        throw e;
      }
    } catch (IOException e) {
      String found = e instanceof EOFException ? "a truncated header" : e.getMessage();
      throw new InvalidInputException(
          file + ": line 1: found " + found + ", allowed: a SASS trace, plain, .gz or .xz", e);
    }
  }

  static void checkExists(Path file) {
    if (file.toString().endsWith(".tracez")) {
      throw new InvalidInputException(
          file + ": found a binary trace, allowed: text, from post-traces-processing with --text");
    }
    if (!Files.isRegularFile(file)) {
      throw new InvalidInputException(
          file + ": no such file; give a SASS trace (.traceg, .xz, .gz or packed)");
    }
  }

  private static InputStream decompress(Path file, InputStream raw) throws IOException {
    raw.mark(XZ_MAGIC.length);
    byte[] head = raw.readNBytes(XZ_MAGIC.length);
    raw.reset();
    if (head.length == 0) {
      throw new EOFException();
    }
    if (Arrays.equals(head, XZ_MAGIC)) {
      return new XZInputStream(raw, XZ_MEMORY_KIB);
    }
    if (Arrays.equals(Arrays.copyOf(head, GZIP_MAGIC.length), GZIP_MAGIC)) {
      return new GZIPInputStream(raw, 1 << 16);
    }
    String name = file.getFileName().toString();
    if (name.endsWith(".xz") || name.endsWith(".gz")) {
      throw new IOException("other bytes than a header of " + name.substring(name.length() - 2));
    }
    return raw;
  }
}
