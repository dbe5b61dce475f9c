package org.polyphony.plot;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.NumberAxis;

/** STP improvement of each pair under each policy. Source: GPU Maestro Figure 15. */
final class PairBarsChart implements Chart {
  private static final int BARS_IN_A_ROW = 96;
  private static final int ROWS_OF_A_PICTURE = 4;
  private static final double PLOT = 136; // the label of its axis fits beside it
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
    String caption =
        "STP over non-shared execution, each set of workloads"
            + (sharing.hasRepeats() ? ", means over seeds with 95% intervals" : "")
            + "; higher is better";
    return pictures(name, caption, key, rows, width, height);
  }

  private static List<Picture> pictures(
      String name,
      String caption,
      List<KeyTitle.Entry> key,
      List<JFreeChart> rows,
      double width,
      double height) {
    List<Picture> pictures = new ArrayList<>();
    for (int from = 0; from < rows.size(); from += ROWS_OF_A_PICTURE) {
      List<JFreeChart> some = rows.subList(from, Math.min(from + ROWS_OF_A_PICTURE, rows.size()));
      String suffix = rows.size() > ROWS_OF_A_PICTURE ? "-" + (from / ROWS_OF_A_PICTURE + 1) : "";
      pictures.add(
          new Picture(
              name + suffix,
              caption,
              width,
              Panels.keyHeight(key, width) + height * some.size(),
              Panels.below(key, Panels.grid(some, 1))));
    }
    return pictures;
  }

  /** Returns the least and the largest value: every row has the same axis. */
  private static double[] range(Sharing sharing, OverNonShared scale) {
    DoubleSummaryStatistics shown = data(sharing, sharing.workloads(), scale).shown();
    double low = Math.min(0, shown.getMin());
    double high = Math.max(1, shown.getMax());
    return new double[] {low * 1.05, high * 1.05};
  }

  private static JFreeChart row(
      Sharing sharing, List<String> pairs, OverNonShared scale, double[] range) {
    MeanDataset data = data(sharing, pairs, scale);
    CategoryAxis names = Style.names("");
    names.setCategoryLabelPositions(CategoryLabelPositions.UP_90);
    NumberAxis values = Style.numbers(scale.label("STP") + OverNonShared.HIGHER);
    values.setRange(range[0], range[1]);
    return Style.chart(Bars.grouped(data, names, values), List.of());
  }

  private static MeanDataset data(Sharing sharing, List<String> pairs, OverNonShared scale) {
    List<String> settings = sharing.settings();
    Number[][][] values = new Number[4][settings.size()][pairs.size()]; // none that a paper states
    for (int row = 0; row < settings.size(); row++) {
      for (int column = 0; column < pairs.size(); column++) {
        MeanInterval stp = sharing.mean(settings.get(row), pairs.get(column), RunRecord::stp);
        values[0][row][column] = shown(scale, stp.mean());
        values[1][row][column] = shown(scale, stp.low());
        values[2][row][column] = shown(scale, stp.high());
      }
    }
    return new MeanDataset(
        settings.toArray(String[]::new),
        pairs.toArray(String[]::new),
        values,
        new double[settings.size()][pairs.size()][0]);
  }

  /** Returns what is drawn; null when there is nothing. */
  private static Number shown(OverNonShared scale, double value) {
    return Double.isFinite(value) ? scale.of(value) : null;
  }
}
