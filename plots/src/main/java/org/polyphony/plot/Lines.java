package org.polyphony.plot;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jfree.chart.annotations.XYTitleAnnotation;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.Marker;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.XYDataset;

/** Lines and points in the shared style. */
final class Lines {
  private static final double CAPTION_ROOM = 0.22; // of the range of the data

  private Lines() {}

  /** Returns a plot of lines, with or without a marker at each point. */
  static XYPlot of(XYDataset data, ValueAxis x, ValueAxis y, boolean hasMarkers) {
    return plot(data, x, y, new XYLineAndShapeRenderer(true, hasMarkers));
  }

  static XYPlot points(XYDataset data, ValueAxis x, ValueAxis y) {
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(false, true);
    renderer.setUseOutlinePaint(true);
    renderer.setDefaultOutlinePaint(Color.WHITE);
    renderer.setDefaultOutlineStroke(Style.THIN);
    renderer.setAutoPopulateSeriesOutlinePaint(false);
    renderer.setAutoPopulateSeriesOutlineStroke(false);
    return plot(data, x, y, renderer);
  }

  private static XYPlot plot(
      XYDataset data, ValueAxis x, ValueAxis y, XYLineAndShapeRenderer renderer) {
    for (int series = 0; series < data.getSeriesCount(); series++) {
      SeriesStyle style = SeriesStyle.of(series);
      renderer.setSeriesPaint(series, style.line());
      renderer.setSeriesStroke(series, style.stroke());
      renderer.setSeriesShape(series, style.marker());
    }
    renderer.setDrawSeriesLineAsPath(true); // else dashes begin anew at each point
    XYPlot plot = new XYPlot(data, x, y, renderer);
    Style.apply(plot);
    return plot;
  }

  static List<KeyTitle.Entry> key(XYDataset data, boolean hasMarkers) {
    return key(data, style -> (g, area) -> style.drawLine(g, area, hasMarkers));
  }

  static List<KeyTitle.Entry> pointKey(XYDataset data) {
    return key(data, style -> style::drawPoint);
  }

  private static List<KeyTitle.Entry> key(
      XYDataset data, Function<SeriesStyle, KeyTitle.Swatch> swatch) {
    List<KeyTitle.Entry> key = new ArrayList<>();
    for (int series = 0; series < data.getSeriesCount(); series++) {
      String name = data.getSeriesKey(series).toString();
      key.add(new KeyTitle.Entry(name, swatch.apply(SeriesStyle.of(series))));
    }
    return key;
  }

  /** Draws a dashed line at a value of the vertical axis. */
  static void level(XYPlot plot, double value) {
    Marker marker = new ValueMarker(value, Style.FRAME, Style.REFERENCE);
    plot.addRangeMarker(marker);
  }

  /** Writes a caption into the upper left corner of a plot, above the data. */
  static void caption(XYPlot plot, String text) {
    TextTitle title = new TextTitle(text, Style.LABEL_FONT);
    title.setPaint(Color.BLACK);
    title.setBackgroundPaint(new Color(255, 255, 255, 225));
    title.setFrame(BlockBorder.NONE);
    title.setPadding(new RectangleInsets(1, 2, 1, 2));
    plot.getRangeAxis().setUpperMargin(CAPTION_ROOM);
    plot.addAnnotation(new XYTitleAnnotation(0.004, 0.985, title, RectangleAnchor.TOP_LEFT));
  }
}
