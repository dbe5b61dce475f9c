package org.polyphony.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.List;

/**
 * How one series looks: colors that color-blind readers tell apart (Okabe and Ito, 2008), and, for
 * grey print, a marker and a dash for lines and a hatch for bars.
 *
 * @param line of lines and markers, readable on white
 * @param marker at points, around the origin
 */
record SeriesStyle(Color fill, Color line, Hatch hatch, Shape marker, BasicStroke stroke) {
  private static final float LINE = 1f;
  private static final Color HATCH = new Color(0x303030);
  private static final BasicStroke OUTLINE = new BasicStroke(0.4f);
  private static final List<SeriesStyle> ALL =
      List.of(
          of(0x0072B2, 0x0072B2, Hatch.NONE, circle()),
          of(0xE69F00, 0xD98200, Hatch.RISING, square(), 4, 1.6f),
          of(0x009E73, 0x007A58, Hatch.FALLING, triangle(1), 1.2f, 1.4f),
          of(0xF0E442, 0x9A8F00, Hatch.NONE, diamond(), 6, 1.4f, 1.2f, 1.4f),
          of(0xCC79A7, 0xB85C90, Hatch.CROSSED, triangle(-1), 8, 2),
          of(0x56B4E9, 0x2E97D3, Hatch.LEVEL, square(), 3, 1.2f, 1.2f, 1.2f, 1.2f, 1.2f),
          of(0xD55E00, 0xD55E00, Hatch.UPRIGHT, circle(), 2.4f, 1.2f),
          of(0x404040, 0x404040, Hatch.NONE, diamond()),
          of(0xBFBFBF, 0x8C8C8C, Hatch.RISING, triangle(1), 5, 1),
          of(0xFFFFFF, 0x000000, Hatch.NONE, square(), 1, 1),
          of(0xFFFFFF, 0x606060, Hatch.FALLING, circle(), 7, 1.5f),
          of(0xFFFFFF, 0x606060, Hatch.CROSSED, diamond(), 2, 2),
          of(0xA6CEE3, 0x5B9EC9, Hatch.NONE, triangle(-1), 4, 2, 1, 2),
          of(0xFFD9A0, 0xB87D20, Hatch.UPRIGHT, square(), 9, 1));

  /** How many series differ in color. */
  static final int COLOURS = ALL.size();

  /** Returns the style of a series; colors repeat, with other markers, dashes and hatches. */
  static SeriesStyle of(int series) {
    SeriesStyle colour = ALL.get(series % COLOURS);
    SeriesStyle shape = ALL.get((series + series / COLOURS) % COLOURS);
    return new SeriesStyle(colour.fill, colour.line, shape.hatch, shape.marker, shape.stroke);
  }

  private static SeriesStyle of(int fill, int line, Hatch hatch, Shape marker, float... dash) {
    return new SeriesStyle(new Color(fill), new Color(line), hatch, marker, stroke(dash));
  }

  private static BasicStroke stroke(float... dash) {
    return dash.length == 0
        ? new BasicStroke(LINE, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND)
        : new BasicStroke(LINE, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dash, 0);
  }

  /** Draws a bar. */
  void drawBar(Graphics2D g, Rectangle2D area) {
    g.setColor(fill);
    g.fill(area);
    hatch.draw(g, area, HATCH);
    g.setColor(Color.DARK_GRAY);
    g.setStroke(OUTLINE);
    g.draw(area);
  }

  /** Draws a stretch of line with its marker, for a legend. */
  void drawLine(Graphics2D g, Rectangle2D area, boolean hasMarker) {
    g.setColor(line);
    g.setStroke(stroke);
    g.draw(new Line2D.Double(area.getMinX(), area.getCenterY(), area.getMaxX(), area.getCenterY()));
    if (hasMarker) {
      drawPoint(g, area);
    }
  }

  /** Draws a marker, for a legend. */
  void drawPoint(Graphics2D g, Rectangle2D area) {
    g.setColor(line);
    g.fill(
        AffineTransform.getTranslateInstance(area.getCenterX(), area.getCenterY())
            .createTransformedShape(marker));
  }

  private static Shape circle() {
    return new Ellipse2D.Double(-1.7, -1.7, 3.4, 3.4);
  }

  private static Shape square() {
    return new Rectangle2D.Double(-1.5, -1.5, 3, 3);
  }

  private static Shape diamond() {
    return polygon(0, -2.3, 2.3, 0, 0, 2.3, -2.3, 0);
  }

  private static Shape triangle(int up) {
    return polygon(0, -2.1 * up, 2.1, 1.6 * up, -2.1, 1.6 * up);
  }

  static Shape polygon(double... xy) {
    Path2D path = new Path2D.Double();
    path.moveTo(xy[0], xy[1]);
    for (int i = 2; i < xy.length; i += 2) {
      path.lineTo(xy[i], xy[i + 1]);
    }
    path.closePath();
    return path;
  }

  /** Lines over a filled bar, which tell it from others in grey; plain lines in every format. */
  enum Hatch {
    NONE,
    RISING,
    FALLING,
    CROSSED,
    LEVEL,
    UPRIGHT;

    private static final double GAP = 3.2;
    private static final BasicStroke STROKE = new BasicStroke(0.45f);

    void draw(Graphics2D g, Rectangle2D area, Color colour) {
      g.setColor(colour);
      g.setStroke(STROKE);
      switch (this) {
        case NONE -> {}
        case RISING -> slanting(g, area, 1);
        case FALLING -> slanting(g, area, -1);
        case CROSSED -> {
          slanting(g, area, 1);
          slanting(g, area, -1);
        }
        case LEVEL -> level(g, area);
        case UPRIGHT -> upright(g, area);
      }
    }

    /** Draws lines that rise to the right, or fall with a sign of -1. */
    private static void slanting(Graphics2D g, Rectangle2D a, int sign) {
      double low = sign > 0 ? a.getMinY() : -a.getMaxY();
      double high = sign > 0 ? a.getMaxY() : -a.getMinY();
      double step = GAP * Math.sqrt(2);
      double sum = Math.ceil((a.getMinX() + low) / step) * step; // x + sign * y of a line
      for (; sum < a.getMaxX() + high; sum += step) {
        double left = Math.max(a.getMinX(), sum - high);
        double right = Math.min(a.getMaxX(), sum - low);
        g.draw(new Line2D.Double(left, sign * (sum - left), right, sign * (sum - right)));
      }
    }

    private static void level(Graphics2D g, Rectangle2D a) {
      double y = Math.ceil(a.getMinY() / GAP) * GAP;
      for (; y < a.getMaxY(); y += GAP) {
        g.draw(new Line2D.Double(a.getMinX(), y, a.getMaxX(), y));
      }
    }

    private static void upright(Graphics2D g, Rectangle2D a) {
      double x = Math.ceil(a.getMinX() / GAP) * GAP;
      for (; x < a.getMaxX(); x += GAP) {
        g.draw(new Line2D.Double(x, a.getMinY(), x, a.getMaxY()));
      }
    }
  }
}
