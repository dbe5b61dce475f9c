package org.polyphony.plot;

import org.jfree.chart.annotations.XYLineAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.XYSeriesCollection;

/** Points over equal axes, with the diagonal on which both values agree. */
final class Diagonal {
  private static final int TICKS = 7;

  private Diagonal() {}

  /** Makes the plot of at least one point. */
  static XYPlot of(XYSeriesCollection data, String xLabel, String yLabel) {
    NumberAxis x = Style.numbers(xLabel);
    NumberAxis y = Style.numbers(yLabel);
    double low = Math.min(data.getDomainLowerBound(false), data.getRangeLowerBound(false));
    double high = Math.max(data.getDomainUpperBound(false), data.getRangeUpperBound(false));
    double margin = Math.max(0.02, 0.05 * (high - low));
    x.setRange(low - margin, high + margin);
    y.setRange(low - margin, high + margin);
    x.setTickUnit(Steps.of(high - low, TICKS));
    y.setTickUnit(x.getTickUnit());
    XYPlot plot = Lines.points(data, x, y);
    plot.setDomainGridlinesVisible(true);
    plot.setDomainGridlinePaint(Style.GRID);
    plot.setDomainGridlineStroke(Style.THIN);
    plot.addAnnotation(
        new XYLineAnnotation(
            low - margin,
            low - margin,
            high + margin,
            high + margin,
            Style.REFERENCE,
            Style.FRAME));
    return plot;
  }
}
