package org.polyphony.workload.host;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.polyphony.host.JobLimit;
import org.polyphony.input.BriefText;
import org.polyphony.input.Decimal;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;

/** The rows of a CSV file with a known header; what is wrong is said with its line. */
final class CsvRows {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MOST_SECONDS = 1e9;

  private final String file;
  private final List<String> header;
  private final List<CsvRecord> rows = new ArrayList<>();
  private final Map<String, Long> lines = new HashMap<>(); // of unique names

  /**
   * Reads a file.
   *
   * @param columns that it must have, in any order
   * @param limit of the number of rows
   * @throws InvalidInputException when it cannot be read, or its columns or rows are wrong
   */
  CsvRows(Path path, List<String> columns, JobLimit limit) {
    this.file = path.toString();
    try (CsvReader<CsvRecord> reader =
        CsvReader.builder()
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .ofCsvRecord(InputFile.reader(path))) {
      for (CsvRecord row : reader) {
        if (rows.size() > limit.jobs()) { // the header is one of them
          throw wrong(row, "jobs", "more than " + limit.jobs() + " jobs", limit.allowed());
        }
        rows.add(row);
      }
    } catch (UncheckedIOException e) { // while it was read
      throw unreadable(path, e.getCause());
    } catch (IOException e) {
      throw unreadable(path, e);
    } catch (CsvParseException e) {
      throw new InvalidInputException(file + ": invalid CSV: " + e.getMessage(), e);
    }
    this.header = rows.isEmpty() ? List.of() : rows.remove(0).getFields();
    boolean complete =
        header.containsAll(columns)
            && columns.containsAll(header)
            && Set.copyOf(header).size() == header.size();
    if (!complete) {
      throw wrong(
          1,
          "columns",
          header.isEmpty() ? "" : String.join(",", header),
          String.join(",", columns) + ", separated by commas");
    }
    for (CsvRecord row : rows) {
      if (row.getFieldCount() != header.size()) {
        throw wrong(
            row, "columns", Integer.toString(row.getFieldCount()), header.size() + " fields");
      }
    }
  }

  private InvalidInputException unreadable(Path path, IOException e) {
    String what = Files.isDirectory(path) ? "a folder" : "cannot be read";
    if (e instanceof NoSuchFileException) {
      what = "no such file";
    } else if (e instanceof CharacterCodingException) {
      what = e.getMessage();
    }
    return new InvalidInputException(file + ": " + what + "; give a CSV file", e);
  }

  /** Returns the rows; none is an error, which says of what. */
  List<CsvRecord> rows(String what) {
    if (rows.isEmpty()) {
      throw wrong(2, what, "", "one or more");
    }
    return rows;
  }

  String text(CsvRecord row, String column) {
    return row.getField(header.indexOf(column)).strip();
  }

  /** Returns the name of a row, which is neither empty nor that of a row above. */
  String unique(CsvRecord row, String column) {
    String text = text(row, column);
    Long earlier = lines.put(text, row.getStartingLineNumber());
    if (!BriefText.isOneLine(text)) {
      throw wrong(row, column, '"' + text + '"', "a name without control characters");
    }
    if (text.isEmpty() || earlier != null) {
      String found = text.isEmpty() ? "" : '"' + text + "\", as in line " + earlier;
      throw wrong(row, column, found, "each " + column + " once");
    }
    return text;
  }

  double number(CsvRecord row, String column, double least, double most) {
    String text = text(row, column);
    double value = Decimal.of(text).orElse(Double.NaN);
    if (!(value >= least && value <= most)) {
      throw wrong(
          row, column, '"' + text + '"', "a number from " + plain(least) + " to " + plain(most));
    }
    return value;
  }

  long whole(CsvRecord row, String column, long least, long most) {
    double value = number(row, column, (double) least, (double) most);
    if (value != Math.rint(value)) {
      throw wrong(row, column, text(row, column), "a whole number");
    }
    return (long) value;
  }

  /** Returns when a job arrives, in seconds, which is not before the one above. */
  double arrival(CsvRecord row, double last) {
    double arrival = number(row, "arrival_s", 0, MOST_SECONDS);
    if (arrival < last) {
      throw wrong(row, "arrival_s", text(row, "arrival_s"), "not before the line above, " + last);
    }
    return arrival;
  }

  /** Returns how long a job takes, in nanoseconds. */
  long duration(CsvRecord row) {
    return nanos(number(row, "duration_s", 0, MOST_SECONDS));
  }

  static long nanos(double seconds) {
    return Math.round(seconds * NANOS_PER_SECOND);
  }

  InvalidInputException wrong(CsvRecord row, String column, String found, String allowed) {
    return wrong(row.getStartingLineNumber(), column, found, allowed);
  }

  InvalidInputException wrong(long line, String column, String found, String allowed) {
    return new Violation(column, found, allowed).errorAt(file + ":" + line);
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
