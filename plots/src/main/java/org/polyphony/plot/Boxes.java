package org.polyphony.plot;

import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jfree.chart.annotations.XYBoxAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;

/**
 * Boxes over time on rows, the first on top. The table has in {@code row} what a row is called, in
 * {@code style} a series style or a color below 0, which is paler for a {@code shade} below 1, in
 * {@code behind} that of the boxes before which this lies, in {@code mark} an {@link EndMark} at
 * the end, and in {@code order} the place of its series in the legend.
 */
final class Boxes {
  /** Height of a box that lies before another, in heights of that one. */
  static final double PART = 1 / 3.0;

  static final int GREY = new Color(0xDDDDDD).getRGB();
  static final int BLUISH = new Color(0x9FB4C7).getRGB();
  private static final double NAME = 7; // height of a name, in points
  private static final int MOST_LETTERS = 44; // of a name
  private static final double FULL = 9; // height of a row whose marks are as in a legend
  private static final double LEAST_MARK = 0.6; // of that

  private final Entry.Y y;
  private final List<Row> all;
  private final List<String> names;

  Boxes(Entry.Y y, List<Row> all) {
    this.y = y;
    this.all = all;
    names = List.copyOf(EntryChart.by("row", all).keySet());
  }

  /**
   * Draws them.
   *
   * @param x null for the axis that the plots of a picture share
   * @param height of a row, in points
   */
  XYPlot plot(Entry.X columns, ValueAxis x, String label, double height) {
    Points outside = new Points(Entry.Form.LINES); // a plot without data shows no boxes either
    outside.add("", 0, -1);
    XYPlot plot = outside.plot(x, axis(label, height));
    plot.setRangeGridlinesVisible(false);
    for (Row row : all) {
      double to = row.number(columns.column());
      if (EntryChart.isDrawn(row, y)) {
        double from = row.number(columns.from());
        double bottom = row.number(y.column());
        double top = row.number(y.from());
        plot.addAnnotation(new XYBoxAnnotation(from, bottom, to, top, null, null, shaded(row)));
      }
    }
    for (Row row : all) {
      double size = Math.max(height / FULL, LEAST_MARK);
      mark(row)
          .map(m -> m.at(row.number(columns.column()), names.indexOf(row.text("row")), size))
          .ifPresent(plot::addAnnotation);
    }
    return plot;
  }

  private static Optional<EndMark> mark(Row row) {
    return row.find("mark").flatMap(EndMark::of);
  }

  private static Color colour(Row row, String column) {
    int style = (int) row.number(column);
    return style < 0 ? new Color(style) : SeriesStyle.of(style).fill();
  }

  private static Color shaded(Row row) {
    double shade = row.find("shade").isPresent() ? row.number("shade") : 1;
    return Style.mix(Color.WHITE, colour(row, "style"), shade);
  }

  /** Returns the axis of rows, which points down; where rows are low, not each has its name. */
  private NumberAxis axis(String label, double height) {
    NumberAxis axis = Style.integers(label);
    if (y.axis() == Entry.Axis.NAMES) {
      axis = Style.rows(names.stream().map(Boxes::shortened).toList());
      axis.setTickUnit(new NumberTickUnit(Math.ceil(NAME / height)));
    }
    axis.setRange(-0.5, names.size() - 0.5);
    axis.setInverted(true);
    return axis;
  }

  private static String shortened(String name) {
    String line = name.replaceAll("\\s+", " ");
    int half = MOST_LETTERS / 2;
    return line.length() <= MOST_LETTERS
        ? line
        : line.substring(0, half) + "\u2026" + line.substring(line.length() - half);
  }

  /** Returns the entries of the series and of the marks. */
  List<Legend.Entry> legend(String series) {
    List<Row> drawn = all.stream().filter(row -> EntryChart.isDrawn(row, y)).toList();
    List<Legend.Entry> legend = new ArrayList<>();
    EntryChart.by(series, drawn).values().stream()
        .map(rows -> rows.get(0))
        .sorted(Comparator.comparingDouble(row -> row.number("order")))
        .forEach(row -> legend.add(entry(row.text(series), row)));
    new TreeSet<>(all.stream().flatMap(row -> mark(row).stream()).toList())
        .forEach(mark -> legend.add(mark.entry()));
    return legend;
  }

  /** Returns the entry of a series; its lower part has the color where it lies before another. */
  private static Legend.Entry entry(String series, Row first) {
    return new Legend.Entry(
        series,
        (g, area) -> {
          double height = area.getHeight();
          if (first.find("behind").isPresent()) {
            g.setColor(colour(first, "behind"));
            g.fill(area);
            height *= PART;
          }
          g.setColor(colour(first, "style"));
          g.fill(
              new Rectangle2D.Double(
                  area.getX(), area.getMaxY() - height, area.getWidth(), height));
        });
  }
}
