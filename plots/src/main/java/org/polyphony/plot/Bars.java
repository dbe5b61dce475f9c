package org.polyphony.plot;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.geom.RectangularShape;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.renderer.category.BarPainter;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.CategoryItemRendererState;
import org.jfree.chart.renderer.category.StackedBarRenderer;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.category.CategoryDataset;

/** Bars in the shared style: grouped, with or without an interval, or stacked. */
final class Bars {
  private static final double MEANS_HEIGHT = 165;
  private static final double STATED = 3; // half the width of a mark, in points
  private static final double SINGLE = 1.1; // half the width of a mark, in points
  private static final double SPREAD = 0.7; // of the width of a bar, for the marks of its runs

  private Bars() {}

  /** Returns a plot of groups of bars; intervals become whiskers, what a paper states a mark. */
  static CategoryPlot grouped(CategoryDataset data, CategoryAxis names, ValueAxis values) {
    WhiskerRenderer renderer = new WhiskerRenderer();
    renderer.setItemMargin(0.06);
    names.setCategoryMargin(0.22);
    return plot(data, names, values, renderer);
  }

  static CategoryPlot stacked(CategoryDataset data, CategoryAxis names, ValueAxis values) {
    names.setCategoryMargin(0.3);
    CategoryPlot plot = plot(data, names, values, new StackedBarRenderer());
    ((BarRenderer) plot.getRenderer()).setMaximumBarWidth(0.4);
    return plot;
  }

  /**
   * Returns a picture of means, whose key says what the marks beside them are.
   *
   * @param label of their axis
   * @param manyBars of more than these the picture is as wide as a page
   */
  static Picture means(String name, String caption, String label, MeanDataset data, int manyBars) {
    NumberAxis values = Style.numbers(label + OverNonShared.better(label));
    values.setRange(data.range());
    List<KeyTitle.Entry> key = key(data);
    if (data.hasSingles()) {
      key.add(entry("each run", Bars::drawSingle));
    }
    if (data.hasStated()) {
      key.add(entry("the paper, average", Bars::drawStated));
    }
    int bars = data.getRowCount() * data.getColumnCount();
    return new Picture(
        name,
        caption,
        bars > manyBars ? Style.TWO_COLUMNS : Style.ONE_COLUMN,
        MEANS_HEIGHT,
        Panels.of(Style.chart(grouped(data, Style.names(data.runs()), values), key)));
  }

  /** Draws a mark around a point. */
  private interface Mark {
    void draw(Graphics2D g, double x, double y);
  }

  private static KeyTitle.Entry entry(String name, Mark mark) {
    return new KeyTitle.Entry(
        name, (g, area) -> mark.draw(g, area.getCenterX(), area.getCenterY()));
  }

  private static CategoryPlot plot(
      CategoryDataset data, CategoryAxis names, ValueAxis values, BarRenderer renderer) {
    renderer.setBarPainter(new HatchPainter());
    renderer.setShadowVisible(false);
    renderer.setMaximumBarWidth(0.12);
    CategoryPlot plot = new CategoryPlot(data, names, values, renderer);
    Style.apply(plot);
    return plot;
  }

  /** Returns the key of the rows of a dataset; one that draws nothing has no entry. */
  static List<KeyTitle.Entry> key(CategoryDataset data) {
    return key(data, 0);
  }

  /** Returns the key of the rows of a dataset that are somewhere as long as a least value. */
  static List<KeyTitle.Entry> key(CategoryDataset data, double least) {
    List<KeyTitle.Entry> key = new ArrayList<>();
    for (int row = 0; row < data.getRowCount(); row++) {
      if (isDrawn(data, row, least)) {
        key.add(new KeyTitle.Entry(data.getRowKey(row).toString(), SeriesStyle.of(row)::drawBar));
      }
    }
    return key;
  }

