package org.polyphony.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.config.GpuConfigs;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.testing.Lanes;
import org.polyphony.gpu.testing.Script;

/** Dependent chains of one warp against the measured latencies of Maxwell. */
class LatencyTest {
  private static final GpuConfig GTX980 = GpuConfigs.load("gtx980");

  private static void assertWithin5Percent(double expected, double measured) {
    assertEquals(expected, measured, 0.05 * expected);
  }

  @ParameterizedTest
  @CsvSource({"FP32, 6", "INT, 6", "SFU, 20", "FP64, 48"})
  void dependentChainOfNInstructionsTakesNTimesTheLatency(OpClass opClass, int latency) {
    assertEquals(
        latency,
        Measure.cyclesEach(GTX980, 500, n -> new Script("chain").op(opClass, 1, 1).times(n)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 16, 32})
  void sharedMemoryConflictOfDegreeNAddsNLessOneToTheLatencyOf24(int degree) {
    assertEquals(
        24 + degree - 1,
        Measure.loadToUse(GTX980, MemorySpace.SHARED, 200, Lanes.strided(0, 4 * degree)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"gtx980", "gtx980-8ch"})
  void constantHitTakes28Cycles(String device) {
    GpuConfig gpu = GpuConfigs.load(device);

    assertEquals(28, Measure.loadToUse(gpu, MemorySpace.CONSTANT, 200, Lanes.same(64)));
  }

  /** 8 KB, four times the first level and a quarter of the second, line by line. */
  @ParameterizedTest
  @ValueSource(strings = {"gtx980", "gtx980-8ch"})
  void constantHitInTheSecondLevelTakes81Cycles(String device) {
    GpuConfig gpu = GpuConfigs.load(device);
    Lanes around = (warp, repeat, lane) -> repeat % 128 * 64L;

    assertEquals(81, Measure.loadToUse(gpu, MemorySpace.CONSTANT, 1280, around));
  }

  @ParameterizedTest
  @ValueSource(strings = {"gtx980", "gtx980-8ch"})
  void hitInL1Takes82Cycles(String device) {
    GpuConfig gpu = GpuConfigs.load(device);

    assertWithin5Percent(82, Measure.loadToUse(gpu, MemorySpace.GLOBAL, 200, Lanes.same(64)));
  }

  /** 256 KB, four times L1D and an eighth of L2; the first walk through it brings it to L2. */
  @ParameterizedTest
  @ValueSource(strings = {"gtx980", "gtx980-8ch"})
  void hitInL2Takes207Cycles(String device) {
    GpuConfig gpu = GpuConfigs.load(device);
    Lanes around = (warp, repeat, lane) -> repeat % 2048 * 128L;

    assertWithin5Percent(207, Measure.loadToUse(gpu, MemorySpace.GLOBAL, 2048, around));
  }

  /** Once through memory; 128 B stay in a row of DRAM mostly, 32 KB leave it each time. */
  @ParameterizedTest
  @CsvSource({"gtx980, 128", "gtx980, 32896", "gtx980-8ch, 128", "gtx980-8ch, 32896"})
  void accessToDramTakes350Cycles(String device, int stride) {
    GpuConfig gpu = GpuConfigs.load(device);
    Lanes ahead = (warp, repeat, lane) -> (long) repeat * stride;

    assertWithin5Percent(350, Measure.loadToUse(gpu, MemorySpace.GLOBAL, 1000, ahead));
  }
}
