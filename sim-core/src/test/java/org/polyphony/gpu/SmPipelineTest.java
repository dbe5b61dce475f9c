package org.polyphony.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.sm.issue.StallCause;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.Lanes;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.ScriptedKernel;
import org.polyphony.gpu.testing.SmallGpu;

/** Kernels whose cycles can be worked out by hand. */
class SmPipelineTest {
  private static long cycles(SmallGpu gpu, Script script) {
    return DeviceRun.alone(gpu.config(), script.build()).run().kernelCycles();
  }

  private static double each(SmallGpu gpu, IntFunction<Script> repeated) {
    int n = 100;
    return (cycles(gpu, repeated.apply(2 * n)) - cycles(gpu, repeated.apply(n))) / (double) n;
  }

  /** Each instruction needs what the one before has written. */
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "INT, any, 6",
    "SFU, any, 20",
    "FP64, any, 16",
    "INT, IMAD, 10", // to the pipe that names it
    "INT, IMAD.MOV.U32, 10",
    "INT, IMADSP, 6",
    "TENSOR, HMMA.16816.F32, 24", // the timing with the most modifiers
    "TENSOR, HMMA.1688.F16, 24",
    "TENSOR, HMMA.1688.F32.TF32, 18",
    "TENSOR, HMMA.884, 16"
  })
  void dependentInstructionsIssueALatencyApart(OpClass opClass, String mnemonic, int latency) {
    assertEquals(
        latency,
        each(
            new SmallGpu(),
            n -> {
              Script chain = new Script("chain");
              boolean any = mnemonic.equals("any");
              return (any ? chain.op(opClass, 1, 1) : chain.op(mnemonic, opClass, 1, 1)).times(n);
            }));
  }

  @ParameterizedTest(name = "{0}: {2}")
  @CsvSource({
    "MOV BRX, 10, 'a branch holds its warp: nothing issues before its result'",
    "ISETP BRX, 21, the branch waits for the comparison before: 12 + 9",
    "ISETP 19*MOV BRX, 29, not for one that is long done: 20 + 9",
    "ISETP ISETP BRX, 21, 'comparisons follow one another, and the first lets the branch go'",
    "ISETP BSYNC, 12, 'not guarded: the register of the next comparison is free then'"
  })
  void aTripTakes(String mnemonics, int cycles, String why) {
    List<String> all = new ArrayList<>();
    for (String each : mnemonics.split(" ", -1)) {
      boolean many = each.contains("*");
      int count = many ? Integer.parseInt(each.substring(0, each.indexOf('*'))) : 1;
      all.addAll(Collections.nCopies(count, each.substring(each.indexOf('*') + 1)));
    }

    double trip =
        each(
            new SmallGpu(),
            n -> {
              Script script = new Script("trip");
              for (int i = 0; i < all.size(); i++) {
                OpClass opClass = all.get(i).startsWith("B") ? OpClass.BRANCH : OpClass.INT;
                script.op(all.get(i), opClass, i, 30);
              }
              return script.times(n);
            });

    assertEquals(cycles, trip, why);
  }

  private static Script independent(int count, int warps, OpClass opClass) {
    Script script = new Script("independent").grid(1, 32 * warps);
    for (int register = 0; register < count; register++) {
      script.op(opClass, register % 20, 30);
    }
    return script;
  }

  @ParameterizedTest
  @CsvSource({"INT, 1", "SFU, 4", "FP64, 8"})
  void independentInstructionsOfAWarpIssueAnInitiationIntervalApart(OpClass opClass, int interval) {
    assertEquals(20.0 * interval, each(new SmallGpu(), n -> independent(20, 1, opClass).times(n)));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "4, 2", "8, 4"})
  void warpsShareTheIssueSlotsOfTwoSchedulers(int warps, int slotsEach) {
    assertEquals(
        12.0 * slotsEach,
        each(new SmallGpu(), n -> independent(12, warps, OpClass.INT).times(n)),
        0.2);
  }

  @Test
  void dualIssuePairsInstructionsOfDifferentPipes() {
    IntFunction<Script> pairs =
        n -> {
          Script script = new Script("pairs");
          for (int i = 0; i < 6; i++) {
            script.op(OpClass.INT, 2 * i, 30).op(OpClass.SFU, 2 * i + 1, 30);
            script.op(OpClass.INT, 12 + 2 * i, 30).op(OpClass.FP64, 13 + 2 * i, 30);
          }
          return script.times(n);
        };

    long one = cycles(new SmallGpu(), pairs.apply(1));
    long two = cycles(new SmallGpu().issueWidth(2), pairs.apply(1));

    assertTrue(two < one, two + " cycles with dual issue, " + one + " without");
  }

  @Test
  void dualIssueNeverPairsInstructionsOfOnePipe() {
    IntFunction<Script> same =
        n -> new Script("same").op(OpClass.INT, 1, 30).op(OpClass.INT, 2, 30).times(n);

    assertEquals(
        cycles(new SmallGpu(), same.apply(50)),
        cycles(new SmallGpu().issueWidth(2), same.apply(50)));
  }

  @Test
  void aBarrierHoldsTheFastWarpUntilTheSlowOneArrives() {
    Script script = new Script("wait").grid(1, 64);
    for (int i = 0; i < 10; i++) {
      script.op(OpClass.SFU, 1, 1).fromWarp(1);
    }
    DeviceRun run =
        DeviceRun.alone(
                new SmallGpu().sms(1).config(), script.control(OpClass.BARRIER).times(1).build())
            .run();

    assertEquals(9.0 * 20, (double) run.slots(0, StallCause.BARRIER), 5); // not for the tenth
  }

  /** As microbenchmarks show of an H200: 14.9, 28.9 and 44.9 cycles with the loop around it. */
  @ParameterizedTest
  @CsvSource({"1, 14", "8, 28", "16, 44"})
  void aPipeOfBarriersTakesArrivalsInTurnAndALatencyToOpen(int warps, int cycles) {
    double each =
        each(
            new SmallGpu().barrierPipe(),
            n -> new Script("sync").grid(1, 32 * warps).control(OpClass.BARRIER).times(n));

    assertEquals(cycles, each);
  }

  @Test
  void aFenceHoldsTheWarpUntilItsStoresAreAcknowledged() {
    Lanes lanes = Lanes.strided(0, 4);
    Script with = new Script("fence").store(MemorySpace.GLOBAL, 1, lanes).control(OpClass.FENCE);

    DeviceRun run = DeviceRun.alone(new SmallGpu().sms(1).config(), with.build()).run();

    long roundTrip = 20 + 2 * 3 + 20; // L1D, crossbar both ways, L2
    assertTrue(run.slots(0, StallCause.FENCE) >= roundTrip, run.fingerprint());
  }

  /** 320 B are three lines with the exit; 2 KB are twice the cache. */
  @ParameterizedTest
  @CsvSource({"40, 50, 3, 3", "256, 10, 160, 999"})
  void aLoopMissesOnceALineOrEachLineEachTime(int instructions, int trips, long least, long most) {
    GpuConfig config = new SmallGpu().sms(1).realFetch().config();
    Script loop = independent(instructions, 1, OpClass.INT).times(trips);

    DeviceRun run = DeviceRun.alone(config, loop.build()).run();

    long misses = run.gpu().memoryCounters().l2Accesses() / 4; // sectors of a line
    assertTrue(misses >= least && misses <= most, run.fingerprint());
  }

  /** What waits for shared memory waits for a load, but not for what SMs share. */
  @ParameterizedTest
  @CsvSource({"GLOBAL, 1", "LOCAL, 1", "SHARED, 0", "CONSTANT, 0"})
  void tellsWaitsForMemoryBeyondTheSmApart(MemorySpace space, int share) {
    Script script = new Script("chain").load(space, 1, 1, Lanes.strided(0, 4)).times(50);

    DeviceRun run = DeviceRun.alone(new SmallGpu().sms(1).config(), script.build()).run();

    long waits =
        run.slots(0, StallCause.LOAD_DEPENDENCY) + run.slots(0, StallCause.MEMORY_PIPE_BUSY);
    assertTrue(waits > 50 * 10, "waits: " + waits);
    assertEquals(share * waits, run.gpu().progress().memoryStalledSlots(run.gpu().cycle(), 0));
  }

  /** 19 loads of 8 warps, of lines for each lane. */
  private static ScriptedKernel strided(MemorySpace space) {
    Script script = new Script("stride").grid(1, 256);
    for (int register = 1; register < 20; register++) {
      script.load(space, register, 30, Lanes.strided(0, 128));
    }
    return script.build();
  }

  /** Warps that come one after another: what keeps the others waiting is the pipe. */
  @ParameterizedTest
  @CsvSource({"GLOBAL, true", "SHARED, false"})
  void aMemoryPipeThatIsTakenIsAWaitForWhatTookIt(MemorySpace space, boolean isMemory) {
    DeviceRun run = DeviceRun.alone(new SmallGpu().sms(1).config(), strided(space)).run();

    long counted = run.gpu().progress().memoryStalledSlots(run.gpu().cycle(), 0);
    assertTrue(run.slots(0, StallCause.MEMORY_PIPE_BUSY) > 1000, run.fingerprint());
    assertEquals(isMemory, counted >= run.slots(0, StallCause.MEMORY_PIPE_BUSY));
    assertEquals(!isMemory, counted == 0);
  }

  /** 19 loads of 8 warps make 32 passes each over the banks, whichever path they take. */
  @ParameterizedTest
  @CsvSource({"false, MEMORY_PIPE_BUSY", "true, SHARED_PIPE_BUSY"})
  void whatWaitsForThePathOfSharedMemoryIsToldApartWhereItHasOne(boolean apart, StallCause cause) {
    SmallGpu gpu = new SmallGpu().sms(1);
    ScriptedKernel kernel = strided(MemorySpace.SHARED);

    DeviceRun run = DeviceRun.alone((apart ? gpu.sharedApart() : gpu).config(), kernel).run();

    int passes = 19 * 8 * 32;
    assertTrue(run.slots(0, cause) > passes, run.fingerprint()); // of two schedulers
    assertEquals(passes, (double) run.gpu().cycle(), 200);
  }
}
