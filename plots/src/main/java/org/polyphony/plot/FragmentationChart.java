package org.polyphony.plot;

import java.util.Arrays;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.data.xy.DefaultXYZDataset;

/**
 * Register fragmentation over the registers of two kernels, as a plane. Source: GPU Maestro Figure
 * 6.
 *
 * <p>Reads {@code fragmentation.csv}, a row for each pair of sizes, in any order, equal steps in
 * each direction; pairs that are left out stay white. Columns: {@code registersA} and {@code
 * registersB}, registers that a thread block of each kernel takes of an SM; {@code fragmentation},
 * the share of the SM's registers that is free but in pieces too small for either, 0 to 1. Other
 * columns are left alone.
 */
final class FragmentationChart {
  private static final double THOUSAND = 1000;
  private static final double HEIGHT = 190;

  private FragmentationChart() {}

  static Picture picture(String name, CsvTable table) {
    double[][] cells = new double[3][table.rows()];
    double high = 1;
    for (int row = 0; row < table.rows(); row++) {
      cells[0][row] = table.number(row, "registersA") / THOUSAND;
      cells[1][row] = table.number(row, "registersB") / THOUSAND;
      cells[2][row] = 100 * table.number(row, "fragmentation");
      high = Math.max(high, cells[2][row]);
    }
    DefaultXYZDataset data = new DefaultXYZDataset();
    data.addSeries("fragmentation", cells);
    HeatMap.Scale scale = new HeatMap.Scale(0, high);
    XYPlot plot =
        HeatMap.plot(
            data,
            axis("Registers of a thread block of kernel A (thousands)", cells[0]),
            axis("Registers of a thread block of B (thousands)", cells[1]),
            scale,
            step(cells[0]),
            step(cells[1]));
    return new Picture(
        name,
        "Fragmented registers of an SM by what thread blocks of two kernels take",
        Style.ONE_COLUMN,
        HEIGHT,
        Panels.of(HeatMap.chart(plot, scale, "Fragmented registers (%)")));
  }

  private static NumberAxis axis(String label, double[] values) {
    NumberAxis axis = Style.numbers(label);
    SortedSet<Double> sorted = sorted(values);
    double half = step(values) / 2;
    axis.setRange(sorted.first() - half, sorted.last() + half);
    return axis;
  }

  private static double step(double[] values) {
    double step = Double.MAX_VALUE;
    double last = Double.NaN;
    for (double value : sorted(values)) {
      step = Double.isNaN(last) ? step : Math.min(step, value - last);
      last = value;
    }
    return step == Double.MAX_VALUE ? 1 : step;
  }

  private static SortedSet<Double> sorted(double[] values) {
    return Arrays.stream(values).boxed().collect(Collectors.toCollection(TreeSet::new));
  }
}
