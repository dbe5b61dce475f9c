package org.polyphony.gpu;

import java.util.List;
import java.util.Random;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.gpu.testing.Lanes;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.ScriptedKernel;
import org.polyphony.gpu.testing.SmallGpu;

/** Kernels that do much asynchronously, drawn at random from a seed, and devices for them. */
final class AsyncKernels {
  private static final int FULL = 0;
  private static final int EMPTY = 512;

  private AsyncKernels() {}

  /** Copies, multiplies, barriers and sleeps in any order. */
  static ScriptedKernel independent(long seed) {
    Random random = new Random(seed);
    Script script = new Script("async" + seed).grid(6, 128).needs(24, 2048);
    for (int section = 0; section < 3; section++) {
      for (int i = 0; i < 12; i++) {
        add(script, random);
      }
      script.times(1 + random.nextInt(5));
    }
    return script.build();
  }

  private static void add(Script script, Random random) {
    int register = random.nextInt(12);
    long base = random.nextInt(1 << 16) & -16L;
    Lanes lanes = (warp, repeat, lane) -> base + warp * 2048 + repeat * 512L + lane * 16L;
    switch (random.nextInt(12)) {
      case 0, 1 -> script.copy(16, random.nextInt(2) * InstructionTable.BYPASS_L1, lanes);
      case 2 -> script.copy(4, 0, lanes, 1 + random.nextInt(32));
      case 3 -> script.effect("LDGDEPBAR", OpClass.INT, Effect.COMMIT_COPIES);
      case 4 -> script.effect("DEPBAR.LE", OpClass.INT, Effect.AWAIT_COPIES, random.nextInt(3));
      case 5, 6 -> multiply(script, random);
      case 7 -> script.effect("WAIT", OpClass.INT, Effect.AWAIT_MULTIPLIES, random.nextInt(3));
      case 8 -> script.load(MemorySpace.SHARED, register, register, null).operands(4);
      case 9 -> barrier(script, random);
      case 10 -> script.effect("NANOSLEEP", OpClass.BRANCH, Effect.SLEEP, random.nextInt(300));
      default -> script.load(MemorySpace.GLOBAL, register, register, lanes);
    }
  }

  private static void multiply(Script script, Random random) {
    int columns = 8 * (1 + random.nextInt(32));
    script.effect("HGMMA.64x" + columns + "x16.F32", OpClass.TENSOR, Effect.MULTIPLY);
    script.flags(random.nextBoolean() ? InstructionTable.COMMITS : 0);
  }

  /** Two warps arrive at a barrier, at which the other two wait. */
  private static void barrier(Script script, Random random) {
    int number = random.nextInt(16);
    script.effect("BAR.ARV", OpClass.BARRIER, Effect.ARRIVE, number, 128).toWarp(2);
    script.effect("BAR.SYNC", OpClass.BARRIER, Effect.NONE, number, 128).fromWarp(2);
    script.control(OpClass.BARRIER); // so that no warp arrives twice
  }

  static GpuConfig config(long seed) {
    SmallGpu gpu = seed % 2 == 0 ? new SmallGpu() : new SmallGpu().barrierPipe();
    return (seed % 3 == 0 ? gpu.operandCollectors(8) : gpu).config();
  }

  static GpuConfig device() {
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

  /**
   * A warp copies boxes into stages, for all thread blocks of its cluster or for its own, and the
   * other warps consume them.
   */
  static ScriptedKernel stages(long seed) {
    return stages(seed, 1 << new Random(~seed).nextInt(3));
  }

  static ScriptedKernel stages(long seed, int cluster) {
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
}
