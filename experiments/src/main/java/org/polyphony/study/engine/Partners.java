package org.polyphony.study.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.polyphony.input.NearestName;
import org.polyphony.results.table.LongTable;
import org.polyphony.results.table.Misread;
import org.polyphony.results.table.Row;

/**
 * The partner of each row: the row that meets some conditions and equals it in all that identifies
 * a workload of a run, except in what the conditions are about.
 */
final class Partners {
  private final List<String> keys;
  private final Optional<Comparator<Row>> best;
  private final Map<String, Row> byIdentity = new HashMap<>();

  /**
   * Finds the partners.
   *
   * @param texts conditions, one or more of them about what identifies a run
   * @param best the order of partners of the same rows, of which the last one counts; none: one
   *     partner each
   */
  Partners(LongTable table, List<String> texts, Optional<Comparator<Row>> best) {
    this.best = best;
    List<Condition> conditions = Condition.list(texts, table.columns());
    List<String> equal = new ArrayList<>(table.keys());
    equal.removeIf(key -> conditions.stream().anyMatch(of -> isAbout(of.subject(), key)));
    if (equal.size() == table.keys().size()) {
      throw unidentified(conditions.get(0).subject(), table.keys());
    }
    equal.add(LongTable.NUMBER);
    this.keys = List.copyOf(equal);
    table.rows().stream()
        .filter(row -> conditions.stream().allMatch(condition -> condition.test(row)))
        .forEach(row -> add(row, table.keys()));
  }

  private void add(Row row, List<String> all) {
    Row other = byIdentity.get(identity(row));
    if (other == null || best.filter(order -> order.compare(row, other) > 0).isPresent()) {
      byIdentity.put(identity(row), row);
    } else if (best.isEmpty()) {
      String found = "two partners of the same rows: " + words(other, all) + "; " + words(row, all);
      throw new Misread("", found, "conditions that leave one partner for each row");
    }
  }

  private static String words(Row row, List<String> keys) {
    return keys.stream().map(key -> key + " = " + row.text(key)).collect(Collectors.joining(", "));
  }

  private static Misread unidentified(String column, List<String> keys) {
    String allowed = NearestName.oneOf(column, keys) + ": columns that identify a run";
    return new Misread("[0]", "'" + column + "'", allowed);
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
