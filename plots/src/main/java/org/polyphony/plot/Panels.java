package org.polyphony.plot;

import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import org.jfree.chart.JFreeChart;

/** A layout of panels in rows below one legend; sizes are in points. */
record Panels(double width, int columns, double height) {
  private static final int MOST_LEGEND_ROWS = 4; // in a picture of one column

  /** Returns the width of a picture: one column where its panel and its legend fit into that. */
  static double width(boolean isSmall, List<Legend.Entry> legend) {
    return isSmall && Legend.rows(legend, Style.ONE_COLUMN) <= MOST_LEGEND_ROWS
        ? Style.ONE_COLUMN
        : Style.TWO_COLUMNS;
  }

  /**
   * Returns a picture of the panels.
   *
   * @param entries of the legend; none for no legend
   */
  Picture picture(
      String name, String caption, List<Legend.Entry> entries, List<JFreeChart> charts) {
    Legend legend = new Legend(entries, width);
    int rows = (charts.size() + columns - 1) / columns;
    return new Picture(
        name,
        caption,
        width,
        legend.height() + height * rows,
        g -> {
          legend.draw(g);
          for (int i = 0; i < charts.size(); i++) {
            double x = i % columns * width / columns;
            int row = i / columns;
            double y = legend.height() + row * height;
            charts.get(i).draw(g, new Rectangle2D.Double(x, y, width / columns, height));
          }
        });
  }

  /** Returns pictures of at most so many rows each; of several, names end with a number. */
  List<Picture> pictures(
      String name, String caption, List<Legend.Entry> entries, List<JFreeChart> charts, int rows) {
    int most = rows * columns;
    List<Picture> pictures = new ArrayList<>();
    for (int from = 0; from < charts.size(); from += most) {
      List<JFreeChart> some = charts.subList(from, Math.min(from + most, charts.size()));
      String suffix = charts.size() > most ? "-" + (pictures.size() + 1) : "";
      pictures.add(picture(name + suffix, caption, entries, some));
    }
    return pictures;
  }
}
