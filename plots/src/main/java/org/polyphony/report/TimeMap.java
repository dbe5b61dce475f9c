package org.polyphony.report;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
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

  private static final Mustache.Escaper ESCAPER =
      Escapers.simple(new String[][] {{"&", "&amp;"}, {"<", "&lt;"}, {"\"", "&quot;"}});

  private final long end; // core cycles that it shows, at least 1
  private final List<Track> tracks = new ArrayList<>();

  /** A stretch of a row: its look is a class of the style, and words say what it was. */
  record Cell(long from, long to, int row, String look, double opacity, String words) {}

  /** A class of the style, and what cells of it mean. */
  record Look(String name, String words) {}

  /** A picture of so many units of height below its title; its shapes are markup. */
  private record Track(String title, List<String> labels, int pixels, String shapes, int height) {}

  /** A label of the axis at a percentage of its length. */
  private record Tick(String left, String label, boolean isFirst) {}

  /** What the template shows. */
  private record Page(long end, List<Look> looks, List<Track> tracks, List<Tick> ticks) {}

  TimeMap(long end) {
    this.end = end;
  }

  /**
   * Adds rows of cells.
   *
   * @param rows what the rows are called, from above
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
              "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"0.9\" class=\"%s\"%s"
                  + " data-v=\"%s\"/>\n",
              cell.from(),
              cell.row(),
              Math.max(1, cell.to() - cell.from()),
              cell.look(),
              opacity,
              ESCAPER.escape(rows.get(cell.row()) + ": " + cell.words())));
    }
    int every = pixels < 12 ? 4 : 1;
    List<String> shown = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      shown.add(row % every == 0 ? rows.get(row) : "");
    }
    int height = rows.size();
    tracks.add(new Track(title, shown, pixels * height, shapes.toString(), height));
  }

  /**
   * Adds a line.
   *
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
    tracks.add(new Track(title, scale, LINE_PIXELS, shapes, 100));
  }

  /** Returns the map as markup, with what the looks of its cells mean. */
  String html(List<Look> looks) {
    List<Tick> ticks = new ArrayList<>();
    double step = step(end);
    for (double at = 0; at <= end * LAST_TICK; at += step) {
      String left = String.format(Locale.ROOT, "%.2f", 100 * at / end);
      ticks.add(new Tick(left, String.format(Locale.ROOT, "%,.0f", at / THOUSAND), at == 0));
    }
    return Mustache.compiler()
        .withEscaper(ESCAPER)
        .compile(Report.resource("timemap.mustache"))
        .execute(new Page(end, looks, tracks, ticks));
  }

  /** Returns the cycles between two ticks: 1, 2 or 5 and zeros, whole thousands. */
  private static double step(long length) {
    double step = THOUSAND;
    for (int i = 0; length / step > MOST_TICKS; i++) {
      step *= i % 3 == 1 ? 2.5 : 2;
    }
    return step;
  }
}
