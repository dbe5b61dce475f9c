package org.polyphony.plot;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.stream.DoubleStream;
import org.jfree.chart.annotations.AbstractXYAnnotation;
import org.jfree.chart.annotations.XYAnnotationBoundsInfo;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.PlotRenderingInfo;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.Range;

/** What a mean is of: its interval, and a thin point for each single value. */
final class Spread extends AbstractXYAnnotation implements XYAnnotationBoundsInfo {
  private static final long serialVersionUID = 1L;
  private static final double RADIUS = 0.75; // points
  private static final double CAP = 1.4; // half of its width, in points
  private static final int THIN = 120; // of 255
  private static final SeriesStyle OF_KEY = SeriesStyle.of(7); // dark grey

  private final transient SeriesStyle style;
  private final double x;
  private final double low;
  private final double high;
  private final double[] singles;

  /**
   * Makes one.
   *
   * @param low lower end of the interval; it is not drawn where its ends are equal or no numbers
   */
  Spread(SeriesStyle style, double x, double low, double high, double... singles) {
    this.style = style;
    this.x = x;
    this.low = low;
    this.high = high;
    this.singles = singles;
  }

  boolean hasInterval() {
    return low < high;
  }

  boolean hasSingles() {
    return singles.length > 0;
  }

  @Override
  public boolean getIncludeInDataBounds() {
    return hasInterval() || hasSingles();
  }

  @Override
  public Range getXRange() {
    return new Range(x, x);
  }

  @Override
  public Range getYRange() {
    double[] all =
        DoubleStream.concat(DoubleStream.of(singles), DoubleStream.of(low, high))
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    return new Range(all[0], all[all.length - 1]);
  }

  @Override
  public void draw(
      Graphics2D g,
      XYPlot plot,
      Rectangle2D area,
      ValueAxis domain,
      ValueAxis range,
      int rendererIndex,
      PlotRenderingInfo info) {
    double at = domain.valueToJava2D(x, area, plot.getDomainAxisEdge());
    for (double single : singles) {
      drawSingle(g, style, at, range.valueToJava2D(single, area, plot.getRangeAxisEdge()));
    }
    if (hasInterval()) {
      double from = range.valueToJava2D(low, area, plot.getRangeAxisEdge());
      double to = range.valueToJava2D(high, area, plot.getRangeAxisEdge());
      drawInterval(g, style.line(), CAP, at, from, to);
    }
  }

  private static void drawSingle(Graphics2D g, SeriesStyle style, double x, double y) {
    Color line = style.line();
    g.setColor(new Color(line.getRed(), line.getGreen(), line.getBlue(), THIN));
    g.fill(new Ellipse2D.Double(x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS));
  }

  /**
   * Draws an interval.
   *
   * @param cap half the width of its ends, in points
   */
  static void drawInterval(
      Graphics2D g, Color colour, double cap, double x, double from, double to) {
    g.setColor(colour);
    g.setStroke(Style.REFERENCE_SOLID);
    g.draw(new Line2D.Double(x, from, x, to));
    g.draw(new Line2D.Double(x - cap, from, x + cap, from));
    g.draw(new Line2D.Double(x - cap, to, x + cap, to));
  }

  /** Returns the entry of single values in a legend. */
  static Legend.Entry entryOfSingles(String name) {
    return new Legend.Entry(
        name, (g, area) -> drawSingle(g, OF_KEY, area.getCenterX(), area.getCenterY()));
  }

  /** Returns the entry of intervals in a legend. */
  static Legend.Entry entryOfIntervals() {
    return new Legend.Entry(
        "95% interval",
        (g, area) ->
            drawInterval(g, OF_KEY.line(), CAP, area.getCenterX(), area.getMinY(), area.getMaxY()));
  }
}
