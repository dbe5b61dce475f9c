package org.polyphony.workload.profile;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.polyphony.input.BriefText;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.tukaani.xz.XZInputStream;

/** A table in a page of a report: rows whose cells are found by the name of their column. */
final class ReportTable {
  /** Column of the raw page, and start of a listing in the source page. */
  static final String KERNEL = "Kernel Name";

  private static final int XZ_MEMORY_KIB = 128 * 1024; // of the strongest preset, and more
  private static final int LONGEST_KERNEL = 16_384; // characters

  /** How the profiler writes that a counter has no value. */
  private static final Set<String> NO_VALUE = Set.of("", "-", "n/a", "nan");

  private static final Pattern NUMBER =
      Pattern.compile("-?([0-9]+|[0-9]{1,3}(,[0-9]{3})+)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

  private final Path file;
  private final Map<String, Integer> columns = new HashMap<>();

  /**
   * Starts a table.
   *
   * @param header names the columns
   * @param needed columns that it must have
   * @param used columns that are read, each at most once in a table
   * @throws InvalidInputException if one is missing, or there twice
   */
  ReportTable(Path file, CsvRecord header, List<String> needed, List<String> used) {
    this.file = file;
    for (int i = 0; i < header.getFieldCount(); i++) {
      String column = header.getField(i);
      if (used.contains(column) && columns.put(column, i) != null) {
        throw error(header, "two columns \"" + column + "\", which may have different values");
      }
    }
    for (String column : needed) {
      if (!columns.containsKey(column)) {
        throw error(
            header,
            "no column \""
                + column
                + "\"; profile with 'ncu --set full' of Nsight"
                + " Compute 2023.1 or newer");
      }
    }
  }

  boolean has(String column) {
    return columns.containsKey(column);
  }

  boolean has(Counter counter) {
    return has(counter.column());
  }

  /** Returns a cell; empty if the row does not have it. */
  String text(CsvRecord row, String column) {
    Integer at = columns.get(column);
    return at == null || at >= row.getFieldCount() ? "" : row.getField(at);
  }

  /**
   * Returns a number, in which commas may group thousands; empty if the row does not have it.
   *
   * @throws InvalidInputException if there is something else
   */
  OptionalDouble number(CsvRecord row, String column) {
    String text = text(row, column);
    if (NO_VALUE.contains(text)) {
      return OptionalDouble.empty();
    }
    if (!NUMBER.matcher(text).matches()) {
      throw wrong(row, column, '"' + text + '"', "a number such as 1234.5 or 1,234.5");
    }
    return OptionalDouble.of(Double.parseDouble(text.replace(",", "")));
  }

  /** Returns the error of a cell. */
  InvalidInputException wrong(CsvRecord row, String column, Object found, String allowed) {
    return error(row, column + ": found " + found + ", allowed: " + allowed);
  }

  /** Returns the error of a row. */
  InvalidInputException error(CsvRecord row, String what) {
    return error(file, row, what);
  }

  static InvalidInputException error(Path file, CsvRecord row, String what) {
    return new InvalidInputException(place(file, row) + ": " + what);
  }

  static String place(Path file, CsvRecord row) {
    return file + ", line " + row.getStartingLineNumber();
  }

  /** Returns the name of a kernel, which results and models show. */
  static String kernel(Path file, CsvRecord row, String name) {
    if (KernelProfile.function(name).isEmpty()) {
      throw error(file, row, "found no name of the kernel, allowed: that of a function");
    }
    if (name.length() > LONGEST_KERNEL || !BriefText.isOneLine(name)) {
      String allowed = "at most " + LONGEST_KERNEL + " characters, none a control character";
      throw error(file, row, "name of the kernel: found \"" + name + "\", allowed: " + allowed);
    }
    return name;
  }

  /**
   * Reads a file row by row.
   *
   * @param file CSV; compressed if it ends in .gz or .xz
   * @throws InvalidInputException if it cannot be read
   */
  static void forEachRow(Path file, Consumer<CsvRecord> row) {
    try (CsvReader<CsvRecord> reader =
        CsvReader.builder()
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .ofCsvRecord(open(file))) {
      reader.forEach(row);
    } catch (UncheckedIOException e) {
      throw unreadable(file, e.getCause());
    } catch (NoSuchFileException e) {
      throw new InvalidInputException(file + ": no such file", e);
    } catch (IOException e) {
      throw unreadable(file, e);
    } catch (CsvParseException e) {
      throw new InvalidInputException(file + ": invalid CSV: " + e.getMessage(), e);
    }
  }

  private static InvalidInputException unreadable(Path file, IOException why) {
    String message =
        why instanceof EOFException ? "ends within its compressed data" : why.getMessage();
    return new InvalidInputException(file + ": " + message, why);
  }

  private static Reader open(Path file) throws IOException {
    InputStream bytes = InputFile.open(file);
    String name = file.toString();
    return InputFile.reader(
        name.endsWith(".gz")
            ? new GZIPInputStream(bytes)
            : name.endsWith(".xz") ? new XZInputStream(bytes, XZ_MEMORY_KIB) : bytes);
  }
}
