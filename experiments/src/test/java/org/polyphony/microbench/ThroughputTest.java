package org.polyphony.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

/** Independent instructions of all warps against the peak rates of a GTX 980. */
class ThroughputTest {
  private static final GpuConfig GTX980 = GpuConfigs.load("gtx980");

  /** Returns thread instructions per cycle and SM of 64 warps with 8 independent chains each. */
  private static double lanesPerCycle(OpClass opClass, int repeats) {
    Script script = new Script("rate").grid(2L * GTX980.sms(), 1024);
    for (int register = 0; register < 8; register++) {
      script.op(opClass, register, register, 20, 21);
    }
    return 64 * 8 * 32.0 * repeats / Measure.cycles(GTX980, script.times(repeats));
  }

  /** Two floating-point operations a lane: 128 x 2 a cycle and SM. */
  @ParameterizedTest
  @CsvSource({"FP32, 128, 300", "INT, 128, 300", "SFU, 32, 100", "FP64, 4, 20"})
  void reachesAtLeast98PercentOfThePeakAndNeverMore(OpClass opClass, int lanes, int repeats) {
    double share = lanesPerCycle(opClass, repeats) / lanes;

    assertTrue(share >= 0.98 && share <= 1, opClass + " reaches " + share + " of its peak");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 32})
  void sharedMemoryServesAnInstructionOfConflictDegreeNEveryNCycles(int degree) {
    Lanes lanes = Lanes.strided(0, 4 * degree);

    double each =
        Measure.cyclesEach(
            GTX980,
            50,
            n ->
                new Script("banks")
                    .grid(1, 1024)
                    .needs(32, 16384)
                    .load(MemorySpace.SHARED, 1, 3, lanes)
                    .load(MemorySpace.SHARED, 2, 3, lanes)
                    .times(n));

    assertEquals(degree, each / (2 * 32), 0.02 * degree);
  }

  /** What is still dirty in L2 at the end, up to a tenth of what was written, is not counted. */
  @ParameterizedTest(name = "read {0}, written {1}: at least {2} of the peak")
  @CsvSource({"true, false, 0.9", "true, true, 0.8", "false, true, 0.8"})
  void streamsReachWhatBoardsDoOfTheBandwidthOfDramAndNeverMore(
      boolean reads, boolean writes, double atLeast) {
    double share = Measure.shareOfDramPeak(GTX980, Measure.stream(GTX980, 150, reads, writes));

    assertTrue(share >= atLeast && share <= 1, "share of 224 GB/s: " + share);
  }

  @Test
  void atomicsOnOneAddressTakeTurnsAndThoseOnManyDoNot() {
    int atomics = 16 * 32 * 32 * 10;
    Lanes spread = (warp, repeat, lane) -> (((warp * 32 + lane) * 0x9e3779b1L) >>> 8) % 4096 * 32;

    long together = Measure.cycles(GTX980, atomics(Lanes.same(128)));
    long apart = Measure.cycles(GTX980, atomics(spread));

    assertTrue(together >= atomics, atomics + " atomics took " + together + " cycles");
    assertTrue(apart * 5 < together, apart + " cycles on 4096 addresses, " + together + " on one");
  }

  private static Script atomics(Lanes lanes) {
    return new Script("atomics").grid(GTX980.sms(), 1024).atomic(1, lanes).times(10);
  }
}
