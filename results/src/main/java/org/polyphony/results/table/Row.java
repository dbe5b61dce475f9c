package org.polyphony.results.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A row of a long table. Cells are numbers and texts; a missing one is absent, and so is a number
 * that is not finite.
 */
public final class Row {
  private final Map<String, Object> cells;

  /** Creates a row from texts and numbers by column. */
  public Row(Map<String, ?> cells) {
    this.cells = new LinkedHashMap<>(cells);
    this.cells.values().removeIf(Row::isMissing);
  }

  private static boolean isMissing(Object cell) {
    return cell == null || (cell instanceof Double number && !Double.isFinite(number));
  }

  /** Adds the numbers and texts of a tree by their paths; those that are there stay. */
  public static void flatten(JsonNode node, String path, Map<String, Object> cells) {
    if (node.isObject()) {
      node.properties().forEach(e -> flatten(e.getValue(), path + "." + e.getKey(), cells));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        flatten(node.get(i), path + "[" + i + "]", cells);
      }
    } else if (!node.isNull()) {
      cells.putIfAbsent(path, cell(node));
    }
  }

  private static Object cell(JsonNode value) {
    return value.isIntegralNumber()
        ? (Object) value.longValue()
        : value.isNumber() ? (Object) value.doubleValue() : value.asText();
  }

  public Map<String, Object> cells() {
    return Collections.unmodifiableMap(cells);
  }

  /** Returns a cell as text; empty if it is missing. */
  public String text(String column) {
    Object cell = cells.get(column);
    return cell == null ? "" : cell.toString();
  }

  /** Returns a cell as a number; NaN if it is missing or a text. */
  public double number(String column) {
    return cells.get(column) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  public Optional<Object> cell(String column) {
    return Optional.ofNullable(cells.get(column));
  }

  /** Returns this row with another column; without it if its number is not finite. */
  public Row with(String column, Object value) {
    return with(Collections.singletonMap(column, value));
  }

  /** Returns this row with other columns, but for those whose numbers are not finite. */
  public Row with(Map<String, Object> others) {
    Map<String, Object> wider = new LinkedHashMap<>(cells);
    wider.putAll(others);
    return new Row(wider);
  }
}
