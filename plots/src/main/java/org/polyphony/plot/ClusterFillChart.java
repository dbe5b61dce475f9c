package org.polyphony.plot;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
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
    for (Map.Entry<String, List<Integer>> policy : table.rowsBy("policy").entrySet()) {
      lacking.addSeries(means(table, policy, "refused"));
      fragments.addSeries(means(table, policy, "fragments"));
    }
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

  /** Returns a column of a policy by what was asked for, means of seeds. */
  private static XYSeries means(
      CsvTable table, Map.Entry<String, List<Integer>> policy, String column) {
    XYSeries means = new XYSeries(policy.getKey());
    policy.getValue().stream()
        .collect(
            Collectors.groupingBy(
                row -> table.number(row, "asked"),
                TreeMap::new,
                Collectors.averagingDouble(row -> table.number(row, column))))
        .forEach((asked, mean) -> means.add(PERCENT * asked, PERCENT * mean));
    return means;
  }
}