  private static boolean isDrawn(CategoryDataset data, int row, double least) {
    for (int column = 0; column < data.getColumnCount(); column++) {
      Number value = data.getValue(row, column);
      if (value != null && Math.abs(value.doubleValue()) >= least) {
        return true;
      }
    }
    return false;
  }

  /** Draws the mark of one of the values that a bar is the mean of. */
  private static void drawSingle(Graphics2D g, double x, double y) {
    Ellipse2D point = new Ellipse2D.Double(x - SINGLE, y - SINGLE, 2 * SINGLE, 2 * SINGLE);
    g.setColor(Color.WHITE);
    g.fill(point);
    g.setColor(Color.BLACK);
    g.setStroke(Style.THIN);
    g.draw(point);
  }

  /** Draws the mark of a value that a paper states: a diamond around a point. */
  private static void drawStated(Graphics2D g, double x, double y) {
    Path2D diamond = new Path2D.Double();
    diamond.moveTo(x - STATED, y);
    diamond.lineTo(x, y - STATED);
    diamond.lineTo(x + STATED, y);
    diamond.lineTo(x, y + STATED);
    diamond.closePath();
    g.setColor(Color.WHITE);
    g.fill(diamond);
    g.setColor(Color.BLACK);
    g.setStroke(Style.REFERENCE_SOLID);
    g.draw(diamond);
  }

  /** Fills bars in the style of their row. */
  private static final class HatchPainter implements BarPainter {
    @Override
    public void paintBar(
        Graphics2D g,
        BarRenderer renderer,
        int row,
        int column,
        RectangularShape bar,
        RectangleEdge base) {
      SeriesStyle.of(row).drawBar(g, bar.getFrame());
    }

    @Override
    public void paintBarShadow(
        Graphics2D g,
        BarRenderer renderer,
        int row,
        int column,
        RectangularShape bar,
        RectangleEdge base,
        boolean pegShadow) {}
  }

  /** Draws the interval of each bar over it. */
  private static final class WhiskerRenderer extends BarRenderer {
    private static final long serialVersionUID = 1L;
    private static final double CAP = 1.5;

    @Override
    public void drawItem(
        Graphics2D g,
        CategoryItemRendererState state,
        Rectangle2D area,
        CategoryPlot plot,
        CategoryAxis names,
        ValueAxis values,
        CategoryDataset data,
        int row,
        int column,
        int pass) {
      super.drawItem(g, state, area, plot, names, values, data, row, column, pass);
      if (data instanceof MeanDataset intervals) {
        double left = calculateBarW0(plot, plot.getOrientation(), area, names, state, row, column);
        double x = left + state.getBarWidth() / 2;
        RectangleEdge edge = plot.getRangeAxisEdge();
        double[] singles = intervals.singles(row, column);
        for (int i = 0; i < singles.length; i++) { // side by side, so that none hides another
          double place = (i + 0.5) / singles.length - 0.5;
          drawSingle(
              g,
              x + SPREAD * place * state.getBarWidth(),
              values.valueToJava2D(singles[i], area, edge));
        }
        Number low = intervals.getStartValue(row, column);
        Number high = intervals.getEndValue(row, column);
        if (low != null && high != null && !low.equals(high)) { // not of no value, nor of one alone
          drawWhisker(
              g,
              x,
              values.valueToJava2D(low.doubleValue(), area, edge),
              values.valueToJava2D(high.doubleValue(), area, edge));
        }
        Number stated = intervals.stated(row, column);
        if (stated != null) {
          drawStated(g, x, values.valueToJava2D(stated.doubleValue(), area, edge));
        }
      }
    }

    private static void drawWhisker(Graphics2D g, double x, double low, double high) {
      g.setColor(Color.BLACK);
      g.setStroke(Style.REFERENCE_SOLID);
      g.draw(new Line2D.Double(x, low, x, high));
      g.draw(new Line2D.Double(x - CAP, low, x + CAP, low));
      g.draw(new Line2D.Double(x - CAP, high, x + CAP, high));
    }
  }
}
