package org.polyphony.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.math3.stat.StatUtils;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * STP of SMK over the share of threads of the first workload, with spatial multitasking as 1; a
 * panel for each pair. Source: GPU Maestro Figure 2.
 */
final class PartitionChart implements Chart {
  private static final String SMK = "smk-fixed";
  private static final String SPATIAL = "spatial-even";
  private static final int COLUMNS = 3;
  private static final double HEIGHT = 125;

  @Override
  public List<Picture> draw(String name, Results results) {
    Map<String, TreeMap<Double, List<Double>>> curves = new LinkedHashMap<>();
    for (RunRecord run : results.sharedRuns()) {
      if (run.policy().equals(SMK) && Double.isFinite(run.firstThreadShare())) {
        curves
            .computeIfAbsent(run.workloads(), w -> new TreeMap<>())
            .computeIfAbsent(100 * run.firstThreadShare(), s -> new ArrayList<>())
            .add(run.stp());
      }
    }
    List<JFreeChart> panels = new ArrayList<>();
    for (Map.Entry<String, TreeMap<Double, List<Double>>> curve : curves.entrySet()) {
      if (curve.getValue().size() > 1) {
        panels.add(panel(curve.getKey(), curve.getValue(), spatial(results, curve.getKey())));
      }
    }
    if (panels.isEmpty()) {
      return List.of();
    }
    int columns = Math.min(COLUMNS, panels.size());
    int rows = (panels.size() + columns - 1) / columns;
    double width = columns == 1 ? Style.ONE_COLUMN : Style.TWO_COLUMNS;
    return List.of(
        new Picture(
            name,
            "STP of SMK over that of spatial multitasking, by the first workload's share of threads",
            width,
            HEIGHT * rows,
            Panels.grid(panels, columns)));
  }

  private static double spatial(Results results, String workloads) {
    return StatUtils.geometricMean(
        results.sharedRuns().stream()
            .filter(run -> run.policy().equals(SPATIAL) && run.workloads().equals(workloads))
            .mapToDouble(RunRecord::stp)
            .toArray());
  }

  private static JFreeChart panel(String pair, Map<Double, List<Double>> curve, double spatial) {
    boolean isNormalized = spatial > 0;
    XYSeries series = new XYSeries(pair);
    curve.forEach(
        (share, stp) -> {
          double mean = StatUtils.geometricMean(stp.stream().mapToDouble(s -> s).toArray());
          series.add((double) share, mean / (isNormalized ? spatial : 1));
        });
    String first = pair.substring(0, pair.indexOf('/'));
    NumberAxis x = Style.numbers("Threads of an SM given to " + first + " (%)");
    x.setRange(0, 100);
    NumberAxis y = Style.numbers(isNormalized ? "STP / STP of spatial" : "STP");
    y.setAutoRangeIncludesZero(false);
    double low = Math.min(1, series.getMinY());
    double high = Math.max(1, series.getMaxY());
    double margin = Math.max(0.02, 0.12 * (high - low));
    y.setRange(low - margin, high + 2 * margin);
    XYPlot plot = Lines.of(new XYSeriesCollection(series), x, y, true);
    if (isNormalized) {
      Lines.level(plot, 1);
    }
    Lines.caption(plot, pair);
    return Style.chart(plot, List.of());
  }
}
