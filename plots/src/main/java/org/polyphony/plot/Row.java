package org.polyphony.plot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import org.polyphony.results.CsvTable;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.RunRecord;

/**
 * A row of a table that a chart draws.
 *
 * @param values by column, or by steps of a path
 * @param table file that has the other columns; null for none
 * @param line of the file, from 0
 */
record Row(ObjectNode values, CsvTable table, int line) {
  private static final JsonMapper MAPPER = new JsonMapper();

  /** Returns a row of columns by their names. */
  static Row of(Map<String, ?> columns) {
    return new Row(MAPPER.valueToTree(columns), null, 0);
  }

  /** Returns a row of a file. */
  static Row of(CsvTable table, int line) {
    return new Row(JsonNodeFactory.instance.objectNode(), table, line);
  }

  /** Returns a row of a run: its policy, setting, workloads and category, and all that it has. */
  static Row of(RunRecord run) {
    ObjectNode values = JsonNodeFactory.instance.objectNode();
    run.summary().properties().forEach(each -> values.set(each.getKey(), each.getValue()));
    values.put("policy", run.shown().of(run.policy())).put("setting", run.setting());
    values.put("workloads", run.workloads()).put("category", run.category());
    return new Row(values, null, 0);
  }

  /** Returns this row with further columns, which come first. */
  Row with(Map<String, ?> columns) {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    all.setAll(values);
    all.setAll(of(columns).values);
    return new Row(all, table, line);
  }

  /** Returns a field as it is shown; empty when there is no such column. */
  Optional<String> find(String column) {
    JsonNode value = value(column);
    if (value.isMissingNode()) {
      return table == null ? Optional.empty() : table.find(line, column).map(table::shown);
    }
    return Optional.of(
        value.isDouble() ? DisplayNames.plain(value.asDouble()) : RunRecord.text(value));
  }

  /**
   * Returns a field as it is shown.
   *
   * @throws RuntimeException when there is no such column: of a file, it is the user's error
   */
  String text(String column) {
    return find(column)
        .orElseGet(
            () -> {
              if (table == null) {
                throw new IllegalArgumentException("no such column: " + column);
              }
              return table.text(line, column);
            });
  }

  /** Returns a field as a number; not a number when it is empty. */
  double number(String column) {
    JsonNode value = value(column);
    return value.isMissingNode() && table != null
        ? table.number(line, column)
        : RunRecord.number(value);
  }

  private JsonNode value(String column) {
    return values.has(column) ? values.path(column) : values.at("/" + column.replace('.', '/'));
  }
}
