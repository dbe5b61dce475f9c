package org.polyphony.workload.profile;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;

/** A table in a page of a report: rows whose cells are found by the name of their column. */
final class ReportTable {
  private static final String BYTE_ORDER_MARK = "^\uFEFF";

  private final Path file;
  private final Map<String, Integer> columns = new HashMap<>();

  /**
   * Starts a table.
   *
   * @param header names the columns
   * @param needed columns that it must have
   * @throws InvalidInputException if one of these is missing
   */
  ReportTable(Path file, CsvRecord header, List<String> needed) {
    this.file = file;
    for (int i = 0; i < header.getFieldCount(); i++) {
      columns.putIfAbsent(plain(header.getField(i)), i);
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

  /** Returns a cell that may be the first one of a file, without a byte order mark. */
  static String plain(String cell) {
    return cell.replaceFirst(BYTE_ORDER_MARK, "");
  }

  /** Returns the columns by name. */
  Map<String, Integer> columns() {
    return columns;
  }

  /** Returns a cell; empty if the row does not have it. */
  String text(CsvRecord row, String column) {
    Integer at = columns.get(column);
    return at == null || at >= row.getFieldCount() ? "" : row.getField(at);
  }

  /** Returns the error of a row. */
  InvalidInputException error(CsvRecord row, String what) {
    return new InvalidInputException(file + ", line " + row.getStartingLineNumber() + ": " + what);
  }

  /**
   * Reads all rows of a file.
   *
   * @param file CSV; compressed if it ends in .gz
   * @throws InvalidInputException if it cannot be read
   */
  static List<CsvRecord> rows(Path file) {
    List<CsvRecord> rows = new ArrayList<>();
    try (CsvReader<CsvRecord> reader =
        CsvReader.builder()
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .ofCsvRecord(open(file))) {
      reader.forEach(rows::add);
    } catch (UncheckedIOException e) {
      throw new InvalidInputException(file + ": " + e.getCause().getMessage(), e);
    } catch (NoSuchFileException e) {
      throw new InvalidInputException(file + ": no such file", e);
    } catch (IOException e) {
      throw new InvalidInputException(file + ": " + e.getMessage(), e);
    } catch (CsvParseException e) {
      throw new InvalidInputException(file + ": invalid CSV: " + e.getMessage(), e);
    }
    return rows;
  }

  private static Reader open(Path file) throws IOException {
    if (!file.toString().endsWith(".gz")) {
      return InputFile.reader(file);
    }
    return new InputStreamReader(new GZIPInputStream(InputFile.open(file)), StandardCharsets.UTF_8);
  }
}
