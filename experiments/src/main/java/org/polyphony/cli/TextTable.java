package org.polyphony.cli;

import java.util.ArrayList;
import java.util.List;

/** A table for a terminal: two blanks between columns, numbers to the right. */
final class TextTable {
  private final List<String[]> rows = new ArrayList<>();
  private final int columns;

  /** Makes a table with a row of headings. */
  TextTable(String... headings) {
    columns = headings.length;
    rows.add(headings);
  }

  /** Appends a row with as many cells as there are headings. */
  TextTable row(String... cells) {
    if (cells.length != columns) {
      throw new IllegalArgumentException("cells: " + cells.length);
    }
    rows.add(cells);
    return this;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < columns; c++) {
        String blanks = " ".repeat(width(c) - row[c].length());
        line.append(c == 0 ? "" : "  ").append(isNumeric(c) ? blanks + row[c] : row[c] + blanks);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row[column].length()).max().orElse(0);
  }

  private boolean isNumeric(int column) {
    return rows.size() > 1
        && rows.stream().skip(1).allMatch(row -> row[column].matches("-|[-+0-9.,%x]+"));
  }
}
