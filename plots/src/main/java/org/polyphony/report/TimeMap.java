package org.polyphony.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What happened on rows of the device over time, one track of rows below the other on one axis of
 * core cycles. Without the script of the page it shows all of the time; with it, it zooms.
 *
 * <p>Time runs in the units of a picture that is stretched to the width of the page, so that it is
 * never wider than that; all text stands outside of the pictures and keeps its size.
 */
final class TimeMap {
  private static final int LINE_PIXELS = 90;
  private static final int MOST_TICKS = 5;
  private static final double LAST_TICK = 0.97; // of the axis: its label has room
  private static final double THOUSAND = 1e3;

  private final long end;
  private final StringBuilder tracks = new StringBuilder();

  /** A stretch of a row: its look is a class of the style, and words say what it was. */
  record Cell(long from, long to, int row, String look, double opacity, String words) {}

  /**
   * Makes a map without tracks.
   *
   * @param end core cycles that it shows, at least 1
   */
  TimeMap(long end) {
    this.end = end;
  }

  /**
   * Adds rows of cells.
   *
   * @param title what they show
   * @param rows what the rows are called, from above
   * @param cells what is in them
   */
  void addCells(String title, List<String> rows, List<Cell> cells) {
    int pixels = rows.size() > 24 ? 8 : 14;
    StringBuilder shapes = new StringBuilder();
    for (Cell cell : cells) {
      String opacity =
          cell.opacity() == 1
              ? ""
              : String.format(Locale.ROOT, " opacity=\"%.2f\"", cell.opacity());
      shapes.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"0.9\" class=\"%s\"%s data-v=\"%s\"/>\n",
              cell.from(),
              cell.row(),
              Math.max(1, cell.to() - cell.from()),
              cell.look(),
              opacity,
              escape(rows.get(cell.row()) + ": " + cell.words())));
    }
    int every = pixels < 12 ? 4 : 1;
    List<String> shown = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      shown.add(row % every == 0 ? rows.get(row) : "");
    }
    add(title, shown, pixels * rows.size(), shapes.toString(), rows.size());
  }

  /**
   * Adds a line.
   *
   * @param title what it shows
   * @param cycles where its value changes, in order
   * @param values from each of the cycles on
   * @param level a dashed line besides
   */
  void addLine(String title, List<Long> cycles, List<Double> values, double level) {
    double low = Math.min(level, values.stream().mapToDouble(v -> v).min().orElse(level));
    double high = Math.max(level, values.stream().mapToDouble(v -> v).max().orElse(level));
    double margin = Math.max(0.02, 0.08 * (high - low));
    double top = high + margin;
    double height = 100 / (top - low + margin);
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < values.size(); i++) {
      double y = (top - values.get(i)) * height;
      long to = i + 1 < values.size() ? cycles.get(i + 1) : end;
      points.append(String.format(Locale.ROOT, "%d,%.2f %d,%.2f ", cycles.get(i), y, to, y));
    }
    double at = (top - level) * height;
    String shapes =
        String.format(
            Locale.ROOT,
            "<polyline points=\"%s\"/>%n<path class=\"level\" d=\"M0 %.2fH%d\"/>%n",
            points.toString().strip(),
            at,
            end);
    List<String> scale =
        List.of(
            String.format(Locale.ROOT, "%.2f", top),
            String.format(Locale.ROOT, "%.2f", low - margin));
    add(title, scale, LINE_PIXELS, shapes, 100);
  }

  private void add(String title, List<String> labels, int pixels, String shapes, int height) {
    tracks.append("<p class=\"track\">").append(escape(title)).append("</p>\n<div class=\"lane\">");
    tracks.append("<ul>");
    labels.forEach(label -> tracks.append("<li>").append(escape(label)).append("</li>"));
    tracks.append(
        String.format(
            "</ul>%n<svg viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" style=\"height:%dpx\""
                + " role=\"img\" aria-label=\"%s\">%n%s</svg></div>%n",
            end, height, pixels, escape(title), shapes));
  }

  /**
   * Returns the map as markup.
   *
   * @param looks what the classes of cells mean, by name of the class
   */
  String html(List<String[]> looks) {
    StringBuilder html = new StringBuilder();
    html.append(String.format("<div class=\"timemap\" data-end=\"%d\">%n", end));
    html.append("<p class=\"tools\" hidden=\"hidden\">");
    for (String[] tool :
        new String[][] {
          {"in", "Zoom in"},
          {"out", "Zoom out"},
          {"left", "Earlier"},
          {"right", "Later"},
          {"all", "All"}
        }) {
      html.append(
          String.format("<button type=\"button\" data-do=\"%s\">%s</button> ", tool[0], tool[1]));
    }
    html.append("</p>\n<ul class=\"looks\">");
    looks.forEach(
        look ->
            html.append(
                String.format(
                    "<li><svg viewBox=\"0 0 1 1\" aria-hidden=\"true\"><rect width=\"1\" height=\"1\""
                        + " class=\"%s\"/></svg> %s</li>",
                    look[0], escape(look[1]))));
    html.append("</ul>\n").append(tracks).append("<div class=\"lane axis\"><ul></ul><ol>");
    double step = step(end);
    for (double at = 0; at <= end * LAST_TICK; at += step) {
      html.append(
          String.format(
              Locale.ROOT,
              "<li style=\"left:%.2f%%\"%s>%,.0f</li>",
              100 * at / end,
              at == 0 ? " class=\"edge\"" : "",
              at / THOUSAND));
    }
    html.append("</ol></div>\n<p class=\"unit\">Time (thousand core cycles)</p>\n");
    return html + "<output class=\"said\"></output>\n</div>\n";
  }

  /** Returns the cycles between two ticks: 1, 2 or 5 and zeros, whole thousands. */
  private static double step(long length) {
    double step = THOUSAND;
    for (int i = 0; length / step > MOST_TICKS; i++) {
      step *= i % 3 == 1 ? 2.5 : 2;
    }
    return step;
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
