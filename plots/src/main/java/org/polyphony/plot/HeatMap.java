package org.polyphony.plot;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Paint;
import java.awt.geom.Rectangle2D;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CrosshairState;
import org.jfree.chart.plot.PlotRenderingInfo;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.PaintScale;
import org.jfree.chart.renderer.xy.XYBlockRenderer;
import org.jfree.chart.renderer.xy.XYItemRendererState;
import org.jfree.chart.title.PaintScaleLegend;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.DefaultXYZDataset;
import org.jfree.data.xy.XYDataset;
import org.jfree.data.xy.XYZDataset;

/** A plane of colored cells; the scale (cividis) is also one of growing lightness in grey. */
final class HeatMap {
  private static final int TICKS = 10;
  private static final int[] CIVIDIS = {
    0x00224E, 0x123570, 0x3B496C, 0x575D6D, 0x707173, 0x8A8678, 0xA59C74, 0xC3B369, 0xE1CC55,
    0xFEE838
  };

  private HeatMap() {}

  /** A scale from dark to light. */
  record ColourScale(double low, double high) implements PaintScale {
    @Override
    public double getLowerBound() {
      return low;
    }

    @Override
    public double getUpperBound() {
      return high;
    }

    @Override
    public Paint getPaint(double value) {
      double share = Math.max(0, Math.min(1, (value - low) / (high - low)));
      double place = share * (CIVIDIS.length - 1);
      int below = Math.min((int) place, CIVIDIS.length - 2);
      return Style.mix(new Color(CIVIDIS[below]), new Color(CIVIDIS[below + 1]), place - below);
    }
  }

  /** Draws each cell in its own place, a hair larger so that no seams show. */
  private static final class CellRenderer extends XYBlockRenderer {
    private static final long serialVersionUID = 1L;
    private static final double HAIR = 0.1;

    @Override
    public void drawItem(
        Graphics2D g,
        XYItemRendererState state,
        Rectangle2D area,
        PlotRenderingInfo info,
        XYPlot plot,
        ValueAxis x,
        ValueAxis y,
        XYDataset data,
        int series,
        int item,
        CrosshairState crosshair,
        int pass) {
      double left = data.getXValue(series, item) - getBlockWidth() / 2;
      double low = data.getYValue(series, item) - getBlockHeight() / 2;
      double x0 = x.valueToJava2D(left, area, plot.getDomainAxisEdge());
      double x1 = x.valueToJava2D(left + getBlockWidth(), area, plot.getDomainAxisEdge());
      double y0 = y.valueToJava2D(low, area, plot.getRangeAxisEdge());
      double y1 = y.valueToJava2D(low + getBlockHeight(), area, plot.getRangeAxisEdge());
      Rectangle2D cell = new Rectangle2D.Double();
      cell.setFrameFromDiagonal(x0, y0 + HAIR, x1 + HAIR, y1);
      g.setPaint(getPaintScale().getPaint(((XYZDataset) data).getZValue(series, item)));
      g.fill(cell);
    }
  }

  /** Returns a plot of cells at numbers, as large as the smallest distance between them. */
  static XYPlot plot(
      double[] x, double[] y, double[] values, ColourScale scale, String xLabel, String yLabel) {
    DefaultXYZDataset data = new DefaultXYZDataset();
    data.addSeries("", new double[][] {x, y, values});
    CellRenderer renderer = new CellRenderer();
    renderer.setPaintScale(scale);
    renderer.setBlockWidth(step(x));
    renderer.setBlockHeight(step(y));
    XYPlot plot = new XYPlot(data, axis(xLabel, x), axis(yLabel, y), renderer);
    Style.apply(plot);
    plot.setRangeGridlinesVisible(false);
    return plot;
  }

  private static NumberAxis axis(String label, double[] values) {
    NumberAxis axis = Style.numbers(label);
    double half = step(values) / 2;
    axis.setRange(StatUtils.min(values) - half, StatUtils.max(values) + half);
    return axis;
  }

  /** Returns the smallest distance between different values; 1 when they are all the same. */
  private static double step(double[] values) {
    double[] sorted = Arrays.stream(values).distinct().sorted().toArray();
    return IntStream.range(1, sorted.length)
        .mapToDouble(i -> sorted[i] - sorted[i - 1])
        .min()
        .orElse(1);
  }

  static JFreeChart chart(XYPlot plot, ColourScale scale, String label) {
    JFreeChart chart = Style.chart(plot);
    NumberAxis axis = Style.numbers(label);
    axis.setRange(scale.low(), scale.high());
    axis.setTickUnit(Style.step(scale.high() - scale.low(), TICKS));
    PaintScaleLegend legend = new PaintScaleLegend(scale, axis);
    legend.setPosition(RectangleEdge.RIGHT);
    legend.setStripWidth(7);
    legend.setSubdivisionCount(128);
    legend.setStripOutlineVisible(false);
    legend.setBackgroundPaint(Color.WHITE);
    legend.setMargin(new RectangleInsets(4, 2, 4, 2));
    legend.setAxisOffset(1);
    chart.addSubtitle(legend);
    return chart;
  }
}
