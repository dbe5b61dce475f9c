package org.polyphony.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
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
import org.polyphony.gpu.testing.Restless;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.ScriptedKernel;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.policy.preemption.Preemptions;

/**
 * Random kernels in which a warp copies boxes into stages, for all thread blocks of its cluster or
 * for its own, and the other warps consume them.
 */
class ProducersAndConsumersTest {
  private static final int FULL = 0;
  private static final int EMPTY = 512;

  private static GpuConfig device() {
    return Devices.with(
        new SmallGpu()
            .sms(20)
            .realFetch()
            .with(
                Devices.crossbar(
                    "flitBytes 32, packetPerCycle false, latency 12, creditLatency 8",
                    "inputBuffer 16, outputBuffer 16"))
            .config(),
        "gpcs",
        List.of(12, 8),
        "clusterLatency 30");
  }

  private static ScriptedKernel kernel(long seed) {
    return kernel(seed, 1 << new Random(~seed).nextInt(3));
  }

  private static ScriptedKernel kernel(long seed, int cluster) {
    Random random = new Random(seed);
    int consumers = 1 + random.nextInt(3);
    int stages = 1 + random.nextInt(4);
    int trips = 1 + random.nextInt(3 * stages);
    int rows = 1 + random.nextInt(8);
    int rowBytes = 16 * (1 + random.nextInt(16));
    boolean multicast = cluster > 1 && random.nextBoolean();
    long bytes = (long) rows * rowBytes;
    int arrivals = consumers * (multicast ? cluster : 1);
    Script script =
        new Script("stages" + seed)
            .grid((long) cluster * (1 + random.nextInt(20)), 32 * (1 + consumers))
            .needs(16, 1024)
            .clusters(cluster);
    for (int stage = 0; stage < stages; stage++) {
      script.mbarrier(Effect.MBARRIER_INIT, FULL + 8 * stage, 1).toWarp(1);
      script.mbarrier(Effect.MBARRIER_INIT, EMPTY + 8 * stage, arrivals).toWarp(1);
    }
    script.effect("UCGABAR_ARV", OpClass.INT, Effect.CLUSTER_ARRIVE);
    script.effect("UCGABAR_WAIT", OpClass.INT, Effect.CLUSTER_WAIT);
    for (int trip = 0; trip < trips; trip++) {
      int at = 8 * (trip % stages);
      int use = trip / stages;
      long source = random.nextInt(1 << 16) * 16L;
      produce(script, at, use, bytes);
      if (multicast) {
        long everyone = (1L << cluster) - 1;
        copy(script, source, rows, rowBytes, 512, everyone, FULL + at).ofRank(0);
      } else {
        copy(script, source, rows, rowBytes, 512, FULL + at);
      }
      consume(script, random, at, use, multicast ? cluster : 1);
    }
    script.effect("UCGABAR_ARV", OpClass.INT, Effect.CLUSTER_ARRIVE);
    script.effect("UCGABAR_WAIT", OpClass.INT, Effect.CLUSTER_WAIT);
    return script.build();
  }

  private static void produce(Script script, int at, int use, long bytes) {
    script.mbarrier(Effect.MBARRIER_WAIT, EMPTY + at, use).toWarp(1);
    script.mbarrier(Effect.MBARRIER_EXPECT, FULL + at, bytes).toWarp(1);
  }

  private static Script copy(Script script, long source, long... operands) {
    return script
        .effect("UTMALDG", OpClass.UNIFORM, Effect.BULK_LOAD, operands)
        .at(MemorySpace.GLOBAL, 4, (warp, repeat, lane) -> source + warp * 4096)
        .toWarp(1);
  }

  private static void consume(Script script, Random random, int at, int use, int ranks) {
    script.mbarrier(Effect.MBARRIER_WAIT, FULL + at, use + 1).fromWarp(1);
    script.load(MemorySpace.SHARED, 1, 2, Lanes.strided(0, 4)).fromWarp(1);
    for (int i = random.nextInt(20); i > 0; i--) {
      script.op(OpClass.FP32, 1, 1).fromWarp(1);
    }
    if (ranks == 1) {
      script.mbarrier(Effect.MBARRIER_ARRIVE, EMPTY + at).fromWarp(1);
    }
    for (int rank = 0; rank < ranks && ranks > 1; rank++) {
      script.mbarrier(Effect.MBARRIER_ARRIVE_AT, EMPTY + at, rank).fromWarp(1);
    }
    script.effect("UTMASTG", OpClass.UNIFORM, Effect.BULK_STORE, 1, 64, 64);
    script.at(MemorySpace.GLOBAL, 4, Lanes.strided(1 << 20, 0)).fromWarp(1);
    script.effect("UTMACMDFLUSH", OpClass.UNIFORM, Effect.COMMIT_BULK).fromWarp(1);
    script.effect("DEPBAR", OpClass.INT, Effect.AWAIT_COPIES, random.nextInt(2)).fromWarp(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void endWithNothingInFlightWhateverRunsThem(long seed) {
    DeviceRun parallel = DeviceRun.alone(device(), kernel(seed));
    parallel.gpu().use(Processors.perRunAtOnce(4));
    DeviceRun ticking = DeviceRun.alone(device(), kernel(seed));
    ticking.gpu().skipNothing();

    DeviceRun alone = DeviceRun.alone(device(), kernel(seed)).run();
    assertEquals(alone.fingerprint(), parallel.run().fingerprint());
    assertEquals(alone.fingerprint(), ticking.run().fingerprint());
    for (int sm = 0; sm < device().sms(); sm++) {
      assertEquals(2 * alone.gpu().cycle() + 2, slots(alone, sm), "slots of SM " + sm);
    }
    alone.drain().gpu().verifyConservation();
  }

  @ParameterizedTest
  @CsvSource({
    "switch, 1",
    "switch, 2",
    "switch, 3",
    "switch, 7",
    "switch, 8",
    "switch, 9",
    "flush, 4",
    "chimera, 5",
    "drain, 6"
  })
  void goOnWhereTheyWerePreempted(String technique, long seed) {
    DeviceRun run =
        DeviceRun.preempting(
            device(),
            new Restless(seed, 4, 600),
            Preemptions.create(technique, device(), 15),
            kernel(seed, 1).once(),
            kernel(seed + 50, 1).once(),
            kernel(seed + 100, 2).once());

    run.run().drain().gpu().verifyConservation();
    run.control().scheduler().verifyConservation();
  }

  private static long slots(DeviceRun run, int sm) {
    long all = 0;
    for (StallCause cause : StallCause.values()) {
      all += run.slots(sm, cause);
    }
    return all;
  }
}
