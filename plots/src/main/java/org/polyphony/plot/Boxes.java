package org.polyphony.plot;

import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jfree.chart.annotations.XYBoxAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;

/**
 * Boxes over time on rows, the first row on top. The table has a row of the chart in {@code row},
 * the color of a series in {@code colour}, paler for a {@code shade} below 1, in {@code behind}
 * that of the boxes before which it lies, and instead of a box an outcome in {@code mark}, which
 * has its sign.
 */
final class Boxes {
  /** Height of a box that lies before another, in heights of that one. */
  static final double PART = 1 / 3.0;

  private static final double NAME = 7; // height of a name, in points
  private static final int MOST_LETTERS = 44; // of a name
  private static final double LEAST_MARK = 0.6; // of the size of a mark in the legend

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
   * @param rowHeight in points
   * @param size of marks; 1 for that in a legend
   */
  XYPlot plot(Entry entry, ValueAxis x, String label, double rowHeight, double size) {
    Points outside = new Points(Entry.Form.LINES); // a plot without data shows no boxes either
    outside.add("", 0, -1);
    XYPlot plot = outside.plot(x, axis(label, rowHeight));
    plot.setRangeGridlinesVisible(false);
    for (Row row : all) {
      double from = row.number(entry.x().from()) * entry.x().times();
      double to = row.number(entry.x().column()) * entry.x().times();
      if (EntryChart.isDrawn(row, y)) {
        double bottom = row.number(y.column());
        double top = row.number(y.from());
        plot.addAnnotation(new XYBoxAnnotation(from, bottom, to, top, null, null, shaded(row)));
      }
      EndMark.of(row.find("mark").orElse(""))
          .map(mark -> mark.at(to, names.indexOf(row.text("row")), Math.max(size, LEAST_MARK)))
          .ifPresent(plot::addAnnotation);
    }
    return plot;
  }

  /** Returns the color of the bars of a series style, as the table has it. */
  static String colour(int series) {
    return "#%06X".formatted(SeriesStyle.of(series).fill().getRGB() & 0xFFFFFF);
  }

  private static Color shaded(Row row) {
    double shade = row.find("shade").isPresent() ? row.number("shade") : 1;
    return Style.mix(Color.WHITE, Color.decode(row.text("colour")), shade);
  }

  /** Returns the axis of rows, which points down; where rows are low, not each has its name. */
  private NumberAxis axis(String label, double rowHeight) {
    NumberAxis axis = Style.integers(label);
    if (y.axis() == Entry.Axis.NAMES) {
      axis = Style.rows(names.stream().map(Boxes::shortened).toList());
      axis.setTickUnit(new NumberTickUnit(Math.ceil(NAME / rowHeight)));
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

  /** Returns the entry of a series; its lower part has the color where it lies before another. */
  static Legend.Entry entry(String series, Row first) {
    Color colour = Color.decode(first.text("colour"));
    Optional<Color> behind = first.find("behind").map(Color::decode);
    return new Legend.Entry(
        series,
        (g, area) -> {
          double height = behind.isPresent() ? PART * area.getHeight() : area.getHeight();
          behind.ifPresent(g::setColor);
          behind.ifPresent(other -> g.fill(area));
          g.setColor(colour);
          g.fill(
              new Rectangle2D.Double(
                  area.getX(), area.getMaxY() - height, area.getWidth(), height));
        });
  }

  /** Returns the entries of the marks. */
  List<Legend.Entry> marks() {
    Set<EndMark> marks = new TreeSet<>();
    all.forEach(row -> row.find("mark").flatMap(EndMark::of).ifPresent(marks::add));
    return marks.stream().map(EndMark::entry).toList();
  }
}
