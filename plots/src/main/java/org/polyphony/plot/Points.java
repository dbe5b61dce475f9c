package org.polyphony.plot;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYLineAnnotation;
import org.jfree.chart.annotations.XYTitleAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.Range;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Series of points over two axes, in the order in which they are added. */
final class Points extends XYSeriesCollection {
  private static final long serialVersionUID = 1L;
  static final double CAPTION_ROOM = 0.22; // of the range of the data
  private static final int DIAGONAL_TICKS = 7;

  private final Entry.Form form; // lines, unless it has points
  private final transient SeriesStyles styles;
  private final transient List<Spread> spreads = new ArrayList<>();

  Points(Entry.Form form) {
    this(form, SeriesStyles.inOrder());
  }

  Points(Entry.Form form, SeriesStyles styles) {
    this.form = form;
    this.styles = styles;
  }

  private boolean hasMarkers() {
    return form == Entry.Form.POINTS || form == Entry.Form.MARKED;
  }

  private SeriesStyle style(int series) {
    return styles.of(getSeriesKey(series), series);
  }

  /** Adds a series that has no point yet, to give it its place among the others. */
  void addEmpty(String series) {
    if (getSeriesIndex(series) < 0) {
      addSeries(new XYSeries(series, false));
    }
  }

  void add(String series, double x, double y) {
    addEmpty(series);
    getSeries(series).add(x, y);
  }

  /** Adds a value that holds over a span. */
  void addStep(String series, double from, double to, double y) {
    add(series, from, y);
    add(series, to, y);
  }

  /**
   * Adds what a point of a series is the mean of.
   *
   * @param low lower end of its interval; not a number for none
   * @param singles none where they are not shown
   */
  void addSpread(String series, double x, double low, double high, double... singles) {
    SeriesStyle style = style(getSeriesIndex(series));
    spreads.add(new Spread(style, x, low, high, singles));
  }

  /** Returns the range of all values that are drawn; null for none. */
  Range extent() {
    return spreads.stream()
        .filter(Spread::getIncludeInDataBounds)
        .map(Spread::getYRange)
        .reduce(getRangeBounds(false), Range::combine);
  }

  /** Draws the series over an axis of measured values. */
  XYPlot plot(ValueAxis x, String y) {
    return plot(x, AxisScale.measured(y, extent()));
  }

  /** Draws the series; a plot that shares the horizontal axis of others has none of its own. */
  XYPlot plot(ValueAxis x, ValueAxis y) {
    XYLineAndShapeRenderer renderer =
        new XYLineAndShapeRenderer(form != Entry.Form.POINTS, hasMarkers());
    renderer.setDrawSeriesLineAsPath(true); // else dashes begin anew at each point
    if (form == Entry.Form.POINTS) {
      renderer.setUseOutlinePaint(true);
      renderer.setDefaultOutlinePaint(Color.WHITE);
      renderer.setDefaultOutlineStroke(Style.THIN);
      renderer.setAutoPopulateSeriesOutlinePaint(false);
      renderer.setAutoPopulateSeriesOutlineStroke(false);
    }
    for (int series = 0; series < getSeriesCount(); series++) {
      SeriesStyle style = style(series);
      renderer.setSeriesPaint(series, style.line());
      renderer.setSeriesStroke(series, style.stroke());
      renderer.setSeriesShape(series, style.marker());
    }
    spreads.forEach(spread -> renderer.addAnnotation(spread, Layer.BACKGROUND));
    XYPlot plot = new XYPlot(this, x, y, renderer);
    Style.apply(plot);
    return plot;
  }

  List<Legend.Entry> legend() {
    List<Legend.Entry> legend = new ArrayList<>();
    for (int series = 0; series < getSeriesCount(); series++) {
      SeriesStyle style = style(series);
      legend.add(
          new Legend.Entry(
              getSeriesKey(series).toString(),
              form == Entry.Form.POINTS
                  ? style::drawPoint
                  : (g, area) -> style.drawLine(g, area, hasMarkers())));
    }
    if (spreads.stream().anyMatch(Spread::hasInterval)) {
      legend.add(Spread.entryOfIntervals());
    }
    if (spreads.stream().anyMatch(Spread::hasSingles)) {
      legend.add(Spread.entryOfSingles("each set of workloads"));
    }
    return legend;
  }

  /** Returns the values of the vertical axis. */
  double[] values() {
    return IntStream.range(0, getSeriesCount())
        .boxed()
        .flatMapToDouble(s -> IntStream.range(0, getItemCount(s)).mapToDouble(i -> getYValue(s, i)))
        .toArray();
  }

  /** Returns the range of all values of both axes. */
  Range both() {
    return Range.combine(getDomainBounds(false), getRangeBounds(false));
  }

  /**
   * Draws at least one point over equal axes, with the diagonal on which both values agree.
   *
   * @param both range of all values
   */
  XYPlot withDiagonal(String xLabel, String yLabel, Range both) {
    NumberAxis x = Style.numbers(xLabel);
    NumberAxis y = Style.numbers(yLabel);
    double low =
        AxisScale.startsAtZero(both) ? Math.min(0, both.getLowerBound()) : both.getLowerBound();
    double high = both.getUpperBound();
    double margin = Math.max(0.02, 0.05 * (high - low));
    x.setRange(low == 0 ? 0 : low - margin, high + margin);
    y.setRange(x.getRange());
    x.setTickUnit(Style.step(high - low, DIAGONAL_TICKS));
    y.setTickUnit(x.getTickUnit());
    XYPlot plot = plot(x, y);
    plot.setDomainGridlinesVisible(true);
    plot.setDomainGridlinePaint(Style.GRID);
    plot.setDomainGridlineStroke(Style.THIN);
    double from = x.getLowerBound();
    double to = x.getUpperBound();
    plot.addAnnotation(
        new XYLineAnnotation(from, from, to, to, Style.REFERENCE_SOLID, Style.FRAME));
    return plot;
  }

  /** Draws a dashed line at a value of the vertical axis. */
  static void addLevel(XYPlot plot, double value) {
    plot.addRangeMarker(new ValueMarker(value, Style.FRAME, Style.REFERENCE));
  }

  /** Writes a caption into the upper left corner of a plot, above the data. */
  static void addCaption(XYPlot plot, String text) {
    TextTitle title = new TextTitle(text, Style.LABEL_FONT);
    title.setPaint(Color.BLACK);
    title.setBackgroundPaint(new Color(255, 255, 255, 225));
    title.setFrame(BlockBorder.NONE);
    title.setPadding(new RectangleInsets(1, 2, 1, 2));
    plot.getRangeAxis().setUpperMargin(CAPTION_ROOM);
    plot.addAnnotation(new XYTitleAnnotation(0.004, 0.985, title, RectangleAnchor.TOP_LEFT));
  }

  /**
   * Returns plots one below the other over one horizontal axis, each with a share of the height.
   */
  static JFreeChart stacked(NumberAxis x, List<XYPlot> plots, List<Integer> shares) {
    CombinedDomainXYPlot all = new CombinedDomainXYPlot(x);
    all.setGap(5);
    for (int i = 0; i < plots.size(); i++) {
      all.add(plots.get(i), shares.get(i));
    }
    return Style.chart(all);
  }
}
