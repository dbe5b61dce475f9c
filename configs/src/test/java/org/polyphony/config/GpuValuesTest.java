package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.Gpu;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.InvalidInputException;
import org.polyphony.policy.warp.WarpSchedulers;

/** No number of a GPU, however wrong, ends in anything but a device or a clear error. */
class GpuValuesTest {
  @RegisterExtension private final ConfigFolder folder = new ConfigFolder();

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "1", "3", "33554432", "64", "4096", "2147483647", "-1", "2147483648", "1e30"})
  void everyNumberMayTakeAnyValue(String value) {
    Map<String, String> numbers = NumberSources.of("gtx980");
    assertTrue(numbers.size() > 80, numbers.toString());

    for (String number : numbers.keySet()) {
      loadsOrSaysWhy("gpu." + number + "=" + value, number);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"sms", "l1d.ways", "l1d.lineBytes", "l2.slices", "dram.channels", "l2.bytes"})
  void zeroIsImpossible(String number) {
    assertFalse(loadsOrSaysWhy("gpu." + number + "=0", number));
  }

  private boolean loadsOrSaysWhy(String set, String number) {
    String small = "{ 'gpu': { 'extends': 'gtx980', 'sms': 2 }, 'workloads': ['LC'] }";
    try {
      GpuConfig gpu = folder.config(small, set).gpu();
      assertEquals(gpu, new Gpu(gpu, WarpSchedulers.scheduling("gto", "none"), 1).config());
      return true;
    } catch (InvalidInputException e) {
      String first = e.getMessage().lines().findFirst().orElse("");
      assertTrue(first.contains(": found ") && first.contains(", allowed: "), first);
      assertTrue(e.getMessage().contains("--set " + set), number + ": " + e.getMessage());
      return false;
    }
  }
}
