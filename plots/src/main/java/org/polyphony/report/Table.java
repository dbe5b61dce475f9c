package org.polyphony.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A table whose rows begin with a heading. The template reads it, and methods without arguments.
 *
 * @param caption what it shows
 * @param columns the first is that of the headings
 * @param rows in their order
 */
record Table(String caption, List<Column> columns, List<Row> rows) {
  private static final int MANY_ROWS = 25;

  /** Makes an empty table. */
  Table(String caption) {
    this(caption, new ArrayList<>(), new ArrayList<>());
  }

  /** A column; {@code numeric} aligns and sorts it by value. */
  record Column(String title, boolean numeric) {}

  /** A row: its heading and the other cells. */
  record Row(Cell head, List<Cell> cells) {}

  /**
   * A cell.
   *
   * @param text what it says
   * @param href address of a link; empty for none
   * @param sort what it is sorted by where that is not its text
   * @param numeric true for a number
   * @param best true for the best of its row
   */
  record Cell(String text, String href, String sort, boolean numeric, boolean best) {
    static Cell of(String text) {
      return new Cell(text, "", "", false, false);
    }

    static Cell link(String text, String href) {
      return new Cell(text, href, "", false, false);
    }

    /** Returns a number with a format of its own; a dash when it is none. */
    static Cell number(String format, double value) {
      return Double.isFinite(value)
          ? sorted(String.format(Locale.ROOT, format, value), value)
          : new Cell("–", "", "", true, false);
    }

    /** Returns a share as a percentage; a dash when it is none. */
    static Cell percent(double share) {
      return Double.isFinite(share) ? sorted(Numbers.percent(share), share) : number("", share);
    }

    /** Returns a text that is sorted as a number. */
    static Cell sorted(String text, double value) {
      return new Cell(text, "", Double.toString(value), true, false);
    }

    /** Returns the same cell as the best of its row. */
    Cell asBest() {
      return new Cell(text, href, sort, numeric, true);
    }
  }

  Table text(String title) {
    columns.add(new Column(title, false));
    return this;
  }

  Table number(String title) {
    columns.add(new Column(title, true));
    return this;
  }

  void row(Cell head, List<Cell> cells) {
    if (cells.size() + 1 != columns.size()) {
      throw new IllegalArgumentException(caption + ": cells in a row: " + (cells.size() + 1));
    }
    rows.add(new Row(head, List.copyOf(cells)));
  }

  void row(Cell head, Cell... cells) {
    row(head, List.of(cells));
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Returns whether it scrolls and can be filtered. */
  boolean isLong() {
    return rows.size() > MANY_ROWS;
  }
}
