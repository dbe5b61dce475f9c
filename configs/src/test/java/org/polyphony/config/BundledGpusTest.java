package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.polyphony.gpu.Gpu;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.PipeConfig;
import org.polyphony.gpu.config.PipeConfig.Timing;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.policy.warp.WarpSchedulers;

class BundledGpusTest {
  @ParameterizedTest
  @MethodSource("org.polyphony.config.GpuConfigs#names")
  void loadsUnderItsFileName(String name) {
    GpuConfig gpu = GpuConfigs.load(name);

    assertEquals(name, gpu.name());
    assertTrue(gpu.violations().isEmpty());
    assertEquals(gpu, new Gpu(gpu, WarpSchedulers.scheduling("gto", "lrr"), 2).config());
  }

  @ParameterizedTest(name = "{0}: {1} SMs, {2} GB/s, {3} FP32 lanes, {4} FP64 lanes")
  @CsvSource({
    "gtx980, 16, 224, 128, 4",
    "gtx980-reference, 16, 224, 128, 16",
    "fermi-m2050, 14, 148, 32, 16",
    "kepler-k40, 15, 288, 128, 64",
    "kepler-k20m, 13, 208, 128, 64",
    "maxwell-m40, 24, 288, 128, 4",
    "pascal-p100, 56, 732, 64, 32",
    "volta-v100, 80, 898, 64, 32",
    "hopper-h200, 132, 4814, 128, 64",
    "turing-rtx2060, 30, 336, 64, 2",
    "ampere-rtx3070, 46, 448, 128, 2",
    "ada-rtx4090, 128, 1008, 128, 2",
  })
  void hasThePeakRatesOfItsDataSheet(
      String name, int sms, int gigabytesPerSecond, int fp32Lanes, int fp64Lanes) {
    GpuConfig gpu = GpuConfigs.load(name);

    assertEquals(sms, gpu.sms());
    long bytesPerClock = (long) gpu.dram().channels() * gpu.dram().bytesPerCommandClock();
    assertEquals(gigabytesPerSecond, bytesPerClock * gpu.dram().commandKhz() / 1_000_000);
    assertEquals(fp32Lanes, lanes(gpu, OpClass.FP32));
    assertEquals(fp64Lanes, lanes(gpu, OpClass.FP64));
  }

  @Test
  void keepsTheBanksOfTheReferenceInPlainOrderAsTheReferenceDoes() {
    assertFalse(GpuConfigs.load("gtx980-reference").dram().permuted());
  }

  private static int lanes(GpuConfig gpu, OpClass opClass) {
    for (PipeConfig pipe : gpu.sm().pipes()) {
      for (Timing timing : pipe.executes()) {
        if (timing.opClass() == opClass) {
          return pipe.units() * 32 / timing.initiationInterval();
        }
      }
    }
    throw new AssertionError(opClass);
  }
}
