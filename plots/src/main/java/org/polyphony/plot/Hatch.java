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
      case RISING -> rising(g, area);
      case FALLING -> falling(g, area);
      case CROSSED -> {
        rising(g, area);
        falling(g, area);
      }
      case LEVEL -> level(g, area);
      case UPRIGHT -> upright(g, area);
    }
  }

  private static void rising(Graphics2D g, Rectangle2D a) {
    double step = GAP * Math.sqrt(2);
    double sum = Math.ceil((a.getMinX() + a.getMinY()) / step) * step; // x + y of a line
    for (; sum < a.getMaxX() + a.getMaxY(); sum += step) {
      double left = Math.max(a.getMinX(), sum - a.getMaxY());
      double right = Math.min(a.getMaxX(), sum - a.getMinY());
      g.draw(new Line2D.Double(left, sum - left, right, sum - right));
    }
  }

  private static void falling(Graphics2D g, Rectangle2D a) {
    double step = GAP * Math.sqrt(2);
    double difference = Math.ceil((a.getMinX() - a.getMaxY()) / step) * step; // x - y of a line
    for (; difference < a.getMaxX() - a.getMinY(); difference += step) {
      double left = Math.max(a.getMinX(), difference + a.getMinY());
      double right = Math.min(a.getMaxX(), difference + a.getMaxY());
      g.draw(new Line2D.Double(left, left - difference, right, right - difference));
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
