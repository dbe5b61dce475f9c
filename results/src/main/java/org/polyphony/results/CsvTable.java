package org.polyphony.results;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;

/** A result file of rows under a heading. */
public final class CsvTable {
  private final Path file;
  private final List<NamedCsvRecord> rows;
  private final DisplayNames names;

  private CsvTable(Path file, List<NamedCsvRecord> rows, DisplayNames names) {
    this.file = file;
    this.rows = rows;
    this.names = names;
  }

  /**
   * Reads a file.
   *
   * @throws InvalidInputException when it cannot be read, or is no CSV
   */
  public static CsvTable read(Path file) {
    return read(file, DisplayNames.none());
  }

  static CsvTable read(Path file, DisplayNames names) {
    try (CsvReader<NamedCsvRecord> reader =
        CsvReader.builder().ofNamedCsvRecord(InputFile.reader(file))) {
      return new CsvTable(file, reader.stream().toList(), names);
    } catch (CsvParseException | UncheckedIOException e) {
      throw new InvalidInputException(file + ": invalid CSV (" + e.getMessage() + ")", e);
    } catch (IOException e) {
      throw new InvalidInputException(file + ": cannot be read (" + e.getMessage() + ")", e);
    }
  }

  public int rows() {
    return rows.size();
  }

  /** Returns the names of the columns; none if there is no row. */
  public List<String> columns() {
    return rows.isEmpty() ? List.of() : rows.get(0).getHeader();
  }

  /** Returns the rows of each name in a column, as it is shown, both in the order of the table. */
  public Map<String, List<Integer>> rowsBy(ResultColumn column) {
    Map<String, List<Integer>> rowsByName = new LinkedHashMap<>();
    for (int row = 0; row < rows(); row++) {
      rowsByName.computeIfAbsent(name(row, column), name -> new ArrayList<>()).add(row);
    }
    return rowsByName;
  }

  /**
   * Returns a field.
   *
   * @param row from 0
   * @throws InvalidInputException when there is no such column
   */
  public String text(int row, String column) {
    return find(row, column).orElseThrow(() -> wrong(row, column, "", "the defined columns"));
  }

  /** Returns a field that is the name of a policy, benchmark or scheduler, as it is shown. */
  public String name(int row, ResultColumn column) {
    return shown(text(row, column));
  }

  /** Returns a name as it is shown. */
  public String shown(String name) {
    return names.of(name);
  }

  /** Returns a field; empty when there is no such column. */
  public Optional<String> find(int row, String column) {
    return rows.get(row).findField(column);
  }

  /**
   * Returns a field as a number; not a number when it is empty.
   *
   * @throws InvalidInputException when there is no such column, or it holds something else
   */
  public double number(int row, String column) {
    String text = text(row, column);
    if (text.isEmpty()) {
      return Double.NaN;
    }
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw wrong(row, column, "'" + text + "'", "a number");
    }
  }

  public String text(int row, ResultColumn column) {
    return text(row, column.heading());
  }

  public Optional<String> find(int row, ResultColumn column) {
    return find(row, column.heading());
  }

  public double number(int row, ResultColumn column) {
    return number(row, column.heading());
  }

  /**
   * Returns a field as a time from the start of the run, as {@link #time(int, ResultColumn,
   * double)}.
   */
  public double time(int row, ResultColumn column) {
    return time(row, column, 0);
  }

  /**
   * Returns a field as a time; not a number when it is empty.
   *
   * @param earliest allowed, in the unit of the column; not a number if unknown
   * @throws InvalidInputException when there is no such column, or it holds another time or none
   */
  public double time(int row, ResultColumn column, double earliest) {
    double time = number(row, column);
    if (time < 0 || time < earliest || Double.isInfinite(time)) {
      String allowed = "a time from " + (earliest > 0 ? earliest : 0);
      throw wrong(row, column.heading(), "'" + text(row, column) + "'", allowed);
    }
    return time;
  }

  /** Returns the numbers of a column. */
  public DoubleStream numbers(ResultColumn column) {
    return IntStream.range(0, rows()).mapToDouble(row -> number(row, column));
  }

  private InvalidInputException wrong(int row, String column, String found, String allowed) {
    return new Violation(column, found, allowed)
        .errorAt(file + ":" + rows.get(row).getStartingLineNumber());
  }
}
