package org.polyphony.plot;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.awt.geom.RectangularShape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarPainter;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.CategoryItemRendererState;
import org.jfree.chart.renderer.category.StackedBarRenderer;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.Range;
import org.jfree.data.category.CategoryDataset;
import org.jfree.data.category.DefaultCategoryDataset;

/**
 * Bars by series and group, in the order in which they are added, drawn side by side or stacked. A
 * bar can have an interval, what a paper states, and the values that it is the mean of.
 */
final class Bars extends DefaultCategoryDataset {
  private static final long serialVersionUID = 1L;
  private static final double ROOM = 1.06; // of the longest bar
  private static final double PLOT = 0.93; // of a picture's width, without its axis
  private static final double STATED = 3; // half the width of a mark, in points
  private static final double SINGLE = 1.1; // half the width of a mark, in points

  private final transient Map<List<Comparable<?>>, Cell> bars = new HashMap<>();
  private final transient SeriesStyles styles;

  Bars(SeriesStyles styles) {
    this.styles = styles;
  }

  private SeriesStyle style(int row) {
    return styles.of(getRowKey(row), row);
  }

  void add(String series, String group, Cell bar) {
    bars.put(List.of(series, group), bar);
    addValue(Double.isFinite(bar.mean()) ? bar.mean() : null, series, group);
  }

  /** Returns the bars of some groups. */
  Bars part(List<String> groups) {
    Bars part = new Bars(styles);
    for (Object series : getRowKeys()) {
      groups.forEach(group -> part.add(series.toString(), group, bars.get(List.of(series, group))));
    }
    return part;
  }

  private Cell bar(int row, int column) {
    return bars.get(List.of(getRowKey(row), getColumnKey(column)));
  }

  int count() {
    return getRowCount() * getColumnCount();
  }

  /** Returns a range with room for zero and for all that is drawn. */
  Range range() {
    double[] shown =
        bars.values().stream()
            .flatMapToDouble(
                b ->
                    DoubleStream.concat(
                        DoubleStream.of(0, b.mean(), b.low(), b.high(), b.stated(), b.from()),
                        DoubleStream.of(b.singles())))
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    double least = shown.length == 0 ? 0 : shown[0];
    double most = shown.length == 0 ? 0 : shown[shown.length - 1];
    return new Range(ROOM * least, least == most ? 1 : ROOM * most);
  }

  /** Returns whether neighbours touch if names stand side by side over a width in points. */
  static boolean areLong(Collection<String> names, double width) {
    double place = PLOT * width / names.size();
    double before = 0;
    for (String name : names) {
      double half = Style.tickWidth(name + " ") / 2;
      if (before > 0 && before + half > place) {
        return true;
      }
      before = half;
    }
    return false;
  }

  /**
   * Draws groups of bars.
   *
   * @param groups label of the horizontal axis; empty for none
   * @param isUpright names of groups stand upright
   */
  JFreeChart grouped(String groups, String values, Range range, boolean isUpright) {
    CategoryAxis names = Style.names(groups);
    names.setCategoryMargin(0.22);
    if (isUpright) {
      names.setCategoryLabelPositions(CategoryLabelPositions.UP_90);
    }
    NumberAxis numbers = Style.numbers(values);
    numbers.setRange(range);
    BarRenderer renderer = new WhiskerRenderer();
    renderer.setItemMargin(0.06);
    return Style.chart(plot(names, numbers, renderer, 0.12));
  }

  /** Draws bars of shares in percent that add up to a hundred, upright or level. */
  JFreeChart stacked(String values, PlotOrientation orientation) {
    CategoryAxis names = Style.names("");
    names.setCategoryMargin(0.3);
    NumberAxis numbers = Style.numbers(values);
    numbers.setRange(0, 100);
    CategoryPlot plot = plot(names, numbers, new StackedBarRenderer(), 0.4);
    if (orientation.isHorizontal()) {
      names.setLowerMargin(0.3 / (getColumnCount() + 1));
      names.setUpperMargin(0.3 / (getColumnCount() + 1));
      plot.setOrientation(orientation);
      plot.setRangeAxisLocation(AxisLocation.BOTTOM_OR_LEFT);
      plot.setInsets(new RectangleInsets(2, 2, 2, 10));
    }
    return Style.chart(plot);
  }

