package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.polyphony.gpu.config.GpuConfig;

class GpuFiguresTest {
  @RegisterExtension private final ConfigFolder folder = new ConfigFolder();

  private GpuConfig gpu(String changes) {
    String json = "{'workloads': ['A'], 'gpu': {'extends': 'gtx980', %s}}";
    return folder.config(json.formatted(changes)).gpu();
  }

  private static String figure(GpuConfig gpu, String name) {
    return GpuFigures.of(gpu).stream()
        .filter(figure -> figure.name().startsWith(name))
        .map(GpuFigures.Figure::text)
        .findFirst()
        .orElseThrow();
  }

  /** 16 SMs of 128 lanes, two operations each, at 1126 MHz; 256 bits at 7.0 GT/s. */
  @ParameterizedTest
  @CsvSource({"FP32, 4.61 TFLOP/s", "FP64, 0.144 TFLOP/s", "DRAM bandwidth, 224 GB/s"})
  void comesToWhatTheDataSheetOfAGtx980States(String name, String stated) {
    assertEquals(stated, figure(GpuConfigs.load("gtx980"), name));
  }

  @ParameterizedTest
  @MethodSource("org.polyphony.config.GpuConfigs#names")
  void noBundledDeviceIsImplausible(String name) {
    assertEquals(List.of(), GpuFigures.warnings(GpuConfigs.load(name)));
  }

  @Test
  void aClockInTheWrongUnitIsImplausible() {
    List<String> warnings = GpuFigures.warnings(gpu("'coreKhz': 1777"));

    assertEquals("coreKhz is 1.78 MHz; devices have 200 to 4,000 MHz", warnings.get(0));
  }

  @Test
  void timingsThatWereInheritedAtAnotherClockAreNamed() {
    List<String> warnings = GpuFigures.warnings(gpu("'dram': {'commandKhz': 7500000}"));

    assertEquals("dram.commandKhz is 7,500 MHz; devices have 200 to 5,000 MHz", warnings.get(0));
    assertEquals("dram.timing.nCL is 1.6 ns; devices have 5 to 40 ns", warnings.get(1));
  }

  @Test
  void threadsThatMakeNoWarpAreNamed() {
    assertEquals(
        List.of("sm.threads is 1000, so that the last 8 never hold a warp of 32"),
        GpuFigures.warnings(gpu("'sm': {'threads': 1000}")));
  }

  @ParameterizedTest
  @CsvSource({
    "'\"l2\": {\"bytes\": \"4 MiB\"}', L2, 4",
    "'\"coreKhz\": \"1.2 GHz\"', clock, 1200000",
    "'\"dram\": {\"commandKhz\": \"1875MHz\"}', DRAM, 1875000"
  })
  void valuesTakeUnits(String change, String of, long value) {
    GpuConfig gpu = gpu(change);

    long found =
        switch (of) {
          case "L2" -> gpu.l2().bytes() >> 20;
          case "clock" -> gpu.coreKhz();
          default -> gpu.dram().commandKhz();
        };
    assertEquals(value, found);
  }

  @ParameterizedTest
  @CsvSource({"3 MB", "3.0000001 MiB", "three"})
  void aTextThatIsNoWholeNumberOfItsUnitIsRefused(String text) {
    assertEquals(
        "x.json:1: gpu.l2.bytes: found \"%s\", allowed: an integer from 1 to 2147483647, or with B, GiB, KiB, MiB"
            .formatted(text),
        folder.errorOf(
            "{'workloads': ['A'], 'gpu': {'extends': 'gtx980', 'l2': {'bytes': '%s'}}}"
                .formatted(text)));
  }
}
