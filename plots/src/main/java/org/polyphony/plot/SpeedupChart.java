package org.polyphony.plot;

import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYLineAnnotation;
import org.jfree.chart.axis.AxisSpace;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * Speed-up of each benchmark over the number of SMs, a small panel for each, with the diagonal of
 * perfect speed-up and the limit of 12 times between MEM and COM. Both axes end at the most SMs, so
 * that panels compare; the caption has the speed-up of a curve that leaves its panel above. Source:
 * GPU Maestro Table 3.
 */
final class SpeedupChart {
  private static final int COLUMNS = 6;
  private static final double ROW = 86;
  private static final double LIMIT = 12;

  /** The ends of the axes of all panels: some speed-ups are above the number of SMs. */
  private record Extent(double sms, double speedup) {}

  private SpeedupChart() {}

  static Picture picture(String name, CsvTable table) {
    Map<String, XYSeries> curves = new LinkedHashMap<>();
    Map<String, String> types = new LinkedHashMap<>();
    double sms = 1;
    double highest = 1;
    for (int row = 0; row < table.rows(); row++) {
      String benchmark = table.name(row, "benchmark");
      double speedup = table.number(row, "speedup");
      if (Double.isFinite(speedup)) {
        curves.computeIfAbsent(benchmark, XYSeries::new).add(table.number(row, "sms"), speedup);
        types.put(benchmark, table.text(row, "type"));
        sms = Math.max(sms, table.number(row, "sms"));
        highest = Math.max(highest, speedup);
      }
    }
    Extent extent = new Extent(sms, Math.max(sms, highest));
    List<JFreeChart> panels = new ArrayList<>();
    for (String type : List.of("COM", "MEM")) {
      for (String benchmark : curves.keySet()) {
        if (types.get(benchmark).equals(type)) {
          boolean isLeft = panels.size() % COLUMNS == 0;
          panels.add(panel(curves.get(benchmark), type, isLeft, extent));
        }
      }
    }
    int columns = Math.min(COLUMNS, Math.max(1, panels.size()));
    int rows = Math.max(1, (panels.size() + columns - 1) / columns);
    double width = Math.max(Style.ONE_COLUMN, Style.TWO_COLUMNS * columns / COLUMNS);
    return new Picture(
        name,
        "Speed-up of each benchmark over the number of SMs",
        width,
        Panels.keyHeight(key(), width) + ROW * rows,
        Panels.below(key(), Panels.grid(panels, columns)));
  }

  private static SeriesStyle style(String type) {
    return SeriesStyle.of(type.equals("COM") ? 0 : 3);
  }

  private static List<KeyTitle.Entry> key() {
    return List.of(
        new KeyTitle.Entry("COM (more than 12x)", style("COM")::drawPoint),
        new KeyTitle.Entry("MEM", style("MEM")::drawPoint),
        KeyTitle.Entry.line("12x", Style.REFERENCE),
        KeyTitle.Entry.line("perfect", Style.THIN));
  }

  private static JFreeChart panel(XYSeries curve, String type, boolean isLeft, Extent extent) {
    NumberAxis x = axis("SMs", extent.sms);
    NumberAxis y = axis(isLeft ? "Speed-up over 1 SM" : null, extent.speedup);
    XYPlot plot = Lines.of(new XYSeriesCollection(curve), x, y, true);
    SeriesStyle style = style(type);
    plot.getRenderer().setSeriesPaint(0, style.line());
    plot.getRenderer().setSeriesShape(0, style.marker());
    plot.addAnnotation(new XYLineAnnotation(0, 0, extent.sms, extent.sms, Style.THIN, Style.FRAME));
    Lines.level(plot, LIMIT);
    AxisSpace left = new AxisSpace();
    left.setLeft(28);
    plot.setFixedRangeAxisSpace(left);
    plot.setInsets(new RectangleInsets(2, 1, 1, 2));
    JFreeChart chart = Style.chart(plot, List.of());
    TextTitle caption = new TextTitle(caption(curve), Style.LABEL_FONT);
    caption.setPadding(new RectangleInsets(1, 26, 0, 0));
    chart.addSubtitle(caption);
    return chart;
  }

  private static NumberAxis axis(String label, double most) {
    NumberAxis axis = Style.integers(label);
    axis.setRange(0, most * 1.06);
    axis.setTickUnit(
        new NumberTickUnit(most > 24 ? 8 : 4, NumberFormat.getIntegerInstance(Locale.ROOT)));
    return axis;
  }

  private static String caption(XYSeries curve) {
    double last = curve.getY(curve.getItemCount() - 1).doubleValue();
    return String.format(Locale.ROOT, "%s: %.1fx", curve.getKey(), last);
  }
}
