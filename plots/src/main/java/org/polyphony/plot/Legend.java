package org.polyphony.plot;

import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.Stroke;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;

/**
 * The legend of a picture: a swatch and a name for each series, in centred rows above the panels.
 */
final class Legend {
  private static final Font FONT = Style.font(7);
  private static final double SWATCH_WIDTH = 12;
  private static final double SWATCH_HEIGHT = 6;
  private static final double GAP = 2.5;
  private static final double BETWEEN = 7;
  private static final double ROW = 9.5;
  private static final double MARGIN = 1;

  private final List<List<Entry>> rows = new ArrayList<>();
  private final double width;
  private final boolean isGrid; // entries stand below each other
  private final double column; // width of a column of the grid

  /** Draws what stands for a series. */
  @FunctionalInterface
  interface Swatch {
    void draw(Graphics2D g, Rectangle2D area);
  }

  /** A series. */
  record Entry(String name, Swatch swatch) {
    static Entry line(String name, Stroke stroke) {
      return line(name, stroke, Style.FRAME);
    }

    static Entry line(String name, Stroke stroke, Color colour) {
      return new Entry(
          name,
          (g, area) -> {
            g.setColor(colour);
            g.setStroke(stroke);
            double y = area.getCenterY();
            g.draw(new Line2D.Double(area.getMinX(), y, area.getMaxX(), y));
          });
    }

    /** Returns the entry with as much of its name, from both ends, as fits into a width. */
    private Entry fitting(double most) {
      Entry entry = this;
      for (int half = name.length() / 2; half > 1 && entry.width() > most; half--) {
        String end = name.substring(name.length() - half);
        entry = new Entry(name.substring(0, half) + "\u2026" + end, swatch);
      }
      return entry;
    }

    private double width() {
      return SWATCH_WIDTH + GAP + FONT.getStringBounds(name, Style.METRICS).getWidth();
    }
  }

  /** Breaks entries into rows that fit into a width in points: columns where they need no more. */
  Legend(List<Entry> entries, double width) {
    this.width = width;
    List<Entry> fitting = entries.stream().map(entry -> entry.fitting(width - BETWEEN)).toList();
    List<List<Entry>> packed = packed(fitting, width);
    double widest = fitting.stream().mapToDouble(Entry::width).max().orElse(0);
    int columns = Math.max(1, (int) (width / (widest + BETWEEN)));
    int gridRows = (entries.size() + columns - 1) / columns;
    isGrid = packed.size() > 1 && gridRows <= packed.size();
    column = widest;
    if (!isGrid) {
      rows.addAll(packed);
      return;
    }
    int inRow = (entries.size() + gridRows - 1) / gridRows;
    for (int from = 0; from < fitting.size(); from += inRow) {
      rows.add(fitting.subList(from, Math.min(from + inRow, fitting.size())));
    }
  }

  private static List<List<Entry>> packed(List<Entry> entries, double width) {
    List<List<Entry>> rows = new ArrayList<>();
    for (Entry entry : entries) {
      List<Entry> last = rows.isEmpty() ? List.of() : rows.get(rows.size() - 1);
      if (last.isEmpty() || sum(last) + BETWEEN + entry.width() > width - BETWEEN) {
        last = new ArrayList<>();
        rows.add(last);
      }
      last.add(entry);
    }
    return rows;
  }

  private static double sum(List<Entry> row) {
    return (row.size() - 1) * BETWEEN + row.stream().mapToDouble(Entry::width).sum();
  }

  private double width(List<Entry> row) {
    return isGrid ? row.size() * (column + BETWEEN) - BETWEEN : sum(row);
  }

  /** Returns how many rows entries take at a width in points. */
  static int rows(List<Entry> entries, double width) {
    return new Legend(entries, width).rows.size();
  }

  double height() {
    return rows.isEmpty() ? 0 : rows.size() * ROW + 2 * MARGIN;
  }

  void draw(Graphics2D g) {
    FontMetrics metrics = g.getFontMetrics(FONT);
    double y = MARGIN;
    double first = (width - rows.stream().mapToDouble(this::width).max().orElse(0)) / 2;
    for (List<Entry> row : rows) {
      double x = isGrid ? first : (width - width(row)) / 2;
      double top = y + (ROW - SWATCH_HEIGHT) / 2;
      float baseline = (float) (y + ROW / 2 + (metrics.getAscent() - metrics.getDescent()) / 2.0);
      for (Entry entry : row) {
        entry.swatch().draw(g, new Rectangle2D.Double(x, top, SWATCH_WIDTH, SWATCH_HEIGHT));
        g.setColor(Color.BLACK);
        g.setFont(FONT);
        g.drawString(entry.name(), (float) (x + SWATCH_WIDTH + GAP), baseline);
        x += (isGrid ? column : entry.width()) + BETWEEN;
      }
      y += ROW;
    }
  }
}
