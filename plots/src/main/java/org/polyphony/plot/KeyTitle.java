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
import org.jfree.chart.block.RectangleConstraint;
import org.jfree.chart.title.Title;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.Size2D;
import org.jfree.chart.ui.VerticalAlignment;

/** The key of a chart: a swatch and a name for each series, in centred rows above the plot. */
final class KeyTitle extends Title {
  private static final long serialVersionUID = 1L;
  private static final FontRenderContext METRICS = new FontRenderContext(null, true, true);
  private static final double SWATCH_WIDTH = 12;
  private static final double SWATCH_HEIGHT = 6;
  private static final double GAP = 2.5;
  private static final double BETWEEN = 7;
  private static final double ROW = 9.5;
  private static final double BELOW = 2;

  private final transient List<Entry> entries;
  private final Font font = PlotFont.of(7);

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
  }

  KeyTitle(List<Entry> entries) {
    super(RectangleEdge.TOP, HorizontalAlignment.CENTER, VerticalAlignment.TOP);
    this.entries = List.copyOf(entries);
  }

  double height(double width) {
    return rows(width).size() * ROW + BELOW;
  }

  @Override
  public Size2D arrange(Graphics2D g, RectangleConstraint constraint) {
    double width = constraint.getWidthRange().getUpperBound();
    return new Size2D(width, height(width));
  }

  @Override
  public void draw(Graphics2D g, Rectangle2D area) {
    FontMetrics metrics = g.getFontMetrics(font);
    double y = area.getMinY();
    for (List<Entry> row : rows(area.getWidth())) {
      double x = area.getCenterX() - width(row) / 2;
      for (Entry entry : row) {
        double top = y + (ROW - SWATCH_HEIGHT) / 2;
        entry.swatch().draw(g, new Rectangle2D.Double(x, top, SWATCH_WIDTH, SWATCH_HEIGHT));
        g.setColor(Color.BLACK);
        g.setFont(font);
        float baseline = (float) (y + ROW / 2 + (metrics.getAscent() - metrics.getDescent()) / 2.0);
        g.drawString(entry.name(), (float) (x + SWATCH_WIDTH + GAP), baseline);
        x += width(entry) + BETWEEN;
      }
      y += ROW;
    }
  }

  @Override
  public Object draw(Graphics2D g, Rectangle2D area, Object parameters) {
    draw(g, area);
    return null;
  }

  private List<List<Entry>> rows(double width) {
    List<List<Entry>> rows = new ArrayList<>();
    List<Entry> row = new ArrayList<>();
    for (Entry entry : entries) {
      row.add(entry);
      if (row.size() > 1 && width(row) > width) {
        row.remove(row.size() - 1);
        rows.add(row);
        row = new ArrayList<>(List.of(entry));
      }
    }
    rows.add(row);
    return rows;
  }

  private double width(List<Entry> row) {
    double width = (row.size() - 1) * BETWEEN;
    for (Entry entry : row) {
      width += width(entry);
    }
    return width;
  }

  private double width(Entry entry) {
    return SWATCH_WIDTH + GAP + font.getStringBounds(entry.name(), METRICS).getWidth();
  }
}
