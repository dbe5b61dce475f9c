package org.polyphony.plot;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import org.jfree.chart.annotations.AbstractXYAnnotation;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.PlotRenderingInfo;
import org.jfree.chart.plot.XYPlot;

/** A mark at a place of a plot, of the same size whatever the axes. */
final class EndMarkAnnotation extends AbstractXYAnnotation {
  private static final long serialVersionUID = 1L;

  private final EndMark mark;
  private final double x;
  private final double y;
  private final double size;

  /** Puts a mark at values of the two axes. */
  EndMarkAnnotation(EndMark mark, double x, double y, double size) {
    this.mark = mark;
    this.x = x;
    this.y = y;
    this.size = size;
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
    mark.draw(
        g,
        domain.valueToJava2D(x, area, plot.getDomainAxisEdge()),
        range.valueToJava2D(y, area, plot.getRangeAxisEdge()),
        size);
  }
}
