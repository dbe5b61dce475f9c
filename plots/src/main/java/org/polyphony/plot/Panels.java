package org.polyphony.plot;

import java.awt.geom.Rectangle2D;
import java.util.List;
import org.jfree.chart.JFreeChart;

/** A layout of panels in rows below one key; sizes are in points. */
record Panels(double width, int columns, double height) {
  static Panels one(double width, double height) {
    return new Panels(width, 1, height);
  }

  /**
   * Returns a picture of the panels.
   *
   * @param entries of the key; none for no key
   */
  Picture picture(String name, String caption, List<Key.Entry> entries, List<JFreeChart> charts) {
    Key key = new Key(entries, width);
    int rows = (charts.size() + columns - 1) / columns;
    return new Picture(
        name,
        caption,
        width,
        key.height() + height * rows,
        g -> {
          key.draw(g);
          for (int i = 0; i < charts.size(); i++) {
            double x = i % columns * width / columns;
            int row = i / columns;
            double y = key.height() + row * height;
            charts.get(i).draw(g, new Rectangle2D.Double(x, y, width / columns, height));
          }
        });
  }

  Picture picture(String name, String caption, List<Key.Entry> entries, JFreeChart chart) {
    return picture(name, caption, entries, List.of(chart));
  }
}
