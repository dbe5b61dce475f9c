package org.polyphony.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.data.category.DefaultCategoryDataset;

/**
 * Throughput and turnaround of jobs under each scheduler, relative to the first of them. Source:
 * MGB Figure 5 and Table III.
 */
final class SchedulerBarsChart implements Chart {
  private static final double ROW = 110;
  private static final double LETTER = 3.3; // its width, in points
  private static final double ROOM = 0.9; // of the width, for names
  private static final int FEW_BARS = 8; // both panels stand in a row

  @Override
  public List<Picture> draw(String name, Results results) {
    Map<String, Map<String, HostRecord>> settings = settings(results.hostRuns());
    int bars = settings.values().stream().mapToInt(Map::size).sum();
    if (bars < 2 * settings.size() || bars == 0) {
      return List.of();
    }
    DefaultCategoryDataset throughput =
        relative(settings, (first, other) -> other.jobsPerSecond() / first.jobsPerSecond());
    DefaultCategoryDataset turnaround =
        relative(settings, (first, other) -> first.turnaroundSeconds() / other.turnaroundSeconds());
    String first = settings.values().iterator().next().keySet().iterator().next();
    int columns = bars <= FEW_BARS ? 2 : 1;
    double width = Style.TWO_COLUMNS;
    double longest = LETTER * settings.keySet().stream().mapToInt(String::length).max().orElse(0);
    boolean isUpright = longest * settings.size() * columns > ROOM * width;
    List<JFreeChart> panels =
        List.of(
            panel(throughput, "Throughput over " + first + OverNonShared.HIGHER, isUpright),
            panel(turnaround, "Speed-up over " + first + OverNonShared.HIGHER, isUpright));
    List<KeyTitle.Entry> key = Bars.key(throughput);
    double height = (ROW + (isUpright ? longest : 0)) * panels.size() / columns;
    return List.of(
        new Picture(
            name,
            "Throughput, and speed-up of mean turnaround, of jobs over "
                + first
                + "; higher is better",
            width,
            Panels.keyHeight(key, width) + height,
            Panels.below(key, Panels.grid(panels, columns))));
  }

  /** Returns the runs of each setting by their scheduler, in the order of the file. */
  private static Map<String, Map<String, HostRecord>> settings(List<HostRecord> runs) {
    Map<String, Map<String, HostRecord>> settings = new LinkedHashMap<>();
    for (HostRecord run : runs) {
      settings
          .computeIfAbsent(run.setting(), setting -> new LinkedHashMap<>())
          .put(run.scheduler(), run);
    }
    return settings;
  }

  private static DefaultCategoryDataset relative(
      Map<String, Map<String, HostRecord>> settings,
      ToDoubleBiFunction<HostRecord, HostRecord> value) {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    for (Map.Entry<String, Map<String, HostRecord>> setting : settings.entrySet()) {
      List<HostRecord> runs = new ArrayList<>(setting.getValue().values());
      for (HostRecord run : runs) {
        double ratio = value.applyAsDouble(runs.get(0), run);
        data.addValue(Double.isFinite(ratio) ? ratio : null, run.scheduler(), setting.getKey());
      }
    }
    return data;
  }

  private static JFreeChart panel(DefaultCategoryDataset data, String label, boolean isUpright) {
    CategoryAxis names = Style.names("");
    names.setTickMarksVisible(data.getColumnCount() > 1); // one setting has no name
    if (isUpright) {
      names.setCategoryLabelPositions(CategoryLabelPositions.UP_90);
    }
    NumberAxis values = Style.numbers(label);
    CategoryPlot plot = Bars.grouped(data, names, values);
    return Style.chart(plot, List.of());
  }
}
