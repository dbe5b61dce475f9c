package org.polyphony.plot;

import java.awt.geom.Rectangle2D;
import java.util.List;
import org.jfree.chart.JFreeChart;

/** Several charts in one picture. */
final class Panels {
  private Panels() {}

  static Picture.Painting of(JFreeChart chart) {
    return grid(List.of(chart), 1);
  }

  /** Returns the height of a key above a painting of this width, in points. */
  static double keyHeight(List<KeyTitle.Entry> key, double width) {
    return new KeyTitle(key).height(width);
  }

  /** Returns a painting with one key above it. */
  static Picture.Painting below(List<KeyTitle.Entry> key, Picture.Painting painting) {
    KeyTitle title = new KeyTitle(key);
    return (g, area) -> {
      double x = area.getX();
      double y = area.getY();
      double width = area.getWidth();
      double height = title.height(width);
      title.draw(g, new Rectangle2D.Double(x, y + 1, width, height));
      painting.paint(g, new Rectangle2D.Double(x, y + height, width, area.getHeight() - height));
    };
  }

  static Picture.Painting grid(List<JFreeChart> charts, int columns) {
    int rows = (charts.size() + columns - 1) / columns;
    return (g, area) -> {
      double width = area.getWidth() / columns;
      double height = area.getHeight() / rows;
      for (int i = 0; i < charts.size(); i++) {
        int row = i / columns;
        double x = area.getX() + (i - row * columns) * width;
        double y = area.getY() + row * height;
        charts.get(i).draw(g, new Rectangle2D.Double(x, y, width, height));
      }
    };
  }
}
