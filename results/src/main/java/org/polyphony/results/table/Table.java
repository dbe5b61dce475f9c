package org.polyphony.results.table;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.polyphony.input.BriefText;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.OutputFolder;

/**
 * The columns of a table, each listed once: its name and what a row has there. Gives Markdown, a
 * terminal's text and CSV. Does not change: what adds a column returns another table.
 *
 * <p>In a file, a {@code Double} has six significant digits and is empty when it is not finite; an
 * empty {@code Optional} is empty, too.
 *
 * @param <R> a row
 */
public final class Table<R> {
  private static final String RIGHT = ">";
  private static final Pattern FORMULA = Pattern.compile("[=+@-].");
  private static final String INTERVAL = "( \\([-+0-9.% to]*\\))?";
  private static final String SIGNED =
      "[+-](\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?%?" + INTERVAL + "|-Infinity";
  private static final String NUMERIC = "-|[-+0-9.,%x]+";

  private final String file;
  private final List<Column<R>> columns;

  /**
   * A column.
   *
   * @param name heading
   * @param isRight true when Markdown sets it to the right
   * @param cell what a row has there
   */
  private record Column<R>(String name, boolean isRight, Function<? super R, ?> cell) {}

  private Table(String file, List<Column<R>> columns) {
    this.file = file;
    this.columns = columns;
  }

  /** Makes a table without columns, which is not a file of its own. */
  public Table() {
    this("");
  }

  /**
   * Makes a CSV file without columns.
   *
   * @param file its name; {@code metrics.csv} has the unit and the meaning of each column
   */
  public Table(String file) {
    this(file, List.of());
  }

  /** Makes a CSV file without columns that charts or reports read. */
  public Table(ResultFile file) {
    this(file.file());
  }

  /**
   * Makes a table whose rows are lists of their cells.
   *
   * @param headings of the columns; one that begins with {@code >} is set to the right
   */
  public static Table<List<String>> ofCells(String... headings) {
    Table<List<String>> table = new Table<>();
    for (int i = 0; i < headings.length; i++) {
      int at = i;
      boolean isRight = headings[i].startsWith(RIGHT);
      table = table.with(new Column<>(headings[i].replace(RIGHT, ""), isRight, row -> row.get(at)));
    }
    return table;
  }

  /** Adds a column of text, or of a file. */
  public Table<R> text(String name, Function<? super R, ?> cell) {
    return with(new Column<>(name, false, cell));
  }

  /** Adds a column that charts or reports read. */
  public Table<R> text(ResultColumn column, Function<? super R, ?> cell) {
    return text(column.heading(), cell);
  }

  /** Adds a column that is set to the right. */
  public Table<R> number(String name, Function<? super R, ?> cell) {
    return with(new Column<>(name, true, cell));
  }

  /** Adds a column of numbers that have a format, with a dash for one that is not finite. */
  public Table<R> number(String name, String format, Function<? super R, ?> cell) {
    return number(name, row -> formatted(format, cell.apply(row)));
  }

  private static String formatted(String format, Object value) {
    return value instanceof Double number
        ? Formats.finite(format, number)
        : Formats.text(format, value);
  }

  private Table<R> with(Column<R> column) {
    return new Table<>(file, Stream.concat(columns.stream(), Stream.of(column)).toList());
  }

  /** Returns the name of the file; empty for a table that is none. */
  public String file() {
    return file;
  }

  /** Returns the names of the columns, in order. */
  public List<String> names() {
    return columns.stream().map(Column::name).toList();
  }

  /** Returns the table in Markdown, without an empty line at its end. */
  public String markdown(Collection<? extends R> rows) {
    StringBuilder text = new StringBuilder("|");
    columns.forEach(
        c ->
            text.append(c.name().isEmpty() ? "" : " ")
                .append(Markdown.cell(c.name()))
                .append(" |"));
    text.append("\n|");
    columns.forEach(c -> text.append(c.isRight() ? "--:|" : "---|"));
    for (R row : rows) {
      text.append("\n|");
      columns.forEach(
          c ->
              text.append(' ')
                  .append(Markdown.cell(String.valueOf(c.cell().apply(row))))
                  .append(" |"));
    }
    return text.append('\n').toString();
  }

  public String lines(Collection<? extends R> rows) {
    List<List<String>> cells = new ArrayList<>();
    for (Column<R> column : columns) {
      List<String> down = new ArrayList<>();
      rows.forEach(row -> down.add(oneLine(String.valueOf(column.cell().apply(row)))));
      cells.add(padded(column.name(), down));
    }
    StringBuilder text = new StringBuilder();
    for (int row = 0; row <= rows.size(); row++) {
      int at = row;
      List<String> across = cells.stream().map(down -> down.get(at)).toList();
      text.append(String.join("  ", across).stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private static String oneLine(String cell) {
    return BriefText.printable(cell).replace("\n", "\\n");
  }

  private static List<String> padded(String heading, List<String> down) {
    boolean isNumeric = !down.isEmpty() && down.stream().allMatch(cell -> cell.matches(NUMERIC));
    List<String> all = new ArrayList<>(down);
    all.add(0, heading);
    int width = all.stream().mapToInt(String::length).max().orElse(0);
    all.replaceAll(
        cell -> {
          String blanks = " ".repeat(width - cell.length());
          return isNumeric ? blanks + cell : cell + blanks;
        });
    return all;
  }

  /**
   * Writes the table as a CSV file of its name.
   *
   * @throws java.io.UncheckedIOException when it cannot be written
   */
  public void write(OutputFolder folder, Stream<? extends R> rows) {
    write(folder.file(file), rows);
  }

  /**
   * Writes the table as a CSV file.
   *
   * @throws java.io.UncheckedIOException when it cannot be written
   */
  public void write(Path path, Stream<? extends R> rows) {
    AtomicFile.writeCsv(
        path,
        csv -> {
          csv.writeRecord(names());
          rows.forEach(row -> csv.writeRecord(columns.stream().map(c -> field(c, row)).toList()));
        });
  }

  /**
   * Returns a cell of a CSV file with a quote before it when a spreadsheet would take it for a
   * formula: when it begins as one and is no number, with or without its interval.
   */
  public static String unlikeFormula(String cell) {
    boolean isFormula = FORMULA.matcher(cell).lookingAt() && !cell.matches(SIGNED);
    return isFormula ? "'" + cell : cell;
  }

  private static <R> String field(Column<R> column, R row) {
    Object value = column.cell().apply(row);
    if (value instanceof Optional<?> optional) {
      return optional.map(text -> unlikeFormula(String.valueOf(text))).orElse("");
    }
    return value instanceof Double number
        ? Json.field(number)
        : unlikeFormula(String.valueOf(value));
  }
}
