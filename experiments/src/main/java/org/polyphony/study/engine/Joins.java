package org.polyphony.study.engine;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.polyphony.config.StudyConfig;
import org.polyphony.config.StudyFile;
import org.polyphony.results.CsvTable;
import org.polyphony.results.table.Columns;
import org.polyphony.results.table.Columns.Column;
import org.polyphony.results.table.LongTable;
import org.polyphony.results.table.Misread;
import org.polyphony.results.table.Row;

/** Adds the columns of CSV files to the rows of a table that agree in some columns. */
final class Joins {
  private Joins() {}

  static LongTable all(StudyFile file, LongTable table) {
    AtomicReference<LongTable> joined = new AtomicReference<>(table);
    Misread.each(
        "joins",
        file.config().joins(),
        join -> {
          CsvTable data = CsvTable.read(file.folder().resolve(join.file()));
          return joined.updateAndGet(before -> join(data, join, before));
        });
    return joined.get();
  }

  private static LongTable join(CsvTable data, StudyConfig.Join join, LongTable table) {
    if (data.rows() == 0) {
      throw new Misread("file", "no rows in " + join.file(), "a heading and a row or more");
    }
    Columns ofFile = new Columns(data.columns().stream().map(Column::ofTexts));
    Misread.each("on", join.on(), ofFile::require);
    Misread.each("on", join.on(), table.columns()::require);
    List<Column> added =
        data.columns().stream()
            .filter(name -> !join.on().contains(name))
            .map(name -> column(data, name))
            .toList();
    Map<String, Map<String, Object>> byKey = byKey(data, join, added);
    requireMatch(join, table.rows(), byKey);
    Columns wider = table.columns();
    for (Column column : added) {
      Columns before = wider;
      wider = Misread.in("file", () -> Formula.declare(column, before));
    }
    return table
        .with(wider)
        .map(row -> row.with(byKey.getOrDefault(key(join, row::text), Map.of())));
  }

  private static Column column(CsvTable data, String name) {
    boolean isOfNumbers =
        texts(data, name).allMatch(text -> text.isEmpty() || Formula.number(text).isPresent());
    return isOfNumbers ? Column.ofNumbers(name) : Column.ofTexts(name);
  }

  private static Stream<String> texts(CsvTable data, String name) {
    return IntStream.range(0, data.rows()).mapToObj(row -> data.text(row, name));
  }

  private static Map<String, Map<String, Object>> byKey(
      CsvTable data, StudyConfig.Join join, List<Column> added) {
    Map<String, Map<String, Object>> byKey = new HashMap<>();
    for (int row = 0; row < data.rows(); row++) {
      int at = row;
      String key = key(join, column -> data.text(at, column));
      if (byKey.put(key, cells(data, row, added)) != null) {
        String found = "'" + key.replace("\n", ", ") + "' twice in " + join.file();
        throw new Misread("on", found, "columns that tell its rows apart");
      }
    }
    return byKey;
  }

  private static String key(StudyConfig.Join join, Function<String, String> text) {
    return join.on().stream().map(text).collect(Collectors.joining("\n"));
  }

  private static Map<String, Object> cells(CsvTable data, int row, List<Column> columns) {
    Map<String, Object> cells = new LinkedHashMap<>();
    for (Column column : columns) {
      String text = data.text(row, column.name());
      if (!text.isEmpty()) {
        cells.put(column.name(), column.isText() ? text : number(text));
      }
    }
    return cells;
  }

  /** Returns a number as it is written: a whole one stays whole. */
  private static Number number(String text) {
    return text.matches("-?\\d{1,15}")
        ? (Number) Long.valueOf(text)
        : Formula.number(text).orElseThrow();
  }

  /** Refuses a file that adds nothing, if the rows have what tells so: some know it only later. */
  private static void requireMatch(
      StudyConfig.Join join, List<Row> rows, Map<String, Map<String, Object>> byKey) {
    List<String> keys =
        rows.stream()
            .filter(row -> row.cells().keySet().containsAll(join.on()))
            .map(row -> key(join, row::text))
            .toList();
    if (!keys.isEmpty() && keys.stream().noneMatch(byKey::containsKey)) {
      String found = "no row of " + join.file() + " that matches a run";
      String example = keys.get(0).replace("\n", ", ");
      throw new Misread("on", found, "one or more, such as of '" + example + "'");
    }
  }
}
