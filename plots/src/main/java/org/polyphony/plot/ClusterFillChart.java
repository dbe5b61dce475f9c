package org.polyphony.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * What a cluster that fills up turns away and how much of it is fragments, a line for each policy:
 * the mean of its seeds. Source: FGD section 6.
 */
final class ClusterFillChart {
  private static final double HEIGHT = 290;
  private static final double PERCENT = 100;

  private ClusterFillChart() {}

  static Picture picture(String name, CsvTable table) {
    XYSeriesCollection lacking = new XYSeriesCollection();
    XYSeriesCollection fragments = new XYSeriesCollection();
    table
        .rowsBy("policy")
        .forEach(
            (policy, rows) -> {
              lacking.addSeries(new XYSeries(policy));
              fragments.addSeries(new XYSeries(policy));
              means(table, rows)
                  .forEach(
                      (asked, mean) -> {
                        lacking.getSeries(policy).add(PERCENT * asked, PERCENT * mean[0]);
                        fragments.getSeries(policy).add(PERCENT * asked, PERCENT * mean[1]);
                      });
            });
    CombinedDomainXYPlot all =
        new CombinedDomainXYPlot(Style.span("GPUs that jobs have asked for (% of all)"));
    all.setGap(5);
    all.add(panel(lacking, "Turned away (%)"));
    all.add(panel(fragments, "Fragments (%)"));
    return new Picture(
        name,
        "GPUs asked for in vain, and free GPUs that jobs cannot use, of all GPUs, as a cluster"
            + " fills up; lower is better",
        Style.TWO_COLUMNS,
        HEIGHT,
        Panels.of(Style.chart(all, Lines.key(lacking, false))));
  }

  private static XYPlot panel(XYSeriesCollection data, String label) {
    NumberAxis y = Style.numbers(label + OverNonShared.LOWER);
    return Lines.of(data, null, y, false);
  }

  /** Returns what is turned away and what is fragments by what was asked for, means of seeds. */
  private static Map<Double, double[]> means(CsvTable table, List<Integer> rows) {
    Map<Double, List<Integer>> steps = new TreeMap<>();
    for (int row : rows) {
      steps.computeIfAbsent(table.number(row, "asked"), asked -> new ArrayList<>()).add(row);
    }
    Map<Double, double[]> means = new LinkedHashMap<>();
    steps.forEach(
        (asked, at) ->
            means.put(
                asked, new double[] {mean(table, at, "refused"), mean(table, at, "fragments")}));
    return means;
  }

  private static double mean(CsvTable table, List<Integer> rows, String column) {
    return rows.stream().mapToDouble(row -> table.number(row, column)).average().orElse(0);
  }
}
