package org.polyphony.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.sm.issue.StallCause;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.Lanes;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.ScriptedKernel;
import org.polyphony.gpu.testing.SmallGpu;

/** Whatever kernels do asynchronously, they end, and nothing is lost. */
class AsyncPropertiesTest {
  private static ScriptedKernel random(long seed) {
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

  private static GpuConfig config(long seed) {
    SmallGpu gpu = seed % 2 == 0 ? new SmallGpu() : new SmallGpu().barrierPipe();
    return (seed % 3 == 0 ? gpu.operandCollectors(8) : gpu).config();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void aKernelEndsEverySlotHasACauseAndNothingIsLeft(long seed) {
    GpuConfig config = config(seed);
    DeviceRun run = DeviceRun.alone(config, random(seed)).run().drain();

    long schedulers = config.sm().warpSchedulers();
    for (int sm = 0; sm < config.sms(); sm++) {
      long sum = 0;
      for (StallCause cause : StallCause.values()) {
        sum += run.slots(sm, cause);
      }
      assertEquals((run.gpu().cycle() + 1) * schedulers, sum, "SM " + sm);
    }
    run.gpu().verifyConservation();
    assertTrue(run.slots(0, StallCause.ISSUED) > 0);
  }

  @ParameterizedTest
  @ValueSource(longs = {31, 32, 33, 34})
  void threadsChangeNothing(long seed) {
    DeviceRun one = DeviceRun.alone(config(seed), random(seed)).run();
    DeviceRun four = DeviceRun.alone(config(seed), random(seed));
    four.gpu().use(Processors.perRunAtOnce(4));

    assertEquals(one.fingerprint(), four.run().fingerprint());
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24})
  void aRunOfEveryCycleEqualsOneThatSleeps(long seed) {
    String first = DeviceRun.alone(config(seed), random(seed)).run().fingerprint();
    String every =
        DeviceRun.alone(config(seed), random(seed)).run(cycle -> cycle + 1).fingerprint();

    assertEquals(first, every);
  }
}
