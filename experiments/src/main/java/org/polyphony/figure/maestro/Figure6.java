package org.polyphony.figure.maestro;

import static org.polyphony.text.Formats.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.polyphony.config.GpuConfigs;
import org.polyphony.figure.Figure;
import org.polyphony.figure.FigureContext;
import org.polyphony.gpu.alloc.OneWay;
import org.polyphony.gpu.alloc.RangeAllocator;
import org.polyphony.gpu.alloc.TwoWay;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.text.Table;

/**
 * Register fragmentation over the registers of the thread blocks of two kernels, with one-way
 * allocation, and what two-way allocation leaves of it. Source: GPU Maestro Figure 6.
 */
final class Figure6 {
  private static final int STEP = 512;
  private static final int DRAWS = 100;
  private static final long SEED = 1;

  static final Figure FIGURE =
      new Figure(
          "fig6",
          "GPU Maestro Figure 6",
          "register fragmentation over the registers of two kernels",
          Figure6::reproduce);

  static final Table<Point> TABLE =
      new Table<Point>("fragmentation.csv")
          .text("registersA", Point::ofA)
          .text("registersB", Point::ofB)
          .text("fragmentation", Point::oneWay)
          .text("twoWay", Point::twoWay);

  /** Fragmentation with thread blocks of so many registers. */
  record Point(int ofA, int ofB, double oneWay, double twoWay) {
    boolean isAAtLeastB() {
      return ofA >= ofB;
    }
  }

  /** A number of the whole plane. */
  private record Row(String label, String paper, ToDoubleFunction<double[]> of, boolean isOfHalf) {}

  private Figure6() {}

  private static void reproduce(Figure figure, FigureContext context) {
    SmConfig sm = GpuConfigs.load(context.gpuOr("gtx980")).sm();
    List<Point> plane = plane(sm);
    TABLE.write(context.folder(), plane.stream());
    String table = table(plane);
    String text =
        text(
            "%,d registers, %d thread blocks, even SMK; thread blocks of %d to %,d registers in"
                + " steps of %d;%nmean of %d random choices of the thread blocks that leave,"
                + " seed %d. With two-way allocation those at%nthe boundary leave.%n%n",
            sm.registers(), sm.threadBlocks(), STEP, sm.registers() / 2, STEP, DRAWS, SEED);
    figure.finish(context, text + table, table, List.of("fragmentation"));
  }

  private static List<Point> plane(SmConfig sm) {
    RegisterFragmentation baseline =
        study(sm, OneWay::new, RegisterFragmentation.Choice.RANDOM, DRAWS);
    RegisterFragmentation proposed =
        study(sm, TwoWay::new, RegisterFragmentation.Choice.BOUNDARY, 1); // nothing is drawn
    Random random = new Random(SEED);
    List<Point> points = new ArrayList<>();
    int half = sm.registers() / 2;
    for (int ofA = STEP; ofA <= half; ofA += STEP) {
      for (int ofB = STEP; ofB <= half; ofB += STEP) {
        double oneWay = baseline.mean(ofA, ofB, random);
        points.add(new Point(ofA, ofB, oneWay, proposed.mean(ofA, ofB, random)));
      }
    }
    return points;
  }

  private static RegisterFragmentation study(
      SmConfig sm,
      RangeAllocator.Factory allocation,
      RegisterFragmentation.Choice choice,
      int draws) {
    return new RegisterFragmentation(allocation, sm.registers(), sm.threadBlocks(), choice, draws);
  }

  private static String table(List<Point> plane) {
    return new Table<Row>()
            .text("", Row::label)
            .number("paper", Row::paper)
            .percent("one-way", "**%.1f%%**", row -> of(plane, row, Point::oneWay))
            .percent("two-way", "%.1f%%", row -> of(plane, row, Point::twoWay))
            .markdown(
                List.of(
                    new Row("highest fragmentation", "50%", Figure6::highest, false),
                    new Row("mean", "-", Figure6::mean, false),
                    new Row(
                        "share of the plane without any", "about half", Figure6::without, false),
                    new Row(
                        "of points where A has as many registers as B or more: without any",
                        "100%",
                        Figure6::without,
                        true)))
        + "\n";
  }

  private static double of(List<Point> plane, Row row, ToDoubleFunction<Point> value) {
    return row.of.applyAsDouble(
        plane.stream().filter(p -> !row.isOfHalf || p.isAAtLeastB()).mapToDouble(value).toArray());
  }

  private static double highest(double[] values) {
    double highest = 0;
    for (double value : values) {
      highest = Math.max(highest, value);
    }
    return highest;
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private static double without(double[] values) {
    double without = 0;
    for (double value : values) {
      without += value == 0 ? 1 : 0;
    }
    return without / values.length;
  }
}