  private CategoryPlot plot(
      CategoryAxis names, ValueAxis values, BarRenderer renderer, double widest) {
    renderer.setBarPainter(new HatchPainter(this));
    renderer.setShadowVisible(false);
    renderer.setMaximumBarWidth(widest);
    CategoryPlot plot = new CategoryPlot(this, names, values, renderer);
    Style.apply(plot);
    return plot;
  }

  /**
   * Returns the legend of the series and of the marks beside their bars.
   *
   * @param least a series all of whose bars are shorter is not seen, and has no entry
   */
  List<Legend.Entry> legend(double least) {
    List<Legend.Entry> legend = new ArrayList<>();
    for (int row = 0; row < getRowCount(); row++) {
      Comparable<?> series = getRowKey(row);
      if (bars.entrySet().stream()
          .anyMatch(
              b -> b.getKey().get(0).equals(series) && Math.abs(b.getValue().mean()) >= least)) {
        legend.add(new Legend.Entry(series.toString(), style(row)::drawBar));
      }
    }
    if (bars.values().stream().anyMatch(bar -> bar.singles().length > 0)) {
      legend.add(
          new Legend.Entry("each run", (g, a) -> drawSingle(g, a.getCenterX(), a.getCenterY())));
    }
    if (bars.values().stream().anyMatch(bar -> Double.isFinite(bar.stated()))) {
      legend.add(
          new Legend.Entry(
              "the paper, average", (g, a) -> drawStated(g, a.getCenterX(), a.getCenterY())));
    }
    return legend;
  }

  private static void drawSingle(Graphics2D g, double x, double y) {
    Ellipse2D point = new Ellipse2D.Double(x - SINGLE, y - SINGLE, 2 * SINGLE, 2 * SINGLE);
    g.setColor(Color.WHITE);
    g.fill(point);
    g.setColor(Color.BLACK);
    g.setStroke(Style.THIN);
    g.draw(point);
  }

  private static void drawStated(Graphics2D g, double x, double y) {
    var diamond = SeriesStyle.polygon(x - STATED, y, x, y - STATED, x + STATED, y, x, y + STATED);
    g.setColor(Color.WHITE);
    g.fill(diamond);
    g.setColor(Color.BLACK);
    g.setStroke(Style.REFERENCE_SOLID);
    g.draw(diamond);
  }

  /** Fills bars in the style of their series. */
  private record HatchPainter(Bars bars) implements BarPainter {
    @Override
    public void paintBar(
        Graphics2D g,
        BarRenderer renderer,
        int row,
        int column,
        RectangularShape bar,
        RectangleEdge base) {
      bars.style(row).drawBar(g, bar.getFrame());
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

  /** Draws the marks and the interval of each bar over it. */
  private static final class WhiskerRenderer extends BarRenderer {
    private static final long serialVersionUID = 1L;
    private static final double CAP = 1.5;
    private static final double SPREAD = 0.7; // of the width of a bar, for its single values

    private double from; // where the bar begins that is being drawn

    /** Returns the ends of a bar, in order. */
    @Override
    protected double[] calculateBarL0L1(double value) {
      return new double[] {Math.min(from, value), Math.max(from, value)};
    }

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
      Cell bar = ((Bars) data).bar(row, column);
      from = bar == null || Double.isNaN(bar.from()) ? 0 : bar.from();
      super.drawItem(g, state, area, plot, names, values, data, row, column, pass);
      if (bar == null) {
        return;
      }
      double width = state.getBarWidth();
      double x =
          calculateBarW0(plot, plot.getOrientation(), area, names, state, row, column) + width / 2;
      RectangleEdge edge = plot.getRangeAxisEdge();
      for (int i = 0; i < bar.singles().length; i++) { // side by side, so that none hides another
        double place = (i + 0.5) / bar.singles().length - 0.5;
        drawSingle(
            g, x + SPREAD * place * width, values.valueToJava2D(bar.singles()[i], area, edge));
      }
      if (bar.low() != bar.high() && Double.isFinite(bar.low()) && Double.isFinite(bar.high())) {
        double low = values.valueToJava2D(bar.low(), area, edge);
        double high = values.valueToJava2D(bar.high(), area, edge);
        Spread.drawInterval(g, Color.BLACK, CAP, x, low, high);
      }
      if (Double.isFinite(bar.stated())) {
        drawStated(g, x, values.valueToJava2D(bar.stated(), area, edge));
      }
    }
  }
}
