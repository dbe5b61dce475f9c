package org.polyphony.study.table;

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
    Row row = new Row(cells);
    if (value instanceof Double number && !Double.isFinite(number)) {
      row.cells.remove(column);
    } else {
      row.cells.put(column, value);
    }
    return row;
  }
}
