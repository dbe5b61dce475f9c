package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.polyphony.gpu.config.GpuConfig;

class BundledGpusTest {
  static List<String> names() {
    return GpuConfigs.names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void loadsUnderItsFileName(String name) {
    GpuConfig gpu = GpuConfigs.load(name);

    assertEquals(name, gpu.name());
    assertTrue(gpu.violations().isEmpty());
  }

  @Test
  void gtx980HasThePeakBandwidthOfThePaper() {
    GpuConfig gpu = GpuConfigs.load("gtx980");

    long bytesPerMillisecond =
        (long) gpu.dram().channels() * gpu.dram().bytesPerCommandClock() * gpu.dram().commandKhz();
    assertEquals(224_320_000_000L, 1000 * bytesPerMillisecond);
  }
}
