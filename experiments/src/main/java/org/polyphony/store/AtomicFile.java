package org.polyphony.store;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.polyphony.input.WholeFile;

/**
 * A file that is there whole or not at all: written under a temporary name in the same folder, then
 * renamed.
 */
public final class AtomicFile {
  private AtomicFile() {}

  /** Writes the content of a file; may throw. */
  @FunctionalInterface
  public interface Content {
    /**
     * Writes everything.
     *
     * @param writer UTF-8; closed by the caller
     * @throws IOException when the disk refuses
     */
    void writeTo(Writer writer) throws IOException;
  }

  /**
   * Writes a file of UTF-8 text, in place of one that is there.
   *
   * @param target the file; its folder exists
   * @param text all of it
   * @throws UncheckedIOException when it cannot be written; the target is then as it was
   */
  public static void write(Path target, String text) {
    write(target, writer -> writer.write(text));
  }

  /**
   * Writes a file of UTF-8 text piece by piece, in place of one that is there.
   *
   * @param target the file; its folder exists
   * @param content writes the text
   * @throws UncheckedIOException when it cannot be written; the target is then as it was
   */
  public static void write(Path target, Content content) {
    replace(
        target,
        temporary -> {
          try (BufferedWriter writer = Files.newBufferedWriter(temporary, StandardCharsets.UTF_8)) {
            content.writeTo(writer);
          }
        });
  }

  /**
   * Writes a CSV file: commas between fields, quotes where they are needed, line feeds.
   *
   * @param target the file; its folder exists
   * @param records writes the heading and the rows
   * @throws UncheckedIOException when it cannot be written; the target is then as it was
   */
  public static void writeCsv(Path target, Consumer<CsvWriter> records) {
    write(
        target,
        writer -> {
          CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(writer);
          records.accept(csv);
          csv.flush();
        });
  }

  /**
   * Writes a file of bytes, in place of one that is there.
   *
   * @param target the file; its folder exists
   * @param bytes all of it
   * @throws UncheckedIOException when it cannot be written; the target is then as it was
   */
  public static void write(Path target, byte[] bytes) {
    replace(target, temporary -> Files.write(temporary, bytes));
  }

  private static void replace(Path target, WholeFile.Content content) {
    try {
      WholeFile.write(target, content);
    } catch (IOException e) {
      throw unwritable(target, e);
    } catch (UncheckedIOException e) { // of a writer of rows or events
      throw unwritable(target, e.getCause());
    }
  }

  private static UncheckedIOException unwritable(Path target, IOException e) {
    return new UncheckedIOException(target + ": cannot be written: " + e.getMessage(), e);
  }
}
