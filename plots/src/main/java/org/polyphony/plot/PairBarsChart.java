package org.polyphony.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.data.category.DefaultCategoryDataset;

/** STP improvement of each pair under each policy. Source: GPU Maestro Figure 15. */
final class PairBarsChart implements Chart {
  private static final int BARS_IN_A_ROW = 96;
  private static final int ROWS_OF_A_PICTURE = 4;
  private static final double PLOT = 122; // the label of its axis fits beside it
  private static final double LETTER = 3.6; // of a name below it
  private static final int FEW_BARS = 24;

  @Override
  public List<Picture> draw(String name, Results results) {
    List<RunRecord> runs = results.sweptRuns();
    if (runs.isEmpty()) {
      return List.of();
    }
    Sharing sharing = new Sharing(runs);
    List<String> pairs = sharing.workloads();
    int inRow = Math.max(1, BARS_IN_A_ROW / sharing.settings().size());
    OverNonShared scale = results.scale();
    double[] range = range(sharing, scale);
    List<JFreeChart> rows = new ArrayList<>();
    for (int from = 0; from < pairs.size(); from += inRow) {
      rows.add(
          row(sharing, pairs.subList(from, Math.min(from + inRow, pairs.size())), scale, range));
    }
    List<KeyTitle.Entry> key = Bars.key(data(sharing, pairs, scale));
    boolean isNarrow = pairs.size() * sharing.settings().size() <= FEW_BARS;
    double width = isNarrow ? Style.ONE_COLUMN : Style.TWO_COLUMNS;
    double height = PLOT + LETTER * pairs.stream().mapToInt(String::length).max().orElse(0);
    return pictures(name, key, rows, width, height);
  }

  private static List<Picture> pictures(
      String name, List<KeyTitle.Entry> key, List<JFreeChart> rows, double width, double height) {
    List<Picture> pictures = new ArrayList<>();
    for (int from = 0; from < rows.size(); from += ROWS_OF_A_PICTURE) {
      List<JFreeChart> some = rows.subList(from, Math.min(from + ROWS_OF_A_PICTURE, rows.size()));
      String suffix = rows.size() > ROWS_OF_A_PICTURE ? "-" + (from / ROWS_OF_A_PICTURE + 1) : "";
      pictures.add(
          new Picture(
              name + suffix,
              "STP over non-shared execution, each set of workloads; higher is better",
              width,
              Panels.keyHeight(key, width) + height * some.size(),
              Panels.below(key, Panels.grid(some, 1))));
    }
    return pictures;
  }

  /** Returns the least and the largest value: every row has the same axis. */
  private static double[] range(Sharing sharing, OverNonShared scale) {
    double low = 0;
    double high = 1;
    ToDoubleFunction<RunRecord> stp = RunRecord::stp;
    for (String setting : sharing.settings()) {
      for (double value : sharing.values(setting, null, stp)) {
        low = Math.min(low, scale.of(value));
        high = Math.max(high, scale.of(value));
      }
    }
    return new double[] {low * 1.05, high * 1.05};
  }

  private static JFreeChart row(
      Sharing sharing, List<String> pairs, OverNonShared scale, double[] range) {
    DefaultCategoryDataset data = data(sharing, pairs, scale);
    CategoryAxis names = Style.names("");
    names.setCategoryLabelPositions(CategoryLabelPositions.UP_90);
    NumberAxis values = Style.numbers(scale.label("STP") + OverNonShared.HIGHER);
    values.setRange(range[0], range[1]);
    return Style.chart(Bars.grouped(data, names, values), List.of());
  }

  private static DefaultCategoryDataset data(
      Sharing sharing, List<String> pairs, OverNonShared scale) {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    for (String setting : sharing.settings()) {
      for (String pair : pairs) {
        double stp = sharing.value(setting, pair, RunRecord::stp);
        data.addValue(Double.isFinite(stp) ? scale.of(stp) : null, setting, pair);
      }
    }
    return data;
  }
}
