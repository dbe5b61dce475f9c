package org.polyphony.results.store;

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

/** Writes files atomically: under a temporary name in the same folder, then renamed. */
public final class AtomicFile {
  private AtomicFile() {}

  /** Writes the content of a file; may throw. */
  @FunctionalInterface
  public interface Content {
    /**
     * Writes the whole content.
     *
     * @param writer UTF-8; closed by the caller
     * @throws IOException if the write fails
     */
    void writeTo(Writer writer) throws IOException;
  }

  /**
   * Writes a UTF-8 text file, replacing an existing one.
   *
   * @param target in an existing folder
   * @param text the content
   * @throws UncheckedIOException if it cannot be written; the target is then unchanged
   */
  public static void write(Path target, String text) {
    write(target, writer -> writer.write(text));
  }

  /**
   * Writes a UTF-8 text file incrementally, replacing an existing one.
   *
   * @param target in an existing folder
   * @param content writes the text
   * @throws UncheckedIOException if it cannot be written; the target is then unchanged
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
   * Writes a CSV file: commas, quotes only where required, line feeds.
   *
   * @param target in an existing folder
   * @param records writes the header and the rows
   * @throws UncheckedIOException if it cannot be written; the target is then unchanged
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
   * Writes a binary file, replacing an existing one.
   *
   * @param target in an existing folder
   * @param bytes the content
   * @throws UncheckedIOException if it cannot be written; the target is then unchanged
   */
  public static void write(Path target, byte[] bytes) {
    replace(target, temporary -> Files.write(temporary, bytes));
  }

  private static void replace(Path target, WholeFile.Content content) {
    try {
      WholeFile.write(target, content);
    } catch (IOException e) {
      throw unwritable(target, e);
    } catch (UncheckedIOException e) { // thrown by a writer of rows or events
      throw unwritable(target, e.getCause());
    }
  }

  private static UncheckedIOException unwritable(Path target, IOException e) {
    return new UncheckedIOException(target + ": cannot be written: " + e.getMessage(), e);
  }
}
