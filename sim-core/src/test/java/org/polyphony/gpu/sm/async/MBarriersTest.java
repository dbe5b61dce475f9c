package org.polyphony.gpu.sm.async;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.NoProgressException;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.sm.issue.StallCause;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.input.InvalidInputException;

/** Each scheduler has one warp: warp 0 arrives, warp 1 waits, after a barrier at its start. */
class MBarriersTest {
  private static final int CHECK = 15;
  private static final int WAKE = 30;
  private static final int ARRIVE = 10;
  private static final GpuConfig GPU =
      Devices.with(
          new SmallGpu().sms(1).config(),
          "sm.mbarrierCheckLatency " + CHECK + ", sm.mbarrierWakeLatency " + WAKE,
          "sm.mbarrierArriveLatency " + ARRIVE);

  private static Script arrivals(int ofPhase) {
    return new Script("mbarrier")
        .grid(1, 64)
        .mbarrier(Effect.MBARRIER_INIT, 8, ofPhase)
        .toWarp(1)
        .control(OpClass.BARRIER);
  }

  private static Script chain(Script script, int instructions) {
    for (int i = 0; i < instructions; i++) {
      script.op(OpClass.INT, 1, 1).toWarp(1);
    }
    return script;
  }

  /** Returns the slots in which the scheduler of warp 1 has waited at an mbarrier. */
  private static long waited(Script script) {
    DeviceRun run = DeviceRun.alone(GPU, script.build()).run();
    run.gpu().verifyConservation();
    return run.slots(0, StallCause.MBARRIER);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 20})
  void aWarpGoesOnTheWakeLatencyAfterTheLastArrival(int instructions) {
    Script script =
        chain(arrivals(1), instructions)
            .mbarrier(Effect.MBARRIER_WAIT, 8, 1)
            .fromWarp(1)
            .op(OpClass.INT, 2, 1)
            .toWarp(1)
            .mbarrier(Effect.MBARRIER_ARRIVE, 8)
            .toWarp(1);

    // both begin in one cycle; warp 0 issues a chain, another link, and arrives a cycle later
    long arrival = (long) SmallGpu.ALU_LATENCY * instructions + 1;
    assertEquals(arrival + ARRIVE + WAKE - 1, waited(script));
  }

  @Test
  void aPhaseThatHasCompletedLongAgoIsOnlyChecked() {
    Script script =
        arrivals(1).mbarrier(Effect.MBARRIER_ARRIVE, 8).toWarp(1).op(OpClass.INT, 1, 2).fromWarp(1);
    for (int i = 0; i < 10; i++) {
      script.op(OpClass.INT, 1, 1).fromWarp(1);
    }
    script.mbarrier(Effect.MBARRIER_WAIT, 8, 1).fromWarp(1);

    assertEquals(CHECK - 1, waited(script));
  }

  @Test
  void theFirstPassOfAProducerIsOnlyChecked() {
    assertEquals(CHECK - 1, waited(arrivals(1).mbarrier(Effect.MBARRIER_WAIT, 8, 0).fromWarp(1)));
  }

  @Test
  void aPhaseNeedsAllItsArrivals() {
    Script script =
        arrivals(3)
            .mbarrier(Effect.MBARRIER_WAIT, 8, 1)
            .fromWarp(1)
            .mbarrier(Effect.MBARRIER_ARRIVE, 8, 2)
            .toWarp(1);
    chain(script, 4)
        .op(OpClass.INT, 2, 1)
        .toWarp(1)
        .mbarrier(Effect.MBARRIER_ARRIVE_AT, 8)
        .toWarp(1);

    assertEquals(1 + SmallGpu.ALU_LATENCY * 4 + 1 + ARRIVE + WAKE - 1, waited(script));
  }

  @Test
  void aWarpThatWaitsForEverIsNamedWithItsBarrierAndPhase() {
    Script script =
        arrivals(2).mbarrier(Effect.MBARRIER_ARRIVE, 8).mbarrier(Effect.MBARRIER_WAIT, 8, 2);
    DeviceRun run = DeviceRun.alone(GPU, script.build());

    NoProgressException stuck = assertThrows(NoProgressException.class, run::run);
    assertTrue(
        stuck.getMessage().contains("waits at mbarrier 0x8, phase 2 of which 1 have completed"),
        stuck.getMessage());
  }

  @Test
  void aBarrierIsInitializedBeforeItsUse() {
    DeviceRun run =
        DeviceRun.alone(GPU, new Script("bad").mbarrier(Effect.MBARRIER_WAIT, 16, 1).build());

    assertThrows(InvalidInputException.class, run::run);
  }
}
