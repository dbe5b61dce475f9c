package org.polyphony.config;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.polyphony.gpu.config.DramConfig;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.PipeConfig;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.OpClass;

/** What the numbers of a device come to in the units of data sheets. */
public final class GpuFigures {
  private static final int SECTORS_PER_ACCESS = 2; // of L2, see its accessCycles
  private static final double KIBI = 1024;

  private GpuFigures() {}

  /**
   * A figure of a device.
   *
   * @param name what it is, with the keys that it follows from
   * @param least what a device that exists, whole or a part of it, has at least
   * @param most what it has at most; not a number without such bounds
   */
  public record Figure(String name, double value, String unit, double least, double most) {
    private Figure(String name, double value, String unit) {
      this(name, value, unit, Double.NaN, Double.NaN);
    }

    /** Returns its value with its unit. */
    public String text() {
      return number(value) + " " + unit;
    }

    boolean isImplausible() {
      return value < least || value > most;
    }

    private static String number(double value) {
      return value >= 100
          ? String.format(Locale.ROOT, "%,.0f", value)
          : new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros().toPlainString();
    }

    private String warning() {
      return "%s is %s; devices have %s to %s %s"
          .formatted(name, text(), number(least), number(most), unit);
    }
  }

  /** Returns the figures of a device. */
  public static List<Figure> of(GpuConfig gpu) {
    double coreHz = gpu.coreKhz() * 1e3;
    DramConfig dram = gpu.dram();
    List<Figure> figures = new ArrayList<>();
    figures.add(new Figure("coreKhz", coreHz / 1e6, "MHz", 200, 4000));
    figures.add(new Figure("FP32 (sms, sm.pipes)", teraflops(gpu, OpClass.FP32), "TFLOP/s"));
    figures.add(new Figure("FP64 (sms, sm.pipes)", teraflops(gpu, OpClass.FP64), "TFLOP/s"));
    figures.add(new Figure("l1d.hitLatency", nanos(gpu, gpu.l1d().hitLatency()), "ns", 0.5, 200));
    figures.add(
        new Figure(
            "sm.sharedMemory.latency",
            nanos(gpu, gpu.sm().sharedMemory().latency()),
            "ns",
            0.5,
            200));
    figures.add(new Figure("l2.bytes", gpu.l2().bytes() / KIBI, "KiB"));
    int bytesPerAccess = SECTORS_PER_ACCESS * gpu.l2().sectorBytes();
    double ofL2 = (double) gpu.l2().slices() * bytesPerAccess / gpu.l2().accessCycles();
    figures.add(new Figure("L2 bandwidth (l2.slices)", ofL2 * coreHz / 1e9, "GB/s"));
    figures.add(new Figure("dram.commandKhz", dram.commandKhz() / 1e3, "MHz", 200, 5000));
    double ofDram = gpu.dramBytesPerCoreCycle() * coreHz / 1e9;
    figures.add(new Figure("DRAM bandwidth (dram.channels)", ofDram, "GB/s", 1, 20_000));
    addTimings(figures, dram);
    double launch = nanos(gpu, gpu.kernelLaunchLatency()) / 1e3;
    figures.add(new Figure("kernelLaunchLatency", launch, "us", 0, 50));
    return figures;
  }

  private static double teraflops(GpuConfig gpu, OpClass of) {
    double lanes = 0;
    for (PipeConfig pipe : gpu.sm().pipes()) {
      for (PipeConfig.Timing timing : pipe.executes()) {
        if (timing.opClass() == of && timing.mnemonics().isEmpty()) {
          lanes += (double) pipe.units() * Kernel.WARP_SIZE / timing.initiationInterval();
        }
      }
    }
    return 2 * lanes * gpu.sms() * gpu.coreKhz() / 1e9;
  }

  private static double nanos(GpuConfig gpu, long coreCycles) {
    return coreCycles * 1e6 / gpu.coreKhz();
  }

  /** Bounds are wide of what DDR, GDDR and HBM need: they find a wrong unit or clock, no more. */
  private static void addTimings(List<Figure> figures, DramConfig dram) {
    DramConfig.Timing timing = dram.timing();
    addTiming(figures, dram, "nCL", timing.nCL(), 5, 40);
    addTiming(figures, dram, "nRCD", timing.nRCD(), 5, 40);
    addTiming(figures, dram, "nRP", timing.nRP(), 5, 40);
    addTiming(figures, dram, "nRAS", timing.nRAS(), 12, 80);
    addTiming(figures, dram, "nRC", timing.nRC(), 17, 120);
    if (timing.nREFI() > 0) {
      addTiming(figures, dram, "nREFI", timing.nREFI(), 1000, 8000);
      addTiming(figures, dram, "nRFC", timing.nRFC(), 30, 600);
    }
  }

  private static void addTiming(
      List<Figure> figures, DramConfig dram, String name, int clocks, double least, double most) {
    double nanos = clocks * 1e6 / dram.commandKhz();
    figures.add(new Figure("dram.timing." + name, nanos, "ns", least, most));
  }

  /** Returns values that no existing device has; timings may be inherited at another clock. */
  public static List<String> warnings(GpuConfig gpu) {
    List<String> warnings = new ArrayList<>();
    of(gpu).stream().filter(Figure::isImplausible).map(Figure::warning).forEach(warnings::add);
    int threads = gpu.sm().threads();
    if (threads % Kernel.WARP_SIZE != 0) {
      warnings.add(
          "sm.threads is %d, so that the last %d never hold a warp of 32"
              .formatted(threads, threads % Kernel.WARP_SIZE));
    }
    return warnings;
  }
}
