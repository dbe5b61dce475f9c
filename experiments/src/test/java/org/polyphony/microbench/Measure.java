package org.polyphony.microbench;

import java.util.function.IntFunction;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.Lanes;
import org.polyphony.gpu.testing.Script;

/** Measures as microbenchmarks do: what a longer run takes more than a shorter one. */
final class Measure {
  private Measure() {}

  /** Returns the cycles of a kernel that is launched once on an idle device. */
  static long cycles(GpuConfig gpu, Script script) {
    return DeviceRun.alone(gpu, script.build()).run().kernelCycles();
  }

  /** Returns cycles per repetition: those of n + n less those of n, over n. */
  static double cyclesEach(GpuConfig gpu, int n, IntFunction<Script> repeated) {
    return (cycles(gpu, repeated.apply(2 * n)) - cycles(gpu, repeated.apply(n))) / (double) n;
  }

  /** Returns the load-to-use latency of dependent loads of one warp, in cycles. */
  static double loadToUse(GpuConfig gpu, MemorySpace space, int loads, Lanes at) {
    return cyclesEach(
        gpu, loads, n -> new Script("chase").needs(32, 16384).load(space, 1, 1, at).times(n));
  }

  /** Returns a kernel that fills the device; its warps walk through memory side by side. */
  static Script stream(GpuConfig gpu, int repeats, boolean reads, boolean writes) {
    long warps = gpu.sms() * 64L;
    Lanes from = (warp, repeat, lane) -> (1L << 30) + ((repeat * warps + warp) * 32 + lane) * 4;
    Lanes to = (warp, repeat, lane) -> (1L << 31) + ((repeat * warps + warp) * 32 + lane) * 4;
    Script script = new Script("stream").grid(gpu.sms() * 8L, 256);
    if (reads) {
      script.load(MemorySpace.GLOBAL, 1, 2, from);
    }
    if (writes) {
      script.store(MemorySpace.GLOBAL, 1, to);
    }
    return script.times(repeats);
  }

  /** Returns the share of the peak bandwidth of DRAM that a kernel reaches, launch to end. */
  static double shareOfDramPeak(GpuConfig gpu, Script script) {
    DeviceRun run = DeviceRun.alone(gpu, script.build()).run();
    long bytes =
        run.gpu().memoryCounters().dramReadBytes() + run.gpu().memoryCounters().dramWriteBytes();
    double seconds = run.kernelCycles() / (gpu.coreKhz() * 1e3);
    double peak =
        gpu.dram().commandKhz() * 1e3 * gpu.dram().channels() * gpu.dram().bytesPerCommandClock();
    return bytes / seconds / peak;
  }
}
