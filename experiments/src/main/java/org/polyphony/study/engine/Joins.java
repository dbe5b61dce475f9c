package org.polyphony.study.engine;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.polyphony.config.StudyConfig;
import org.polyphony.config.StudyFile;
import org.polyphony.results.CsvTable;
import org.polyphony.study.table.LongTable;
import org.polyphony.study.table.Misread;
import org.polyphony.study.table.Row;

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
    requireColumns(join.on(), Set.copyOf(data.columns()));
    requireColumns(join.on(), table.columns());
    Map<String, Map<String, Object>> byKey = new HashMap<>();
    for (int row = 0; row < data.rows(); row++) {
      int at = row;
      String key = join.on().stream().map(c -> data.text(at, c)).collect(Collectors.joining("\n"));
      if (byKey.put(key, cells(data, row, join.on())) != null) {
        String found = "'" + key.replace("\n", ", ") + "' twice in " + join.file();
        throw new Misread("on", found, "columns that tell its rows apart");
      }
    }
    return table
        .joining(data.columns())
        .map(
            row -> {
              String key = join.on().stream().map(row::text).collect(Collectors.joining("\n"));
              Row wider = row;
              for (Map.Entry<String, Object> cell : byKey.getOrDefault(key, Map.of()).entrySet()) {
                wider = wider.with(cell.getKey(), cell.getValue());
              }
              return wider;
            });
  }

  private static void requireColumns(List<String> wanted, Set<String> columns) {
    Misread.each(
        "on",
        wanted,
        column -> {
          if (!columns.contains(column)) {
            throw Formula.unknownColumn(column, columns);
          }
          return column;
        });
  }

  private static Map<String, Object> cells(CsvTable data, int row, List<String> left) {
    Map<String, Object> cells = new LinkedHashMap<>();
    for (String column : data.columns()) {
      String text = data.text(row, column);
      if (!left.contains(column) && !text.isEmpty()) {
        cells.put(column, Formula.number(text).<Object>map(number -> number).orElse(text));
      }
    }
    return cells;
  }
}
