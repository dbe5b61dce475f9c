package org.polyphony.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.polyphony.results.RunRecord;
import org.polyphony.results.metric.Metric;

/**
 * The columns of a table of a page, each listed once: its title and what a row has there. The first
 * one holds headings. The template reads it by its methods without arguments.
 *
 * @param <R> a row
 */
final class HtmlTable<R> {
  static final String UNKNOWN = "–";
  private static final int MANY_ROWS = 25;

  private final String caption;
  private final List<R> of;
  private final List<Column> columns = new ArrayList<>();
  private final List<Function<? super R, Cell>> cells = new ArrayList<>();

  /** Makes a table without columns. */
  HtmlTable(String caption, List<R> of) {
    this.caption = caption;
    this.of = of;
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

    /** Returns a number in some words; a dash when it is none. */
    static Cell number(String text, double value) {
      boolean isKnown = Double.isFinite(value);
      return new Cell(
          isKnown ? text : UNKNOWN, "", isKnown ? Double.toString(value) : "", true, false);
    }

    /** Returns the same cell as the best of its row, if it is. */
    Cell best(boolean isBest) {
      return new Cell(text, href, sort, numeric, isBest);
    }
  }

  /** Returns a number with a format of its own; a dash for one that is not known. */
  static String text(String format, double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : UNKNOWN;
  }

  /** Returns a share as a percentage; a dash for one that is not known. */
  static String percent(double share) {
    return text("%.1f%%", 100 * share);
  }

  HtmlTable<R> text(String title, Function<? super R, String> text) {
    return cell(title, false, row -> Cell.of(text.apply(row)));
  }

  /** Adds a column of links; one without an address is a text. */
  HtmlTable<R> link(
      String title, Function<? super R, String> text, Function<? super R, String> href) {
    return cell(title, false, row -> new Cell(text.apply(row), href.apply(row), "", false, false));
  }

  HtmlTable<R> number(String title, String format, ToDoubleFunction<? super R> value) {
    return cell(
        title,
        true,
        row -> {
          double number = value.applyAsDouble(row);
          return Cell.number(text(format, number), number);
        });
  }

  /**
   * Adds a column for each metric that is a number.
   *
   * @param values the object of a row that has them
   */
  HtmlTable<R> metrics(List<Metric> metrics, Function<? super R, JsonNode> values) {
    for (Metric metric : metrics) {
      if (metric.form() != Metric.Form.WORD) {
        cell(
            metric.heading(),
            true,
            row -> {
              double value = RunRecord.number(values.apply(row).path(metric.name()));
              return Cell.number(shown(metric, value), value);
            });
      }
    }
    return this;
  }

  /** Returns a value of a metric; a dash for one that is not known. */
  static String shown(Metric metric, double value) {
    return Double.isFinite(value) ? metric.shown(value) : UNKNOWN;
  }

  HtmlTable<R> percent(String title, ToDoubleFunction<? super R> share) {
    return cell(
        title,
        true,
        row -> Cell.number(percent(share.applyAsDouble(row)), share.applyAsDouble(row)));
  }

  HtmlTable<R> cell(String title, boolean isNumeric, Function<? super R, Cell> cell) {
    columns.add(new Column(title, isNumeric));
    cells.add(cell);
    return this;
  }

  String caption() {
    return caption;
  }

  List<Column> columns() {
    return columns;
  }

  List<Row> rows() {
    return of.stream()
        .map(
            row ->
                new Row(
                    cells.get(0).apply(row),
                    cells.stream().skip(1).map(cell -> cell.apply(row)).toList()))
        .toList();
  }

  boolean isEmpty() {
    return of.isEmpty();
  }

  /** Returns whether it scrolls and can be filtered. */
  boolean isLong() {
    return of.size() > MANY_ROWS;
  }
}
