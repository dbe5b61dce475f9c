package org.polyphony.gpu.sm.async;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.sm.issue.StallCause;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.gpu.testing.Lanes;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.SmallGpu;

/** A cluster of two thread blocks of a warp, on the two SMs of the device. */
class ClusterTest {
  private static final int MESSAGE = 70;
  private static final int BARRIER = 90;
  private static final int WAKE = 30;
  private static final GpuConfig GPU =
      Devices.with(
          new SmallGpu().config(),
          "clusterLatency " + MESSAGE + ", clusterBarrierLatency " + BARRIER,
          "sm.mbarrierWakeLatency " + WAKE + ", sm.bulkCompletionLatency 20");

  private static Script cluster() {
    return new Script("cluster").grid(2, 32).clusters(2);
  }

  private static Script barrier(Script script) {
    return script
        .effect("UCGABAR_ARV", OpClass.INT, Effect.CLUSTER_ARRIVE)
        .effect("UCGABAR_WAIT", OpClass.INT, Effect.CLUSTER_WAIT);
  }

  /** Adds a chain of instructions, of which the thread block of rank 1 has this many. */
  private static Script late(Script script, int instructions) {
    for (int i = 0; i < instructions; i++) {
      script.op(OpClass.INT, 1, 1).ofRank(1);
    }
    return script.op(OpClass.INT, 2, 1);
  }

  private static DeviceRun run(Script script) {
    DeviceRun run = DeviceRun.alone(GPU, script.build()).run().drain();
    run.gpu().verifyConservation();
    return run;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 30})
  void theBarrierOpensItsLatencyAfterTheLastArrival(int instructions) {
    DeviceRun run = run(barrier(late(cluster(), instructions)));

    long later = (long) SmallGpu.ALU_LATENCY * instructions;
    assertEquals(later + BARRIER - 2, run.slots(0, StallCause.BARRIER));
    assertEquals(BARRIER - 2, run.slots(1, StallCause.BARRIER));
  }

  @Test
  void aRemoteArrivalTakesTheLatencyOfAMessage() {
    Script script = barrier(cluster().mbarrier(Effect.MBARRIER_INIT, 8, 1));
    script.mbarrier(Effect.MBARRIER_WAIT, 8, 1).ofRank(0);
    script.mbarrier(Effect.MBARRIER_ARRIVE_AT, 8, 0).ofRank(1);

    // both issue in the cycle in which the barrier opens
    assertEquals(MESSAGE + WAKE - 1, run(script).slots(0, StallCause.MBARRIER));
  }

  @Test
  void multicastReadsL2OnceAndCompletesTheBytesOfAll() {
    Script script =
        barrier(
            cluster()
                .mbarrier(Effect.MBARRIER_INIT, 8, 1)
                .mbarrier(Effect.MBARRIER_EXPECT, 8, 256));
    script
        .effect("UTMALDG", OpClass.UNIFORM, Effect.BULK_LOAD, 2, 128, 512, 3, 8)
        .at(MemorySpace.GLOBAL, 4, Lanes.same(0))
        .ofRank(1)
        .mbarrier(Effect.MBARRIER_WAIT, 8, 1);
    DeviceRun run = run(script);

    assertEquals(8, run.gpu().traffic().l2Accesses(0));
    // rank 0 waits a cycle longer, as rank 1 issues its load first
    assertEquals(
        MESSAGE - 20 + 1, run.slots(0, StallCause.MBARRIER) - run.slots(1, StallCause.MBARRIER));
  }

  @Test
  void aStoreToAnotherThreadBlockCompletesBytesThere() {
    Script script =
        barrier(
            cluster()
                .mbarrier(Effect.MBARRIER_INIT, 8, 1)
                .mbarrier(Effect.MBARRIER_EXPECT, 8, 128));
    script.effect("STAS", OpClass.INT, Effect.CLUSTER_STORE, 0, 8).ofRank(1);
    script.at(MemorySpace.SHARED, 4, Lanes.strided(1024, 4));
    script.mbarrier(Effect.MBARRIER_WAIT, 8, 1).ofRank(0);

    assertEquals(MESSAGE + WAKE - 1, run(script).slots(0, StallCause.MBARRIER));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "32, 7", "16, 4"})
  void aRemoteLoadTakesItsBytesOverTheNetworkAndTheLatency(int lanes, int cycles) {
    Script script = cluster().load(MemorySpace.SHARED, 1, 2, Lanes.strided(0, 4));
    script.remote().lanes(-1 >>> (32 - lanes)).op(OpClass.INT, 3, 1);
    DeviceRun far = run(script);
    Script local = cluster().load(MemorySpace.SHARED, 1, 2, Lanes.strided(0, 4));
    DeviceRun near = run(local.lanes(-1 >>> (32 - lanes)).op(OpClass.INT, 3, 1));

    // near: a pass over the banks and 12 cycles to the writer, which writes a cycle later
    long more = cycles - 1L + GPU.clusterLoadLatency() - (12 + 1);
    assertEquals(near.kernelCycles() + more, far.kernelCycles());
  }

  @Test
  void aThreadBlockThatHasEndedCountsAsArrived() {
    Script script = cluster().op(OpClass.INT, 1);
    script.effect("UCGABAR_ARV", OpClass.INT, Effect.CLUSTER_ARRIVE).ofRank(0);
    script.effect("UCGABAR_WAIT", OpClass.INT, Effect.CLUSTER_WAIT).ofRank(0);

    run(script);
  }

  @Test
  void withoutAClusterTheBarrierIsThatOfTheThreadBlock() {
    DeviceRun run = run(barrier(new Script("alone").grid(1, 64).op(OpClass.INT, 1)));

    assertEquals(2 * (BARRIER - 2), run.slots(0, StallCause.BARRIER));
  }
}
