package org.polyphony.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;

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
