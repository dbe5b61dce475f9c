package org.polyphony.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
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

  @Test
  void constantHitTakes28Cycles() {
    assertEquals(28, Measure.loadToUse(GTX980, MemorySpace.CONSTANT, 200, Lanes.same(64)));
  }

  /** 8 KB, four times the first level and a quarter of the second, line by line. */
  @Test
  void constantHitInTheSecondLevelTakes81Cycles() {
    Lanes around = (warp, repeat, lane) -> repeat % 128 * 64L;

    assertEquals(81, Measure.loadToUse(GTX980, MemorySpace.CONSTANT, 1280, around));
  }

  @Test
  void hitInL1Takes82Cycles() {
    assertWithin5Percent(82, Measure.loadToUse(GTX980, MemorySpace.GLOBAL, 200, Lanes.same(64)));
  }

  /** 256 KB, four times L1D and an eighth of L2; the first walk through it brings it to L2. */
  @Test
  void hitInL2Takes207Cycles() {
    Lanes around = (warp, repeat, lane) -> repeat % 2048 * 128L;

    assertWithin5Percent(207, Measure.loadToUse(GTX980, MemorySpace.GLOBAL, 2048, around));
  }

  /** Once through memory; 128 B stay in a row of DRAM mostly, 32 KB leave it each time. */
  @ParameterizedTest
  @ValueSource(ints = {128, 32896})
  void accessToDramTakes350Cycles(int stride) {
    Lanes ahead = (warp, repeat, lane) -> (long) repeat * stride;

    assertWithin5Percent(350, Measure.loadToUse(GTX980, MemorySpace.GLOBAL, 1000, ahead));
  }
}
