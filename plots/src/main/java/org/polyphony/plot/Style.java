package org.polyphony.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontFormatException;
import java.awt.GraphicsEnvironment;
import java.awt.font.FontRenderContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.text.NumberFormat;
import java.util.List;
import java.util.Locale;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.Axis;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.axis.TickUnits;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.ui.RectangleInsets;

/** Fonts, lines, sizes and axes that all charts share: those of a two-column paper. */
final class Style {
  static final String FONT_NAME = "Liberation Sans"; // as wide as Helvetica and Arial
  // a file of a library, so that pictures look the same on every machine
  private static final String FONT_FILE =
      "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";
  private static final Font FONT = loadFont();
  private static final int MOST_DIGITS = 15;
  private static final TickUnits STEPS = steps(-6);
  private static final TickUnits WHOLE_STEPS = steps(0);

  /** Width of a column, in points. */
  static final double ONE_COLUMN = 240;

  /** Width of a page's text, in points. */
  static final double TWO_COLUMNS = 504;

  static final Font TICK_FONT = font(6.5);
  static final FontRenderContext METRICS = new FontRenderContext(null, true, true);
  private static final double LABEL_SIZE = 7.5;
  private static final int FITTING = 36; // letters of a label at that size
  static final Font LABEL_FONT = font(LABEL_SIZE);
  static final Color FRAME = new Color(0x606060);
  static final Color GRID = new Color(0xDDDDDD);
  static final BasicStroke THIN = new BasicStroke(0.4f);
  static final BasicStroke REFERENCE =
      new BasicStroke(0.6f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {3, 2}, 0);

  static final BasicStroke REFERENCE_SOLID = new BasicStroke(0.6f);

  private Style() {}

  private static Font loadFont() {
    System.setProperty("java.awt.headless", "true");
    try (InputStream in = openFont()) {
      Font font = Font.createFont(Font.TRUETYPE_FONT, in);
      GraphicsEnvironment.getLocalGraphicsEnvironment().registerFont(font); // found by name, too
      return font;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (FontFormatException e) {
      throw new IllegalStateException(FONT_FILE, e);
    }
  }

  static Font font(double points) {
    return FONT.deriveFont((float) points);
  }

  /** Returns the width of a name on an axis, in points. */
  static double tickWidth(String name) {
    return TICK_FONT.getStringBounds(name, METRICS).getWidth();
  }

  static InputStream openFont() {
    return PDDocument.class.getResourceAsStream(FONT_FILE);
  }

  /** Returns steps of 1, 2 and 5 times powers of ten; labels have as many decimals as the step. */
  private static TickUnits steps(int leastExponent) {
    TickUnits steps = new TickUnits();
    for (int exponent = leastExponent; exponent < MOST_DIGITS; exponent++) {
      for (int digit : new int[] {1, 2, 5}) {
        NumberFormat format = NumberFormat.getNumberInstance(Locale.ROOT);
        format.setMinimumFractionDigits(Math.max(0, -exponent));
        format.setMaximumFractionDigits(Math.max(0, -exponent));
        double size = new BigDecimal(digit).movePointRight(exponent).doubleValue();
        steps.add(new NumberTickUnit(size, format));
      }
    }
    return steps;
  }

  /** Returns the smallest step between ticks that gives at most this many to a range. */
  static NumberTickUnit step(double range, int most) {
    return (NumberTickUnit) STEPS.getCeilingTickUnit(range / most);
  }

  /** Returns an axis of numbers; its label names the unit. */
  static NumberAxis numbers(String label) {
    NumberAxis axis = new NumberAxis(label);
    axis.setStandardTickUnits(STEPS);
    return axis(axis);
  }

  /** Returns an axis that sets its own ticks, in the shared style. */
  static NumberAxis axis(NumberAxis axis) {
    axis.setTickMarkStroke(THIN);
    apply(axis);
    return axis;
  }

  static NumberAxis integers(String label) {
    NumberAxis axis = numbers(label);
    axis.setStandardTickUnits(WHOLE_STEPS);
    return axis;
  }

  static CategoryAxis names(String label) {
    CategoryAxis axis = new CategoryAxis(label.isEmpty() ? null : label);
    axis.setLowerMargin(0.015);
    axis.setUpperMargin(0.015);
    axis.setMaximumCategoryLabelWidthRatio(5);
    apply(axis);
    return axis;
  }

  /** Returns an axis of numbers that begins where the data do, as that of a time. */
  static NumberAxis span(String label) {
    NumberAxis axis = numbers(label);
    axis.setLowerMargin(0);
    axis.setUpperMargin(0.01);
    return axis;
  }

  /** Returns an axis with a name at each whole number from 0 on. */
  static SymbolAxis rows(List<String> names) {
    SymbolAxis axis = new SymbolAxis(null, names.toArray(new String[0]));
    axis.setGridBandsVisible(false);
    axis.setRange(-0.5, names.size() - 0.5);
    axis.setTickMarkStroke(THIN);
    apply(axis);
    return axis;
  }

  private static void apply(Axis axis) {
    axis.setLabelFont(labelFont(axis.getLabel()));
    axis.setTickLabelFont(TICK_FONT);
    axis.setAxisLineVisible(false);
    axis.setTickMarkPaint(FRAME);
    axis.setTickMarkOutsideLength(2);
    axis.setTickLabelInsets(new RectangleInsets(2, 3, 2, 2));
    axis.setLabelInsets(new RectangleInsets(1.5, 2, 1.5, 4));
    axis.setTickLabelPaint(Color.BLACK);
    axis.setLabelPaint(Color.BLACK);
  }

  /** Long labels are set smaller: beside the plot of a column they would be cut off. */
  private static Font labelFont(String label) {
    int length = label == null ? 0 : label.length();
    return length <= FITTING ? LABEL_FONT : font(LABEL_SIZE * FITTING / length);
  }

  /** Returns a color between two: 0 for the first, 1 for the second. */
  static Color mix(Color a, Color b, double share) {
    return new Color(
        mix(a.getRed(), b.getRed(), share),
        mix(a.getGreen(), b.getGreen(), share),
        mix(a.getBlue(), b.getBlue(), share));
  }

  private static int mix(int a, int b, double share) {
    return (int) Math.round(a + (b - a) * share);
  }

  static void apply(XYPlot plot) {
    plot.setDomainGridlinesVisible(false);
    plot.setRangeGridlinePaint(GRID);
    plot.setRangeGridlineStroke(THIN);
    plot.setRangeZeroBaselineVisible(false);
    plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
    frame(plot);
  }

  static void apply(CategoryPlot plot) {
    plot.setRangeGridlinePaint(GRID);
    plot.setRangeGridlineStroke(THIN);
    plot.setRangeZeroBaselineVisible(true);
    plot.setRangeZeroBaselineStroke(THIN);
    plot.setRangeZeroBaselinePaint(FRAME);
    plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
    frame(plot);
  }

  private static void frame(Plot plot) {
    plot.setBackgroundPaint(null);
    plot.setOutlinePaint(FRAME);
    plot.setOutlineStroke(THIN);
    plot.setInsets(new RectangleInsets(2, 2, 2, 6));
    plot.setNoDataMessageFont(LABEL_FONT);
  }

  static JFreeChart chart(Plot plot) {
    JFreeChart chart = new JFreeChart(null, LABEL_FONT, plot, false);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setPadding(new RectangleInsets(1, 1, 1, 1));
    chart.setElementHinting(false);
    return chart;
  }
}
