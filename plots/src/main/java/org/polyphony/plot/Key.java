package org.polyphony.plot;

import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.Stroke;
import java.awt.font.FontRenderContext;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;

/** The key of a picture: a swatch and a name for each series, in centred rows above the panels. */
final class Key {
  private static final Font FONT = Style.font(7);
  private static final FontRenderContext METRICS = new FontRenderContext(null, true, true);
  private static final double SWATCH_WIDTH = 12;
  private static final double SWATCH_HEIGHT = 6;
  private static final double GAP = 2.5;
  private static final double BETWEEN = 7;
  private static final double ROW = 9.5;
  private static final double MARGIN = 1;

  private final List<List<Entry>> rows = new ArrayList<>();
  private final double width;

  /** Draws what stands for a series. */
  @FunctionalInterface
  interface Swatch {
    void draw(Graphics2D g, Rectangle2D area);
  }

  /** A series. */
  record Entry(String name, Swatch swatch) {
    static Entry line(String name, Stroke stroke) {
      return new Entry(
          name,
          (g, area) -> {
            g.setColor(Style.FRAME);
            g.setStroke(stroke);
            double y = area.getCenterY();
            g.draw(new Line2D.Double(area.getMinX(), y, area.getMaxX(), y));
          });
    }

    private double width() {
      return SWATCH_WIDTH + GAP + FONT.getStringBounds(name, METRICS).getWidth();
    }
  }

  /** Breaks entries into rows that fit into a width in points. */
  Key(List<Entry> entries, double width) {
    this.width = width;
    List<Entry> row = new ArrayList<>();
    for (Entry entry : entries) {
      if (!row.isEmpty() && width(row) + BETWEEN + entry.width() > width - BETWEEN) {
        rows.add(row);
        row = new ArrayList<>();
      }
      row.add(entry);
    }
    if (!row.isEmpty()) {
      rows.add(row);
    }
  }

  private static double width(List<Entry> row) {
    return (row.size() - 1) * BETWEEN + row.stream().mapToDouble(Entry::width).sum();
  }

  double height() {
    return rows.isEmpty() ? 0 : rows.size() * ROW + 2 * MARGIN;
  }

  void draw(Graphics2D g) {
    FontMetrics metrics = g.getFontMetrics(FONT);
    double y = MARGIN;
    for (List<Entry> row : rows) {
      double x = (width - width(row)) / 2;
      double top = y + (ROW - SWATCH_HEIGHT) / 2;
      float baseline = (float) (y + ROW / 2 + (metrics.getAscent() - metrics.getDescent()) / 2.0);
      for (Entry entry : row) {
        entry.swatch().draw(g, new Rectangle2D.Double(x, top, SWATCH_WIDTH, SWATCH_HEIGHT));
        g.setColor(Color.BLACK);
        g.setFont(FONT);
        g.drawString(entry.name(), (float) (x + SWATCH_WIDTH + GAP), baseline);
        x += entry.width() + BETWEEN;
      }
      y += ROW;
    }
  }
}
