package org.polyphony.results.table;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.polyphony.input.NearestName;

/**
 * The columns that a table has or will have. They are known before the first run, so that a wrong
 * name is found then; the first of several with the same name counts.
 */
public final class Columns {
  private static final int FEW = 8; // names that a message lists

  private final Map<String, Column> byName = new LinkedHashMap<>();

  /**
   * A column.
   *
   * @param name of the column, or of several: {@code *} stands for any text, {@code []} for an
   *     index
   * @param isText whether it holds texts, not numbers
   * @param texts that it can hold; empty if any
   */
  public record Column(String name, boolean isText, Set<String> texts) {
    public static Column ofNumbers(String name) {
      return new Column(name, false, Set.of());
    }

    public static Column ofTexts(String name) {
      return new Column(name, true, Set.of());
    }

    /** Returns the column with these cells. */
    static Column of(String name, Set<Object> cells) {
      if (cells.stream().allMatch(Number.class::isInstance)) {
        return ofNumbers(name);
      }
      Set<String> texts = new LinkedHashSet<>();
      cells.forEach(cell -> texts.add(cell.toString()));
      return new Column(name, true, texts);
    }

    public Column named(String other) {
      return new Column(other, isText, texts);
    }

    private boolean isOpen() {
      return name.contains("*") || name.contains("[]");
    }

    private boolean isIn(Columns others) {
      return others.names().stream().anyMatch(this::standsFor);
    }

    private boolean standsFor(String found) {
      String quoted = Pattern.quote(name);
      return found.matches(quoted.replace("*", "\\E[^*]+\\Q").replace("[]", "\\E\\[\\d+]\\Q"));
    }
  }

  public Columns(Stream<Column> columns) {
    columns.forEach(column -> byName.putIfAbsent(column.name(), column));
  }

  /** Returns columns that hold any texts, and columns of numbers. */
  public static Columns of(List<String> texts, List<String> numbers) {
    return new Columns(
        Stream.concat(
            texts.stream().map(Column::ofTexts), numbers.stream().map(Column::ofNumbers)));
  }

  /** Returns the columns of some rows, with all texts that occur. */
  public static Columns of(List<Row> rows) {
    Map<String, Set<Object>> cells = new LinkedHashMap<>();
    for (Row row : rows) {
      row.cells()
          .forEach(
              (name, cell) -> cells.computeIfAbsent(name, n -> new LinkedHashSet<>()).add(cell));
    }
    return new Columns(cells.entrySet().stream().map(of -> Column.of(of.getKey(), of.getValue())));
  }

  /** Returns these columns, and those of others that have different names. */
  public Columns and(Columns others) {
    return new Columns(Stream.concat(all(), others.all()));
  }

  /**
   * Returns these columns and another one.
   *
   * @throws Misread if its name is taken, or stands for several
   */
  public Columns with(Column column) {
    if (column.isOpen()) {
      throw new Misread("", "'" + column.name() + "'", "a name without * and []");
    } else if (find(column.name()).isPresent()) {
      throw new Misread("", "'" + column.name() + "' twice", "a name that nothing else has");
    }
    return and(new Columns(Stream.of(column)));
  }

  /**
   * Returns the columns after the runs: of names with a star or an index, those that occur, or if
   * none does, any.
   */
  Columns closed(List<Row> rows) {
    Columns found = of(rows);
    return new Columns(
        Stream.concat(all(), found.all()).filter(of -> !of.isOpen() || !of.isIn(found)));
  }

  private Stream<Column> all() {
    return byName.values().stream();
  }

  public Set<String> names() {
    return byName.keySet();
  }

  public Optional<Column> find(String name) {
    return Optional.ofNullable(byName.get(name))
        .filter(column -> !column.isOpen())
        .or(() -> all().filter(Column::isOpen).filter(of -> of.standsFor(name)).findFirst());
  }

  /**
   * Returns a column.
   *
   * @throws Misread if there is no such column
   */
  public Column require(String name) {
    return find(name).orElseThrow(() -> unknown(name));
  }

  /**
   * Returns a column of numbers.
   *
   * @throws Misread if there is no such column, or it holds texts
   */
  public Column requireNumbers(String name) {
    Column column = require(name);
    if (column.isText()) {
      throw new Misread("", "'" + name + "', a column of texts", "a column of numbers");
    }
    return column;
  }

  private Misread unknown(String name) {
    String known =
        names().size() <= FEW
            ? NearestName.oneOf(name, names())
            : NearestName.of(name, names())
                .map(nearest -> "a column of the table (nearest: " + nearest + ")")
                .orElse("a column of the table, such as " + names().stream().limit(FEW).toList());
    String formula = name.matches(".+[-+*/].+") ? ", or a formula as 'a / b' with blanks" : "";
    return new Misread("", "'" + name + "'", known + formula);
  }
}
