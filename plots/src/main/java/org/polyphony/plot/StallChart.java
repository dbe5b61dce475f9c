package org.polyphony.plot;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.category.DefaultCategoryDataset;

/** What the issue slots of each run went to. */
final class StallChart implements Chart {
  private static final double LEAST_PERCENT = 0.2; // half a point in one column
  private static final int MOST_BARS = 40;
  private static final int SHORT = 22; // letters of a label
  private static final double BAR = 13;
  private static final double REST = 38;

  @Override
  public List<Picture> draw(String name, Results results) {
    List<RunRecord> runs = new ArrayList<>();
    for (Results single : results.runs().isEmpty() ? results.singleRuns() : List.of(results)) {
      single.runs().stream().filter(StallChart::hasIssued).forEach(runs::add);
    }
    Map<String, List<RunRecord>> bars = bars(runs, RunRecord::workloads);
    if (bars.size() > MOST_BARS) {
      bars = bars(runs, RunRecord::category);
    }
    return bars.isEmpty() ? List.of() : List.of(picture(name, bars));
  }

  /** A run that was stopped at once has no shares. */
  private static boolean hasIssued(RunRecord run) {
    return Double.isFinite(run.number("/device/issueUtilization"));
  }

  private static Map<String, List<RunRecord>> bars(
      List<RunRecord> runs, Function<RunRecord, String> sorting) {
    boolean hasSettings = runs.stream().map(RunRecord::setting).distinct().count() > 1;
    Map<String, List<RunRecord>> bars = new LinkedHashMap<>();
    for (RunRecord run : runs) {
      String label = sorting.apply(run) + (hasSettings ? " " + run.setting() : "");
      bars.computeIfAbsent(label, l -> new ArrayList<>()).add(run);
    }
    return bars;
  }

  private static Picture picture(String name, Map<String, List<RunRecord>> bars) {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    bars.forEach((label, runs) -> runs.forEach(r -> add(data, r, label, runs.size())));
    CategoryAxis names = Style.names("");
    names.setLowerMargin(0.3 / (bars.size() + 1));
    names.setUpperMargin(0.3 / (bars.size() + 1));
    NumberAxis shares = Style.numbers("Issue slots (%)");
    shares.setRange(0, 100);
    CategoryPlot plot = Bars.stacked(data, names, shares);
    plot.setOrientation(PlotOrientation.HORIZONTAL);
    plot.setRangeAxisLocation(AxisLocation.BOTTOM_OR_LEFT);
    plot.setInsets(new RectangleInsets(2, 2, 2, 10));
    List<KeyTitle.Entry> key = Bars.key(data, LEAST_PERCENT);
    boolean isNarrow = bars.keySet().stream().allMatch(label -> label.length() <= SHORT);
    double width = isNarrow ? Style.ONE_COLUMN : Style.TWO_COLUMNS;
    return new Picture(
        name,
        "Issue slots that issued, and what the others were lost to",
        width,
        Panels.keyHeight(key, width) + REST + BAR * bars.size(),
        Panels.of(Style.chart(plot, key)));
  }

  /** Adds a run's shares, of which a bar of several runs shows the mean. */
  private static void add(DefaultCategoryDataset data, RunRecord run, String label, int runs) {
    JsonNode device = run.summary().path("device");
    double issued = RunRecord.number(device.path("issueUtilization"));
    double stalled = 0;
    for (JsonNode slots : device.path("stalls")) {
      stalled += slots.asDouble();
    }
    add(data, "issued", label, issued / runs);
    for (Map.Entry<String, JsonNode> cause : device.path("stalls").properties()) {
      double share = stalled == 0 ? 0 : cause.getValue().asDouble() / stalled * (1 - issued);
      add(data, DisplayNames.words(cause.getKey()), label, share / runs);
    }
  }

  private static void add(DefaultCategoryDataset data, String cause, String label, double share) {
    boolean isNew = data.getRowIndex(cause) < 0 || data.getColumnIndex(label) < 0;
    Number sum = isNew ? null : data.getValue(cause, label);
    data.setValue((sum == null ? 0 : sum.doubleValue()) + 100 * share, cause, label);
  }
}
