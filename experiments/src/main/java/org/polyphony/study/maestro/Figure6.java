package org.polyphony.study.maestro;

import static org.polyphony.results.table.Formats.percent;
import static org.polyphony.results.table.Formats.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.polyphony.config.GpuConfigs;
import org.polyphony.gpu.alloc.OneWay;
import org.polyphony.gpu.alloc.RangeAllocator;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.table.Table;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.Verdict;

/**
 * Register fragmentation as a function of the thread-block sizes of two kernels, with one-way and
 * two-way allocation. Source: GPU Maestro Figure 6.
 */
final class Figure6 {
  private static final String SHARE = "%.1f%%";
  private static final double HIGHEST = 0.5; // section 3.3.1
  private static final double NEAR = 0.05;
  private static final int STEP = 512;
  private static final int DRAWS = 100;
  private static final long SEED = 1;

  static final Figure FIGURE = new Figure("fig6", Figure6::reproduce);

  static final Table<Point> TABLE =
      new Table<Point>(ResultFile.FRAGMENTATION)
          .text(ResultColumn.REGISTERS_A, Point::ofA)
          .text(ResultColumn.REGISTERS_B, Point::ofB)
          .text(ResultColumn.FRAGMENTATION, Point::oneWay)
          .text("twoWay", Point::twoWay);

  /** Fragmentation for thread blocks with these numbers of registers. */
  record Point(int ofA, int ofB, double oneWay, double twoWay) {}

  /**
   * Two kernels share an SM evenly, A placed first. Thread blocks of A are preempted to make room
   * for one more of B. Computes the registers that B cannot use because they are not contiguous.
   * Source: GPU Maestro section 3.3.1, Figure 6.
   */
  record RegisterFragmentation(
      RangeAllocator.Factory allocation, int registers, int slots, Choice choice, int draws) {
    private static final int SIDE_A = 0;
    private static final int SIDE_B = 1;

    /** Which thread blocks are preempted. */
    enum Choice {
      /** Random ones. */
      RANDOM,
      /** Those at the boundary first. Source: GPU Maestro Figure 10 (b). */
      BOUNDARY
    }

    /**
     * Returns the mean share of registers that suffice for B but are not contiguous, 0 to 1.
     *
     * @param ofA registers per thread block of A, at most half of the SM's
     */
    double mean(int ofA, int ofB, Random random) {
      double sum = 0;
      for (int draw = 0; draw < draws; draw++) {
        sum += once(ofA, ofB, random);
      }
      return sum / draws;
    }

    private double once(int ofA, int ofB, Random random) {
      RangeAllocator space = allocation.create(registers);
      List<Integer> placesOfA = fill(space, SIDE_A, ofA);
      int countOfB = fill(space, SIDE_B, ofB).size();
      order(placesOfA, space, random);
      int slotsFree = slots - placesOfA.size() - countOfB;
      for (int start : placesOfA) {
        if (space.free() >= ofB && slotsFree > 0) {
          break;
        }
        space.release(start, ofA);
        slotsFree++;
      }
      boolean hasPlace = space.find(SIDE_B, ofB) != RangeAllocator.NONE;
      return hasPlace ? 0 : (double) space.fragmented(ofB) / registers;
    }

    /** Fills a kernel's half of the SM; returns the starts of its thread blocks, in order. */
    private List<Integer> fill(RangeAllocator space, int side, int each) {
      List<Integer> places = new ArrayList<>();
      int count = Math.min(slots / 2, registers / 2 / each);
      for (int i = 0; i < count; i++) {
        places.add(space.take(side, each));
      }
      return places;
    }

    private void order(List<Integer> places, RangeAllocator space, Random random) {
      if (choice == Choice.RANDOM) {
        Collections.shuffle(places, random);
      } else if (space.boundary(SIDE_A) > 0) {
        Collections.reverse(places);
      }
    }
  }

  private Figure6() {}

  private static void reproduce(Figure figure, FigureContext context) {
    SmConfig sm = GpuConfigs.load(context.gpuOr("gtx980")).sm();
    List<Point> plane = plane(sm);
    TABLE.write(context.folder(), plane.stream());
    String text =
        text(
            "%,d registers, %d thread blocks, even SMK; thread blocks of %d to %,d registers in"
                + " steps of %d;%nmean of %d random choices of the thread blocks that leave, seed"
                + " %d. With two-way allocation those at%nthe boundary leave. One-way: mean %.1f%%,"
                + " none at %.1f%% of the points, and at %.1f%% of those where A%nhas as many"
                + " registers as B or more.%n",
            sm.registers(),
            sm.threadBlocks(),
            STEP,
            sm.registers() / 2,
            STEP,
            DRAWS,
            SEED,
            100 * mean(plane, Point::oneWay),
            100 * mean(plane, Figure6::without),
            100 * mean(plane.stream().filter(p -> p.ofA >= p.ofB).toList(), Figure6::without));
    figure.report(context, context.gpuOr("gtx980"), findings(plane), text);
  }

  private static double mean(List<Point> points, ToDoubleFunction<Point> value) {
    return points.stream().mapToDouble(value).average().orElseThrow();
  }

  private static double without(Point point) {
    return point.oneWay == 0 ? 1 : 0;
  }

  private static List<Point> plane(SmConfig sm) {
    int registers = sm.registers();
    RegisterFragmentation baseline =
        new RegisterFragmentation(
            OneWay::new, registers, sm.threadBlocks(), RegisterFragmentation.Choice.RANDOM, DRAWS);
    RegisterFragmentation proposed = // deterministic
        new RegisterFragmentation(
            RangeAllocators.of(RangeAllocators.TWO_WAY, 2),
            registers,
            sm.threadBlocks(),
            RegisterFragmentation.Choice.BOUNDARY,
            1);
    Random random = new Random(SEED);
    List<Point> points = new ArrayList<>();
    int half = registers / 2;
    for (int ofA = STEP; ofA <= half; ofA += STEP) {
      for (int ofB = STEP; ofB <= half; ofB += STEP) {
        double oneWay = baseline.mean(ofA, ofB, random);
        points.add(new Point(ofA, ofB, oneWay, proposed.mean(ofA, ofB, random)));
      }
    }
    return points;
  }

  private static List<Finding> findings(List<Point> plane) {
    double oneWay = plane.stream().mapToDouble(Point::oneWay).max().orElseThrow();
    double twoWay = plane.stream().mapToDouble(Point::twoWay).max().orElseThrow();
    return List.of(
        new Finding(
            "register fragmentation of one-way allocation, at most (within 5 points)",
            percent(SHARE, HIGHEST),
            percent(SHARE, oneWay),
            Verdict.of(Math.abs(oneWay - HIGHEST) <= NEAR)),
        new Finding(
            "register fragmentation of two-way allocation, at most",
            percent(SHARE, 0),
            percent(SHARE, twoWay),
            Verdict.of(twoWay == 0)));
  }
}
