package org.polyphony.figure.maestro;

import java.util.Locale;
import java.util.Random;
import org.polyphony.config.GpuConfigs;
import org.polyphony.figure.Figure;
import org.polyphony.figure.FigureCharts;
import org.polyphony.figure.FigureContext;
import org.polyphony.gpu.alloc.OneWay;
import org.polyphony.gpu.alloc.TwoWay;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;

/**
 * Register fragmentation over the registers of the thread blocks of two kernels, with one-way
 * allocation, and what two-way allocation leaves of it. Source: GPU Maestro Figure 6.
 */
final class Figure6 implements Figure {
  private static final int STEP = 512;
  private static final int DRAWS = 100;
  private static final long SEED = 1;

  /** What a plane of fragmentation is like. */
  private static final class Plane {
    private double highest;
    private double sum;
    private int points;
    private int withoutAny;
    private int aAtLeastB;
    private int aAtLeastBWithout;

    void add(int ofA, int ofB, double fragmentation) {
      highest = Math.max(highest, fragmentation);
      sum += fragmentation;
      points++;
      withoutAny += fragmentation == 0 ? 1 : 0;
      aAtLeastB += ofA >= ofB ? 1 : 0;
      aAtLeastBWithout += ofA >= ofB && fragmentation == 0 ? 1 : 0;
    }
  }

  @Override
  public String name() {
    return "fig6";
  }

  @Override
  public String about() {
    return "register fragmentation over the registers of two kernels";
  }

  @Override
  public String source() {
    return "GPU Maestro Figure 6";
  }

  @Override
  public void reproduce(FigureContext context) {
    String gpu = context.inputs().gpu().isEmpty() ? "gtx980" : context.inputs().gpu();
    SmConfig sm = GpuConfigs.load(gpu).sm();
    StringBuilder csv = new StringBuilder("registersA,registersB,fragmentation,twoWay\n");
    Plane oneWay = new Plane();
    Plane twoWay = new Plane();
    RegisterFragmentation baseline = study(sm, false);
    RegisterFragmentation proposed = study(sm, true);
    Random random = new Random(SEED);
    int half = sm.registers() / 2;
    for (int ofA = STEP; ofA <= half; ofA += STEP) {
      for (int ofB = STEP; ofB <= half; ofB += STEP) {
        double fragmentation = baseline.mean(ofA, ofB, random);
        double left = proposed.mean(ofA, ofB, random);
        oneWay.add(ofA, ofB, fragmentation);
        twoWay.add(ofA, ofB, left);
        csv.append(ofA).append(',').append(ofB).append(',').append(Json.field(fragmentation));
        csv.append(',').append(Json.field(left)).append('\n');
      }
    }
    AtomicFile.write(context.folder().file("fragmentation.csv"), csv.toString());
    String table = table(oneWay, twoWay);
    writeSection(
        context,
        String.format(
                Locale.ROOT,
                "%,d registers, %d thread blocks, even SMK; thread blocks of %d to %,d registers in"
                    + " steps of %d;%nmean of %d random choices of the thread blocks that leave,"
                    + " seed %d. With two-way allocation those at%nthe boundary leave.%n%n",
                sm.registers(),
                sm.threadBlocks(),
                STEP,
                half,
                STEP,
                DRAWS,
                SEED)
            + table);
    FigureCharts.draw(context.folder(), "fragmentation");
    context.show(table);
  }

  private static RegisterFragmentation study(SmConfig sm, boolean isTwoWay) {
    return isTwoWay
        ? new RegisterFragmentation(
            TwoWay::new,
            sm.registers(),
            sm.threadBlocks(),
            RegisterFragmentation.Choice.BOUNDARY,
            1) // nothing is drawn
        : new RegisterFragmentation(
            OneWay::new,
            sm.registers(),
            sm.threadBlocks(),
            RegisterFragmentation.Choice.RANDOM,
            DRAWS);
  }

  private static String table(Plane oneWay, Plane twoWay) {
    return "| | paper | one-way | two-way |\n|---|--:|--:|--:|\n"
        + row("highest fragmentation", "50%", oneWay.highest, twoWay.highest)
        + row("mean", "-", oneWay.sum / oneWay.points, twoWay.sum / twoWay.points)
        + row(
            "share of the plane without any",
            "about half",
            share(oneWay.withoutAny, oneWay.points),
            share(twoWay.withoutAny, twoWay.points))
        + row(
            "of points where A has as many registers as B or more: without any",
            "100%",
            share(oneWay.aAtLeastBWithout, oneWay.aAtLeastB),
            share(twoWay.aAtLeastBWithout, twoWay.aAtLeastB))
        + "\n";
  }

  private static double share(int part, int whole) {
    return (double) part / whole;
  }

  private static String row(String label, String paper, double oneWay, double twoWay) {
    return String.format(
        Locale.ROOT,
        "| %s | %s | **%.1f%%** | %.1f%% |%n",
        label,
        paper,
        100 * oneWay,
        100 * twoWay);
  }
}
