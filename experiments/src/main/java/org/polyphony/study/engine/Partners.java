package org.polyphony.study.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.polyphony.input.NearestName;
import org.polyphony.study.table.LongTable;
import org.polyphony.study.table.Misread;
import org.polyphony.study.table.Row;

/**
 * The partner of each row: the row that meets some conditions and equals it in all that identifies
 * a workload of a run, except in what the conditions are about.
 */
final class Partners {
  private final List<String> keys;
  private final Map<String, Row> byIdentity = new HashMap<>();

  Partners(LongTable table, List<String> texts) {
    List<Condition> conditions = Condition.list(texts, table.columns());
    List<String> equal = new ArrayList<>(table.keys());
    for (Condition condition : conditions) {
      List<String> about =
          table.keys().stream().filter(key -> isAbout(condition.subject(), key)).toList();
      if (about.isEmpty()) {
        throw unidentified(condition.subject(), table.keys(), conditions.indexOf(condition));
      }
      equal.removeAll(about);
    }
    equal.add(LongTable.NUMBER);
    this.keys = List.copyOf(equal);
    table.rows().stream()
        .filter(row -> conditions.stream().allMatch(condition -> condition.test(row)))
        .forEach(row -> add(row, table.keys()));
  }

  private void add(Row row, List<String> all) {
    Row other = byIdentity.put(identity(row), row);
    if (other != null) {
      String found = "two partners of the same rows: " + words(other, all) + "; " + words(row, all);
      throw new Misread("", found, "conditions that leave one partner for each row");
    }
  }

  private static String words(Row row, List<String> keys) {
    return keys.stream().map(key -> key + " = " + row.text(key)).collect(Collectors.joining(", "));
  }

  private static Misread unidentified(String column, List<String> keys, int index) {
    String allowed = NearestName.oneOf(column, keys) + ": columns that identify a run";
    return new Misread("[" + index + "]", "'" + column + "'", allowed);
  }

  /** An element of a key is about it, as policy.threadShares[0] is about policy. */
  private static boolean isAbout(String column, String key) {
    return column.equals(key) || column.startsWith(key + ".") || column.startsWith(key + "[");
  }

  private String identity(Row row) {
    return LongTable.identity(row, keys, key -> false);
  }

  Optional<Row> of(Row row) {
    return Optional.ofNullable(byIdentity.get(identity(row)));
  }
}
