package org.polyphony.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.config.CrossbarConfig;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.sm.issue.StallCause;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.Lanes;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.input.Keys;

/** Asynchronous groups, barriers with a number and sleep, in cycles that can be worked out. */
class AsyncInstructionsTest {
  private static final int WGMMA_LATENCY = 62; // of the default

  private static DeviceRun run(Script script) {
    return DeviceRun.alone(new SmallGpu().config(), script.build()).run();
  }

  private static long cycles(Script script) {
    return run(script).kernelCycles();
  }

  private static Script multiply(Script script, String shape, boolean commits) {
    script.effect(shape, OpClass.TENSOR, Effect.MULTIPLY);
    return commits ? script.flags(InstructionTable.COMMITS) : script;
  }

  private static Script awaitMultiplies(Script script, int most) {
    return script.effect("WARPGROUP.DEPBAR.LE", OpClass.INT, Effect.AWAIT_MULTIPLIES, most);
  }

  private static Script copies(int count, int most) {
    Script script = new Script("copies").needs(32, 4096);
    for (int i = 0; i < count; i++) {
      script.copy(4, InstructionTable.BYPASS_L1, Lanes.strided(4096L * i, 4));
      script.effect("LDGDEPBAR", OpClass.INT, Effect.COMMIT_COPIES);
    }
    return script.effect("DEPBAR.LE", OpClass.INT, Effect.AWAIT_COPIES, most);
  }

  private static long loadCycles() {
    return cycles(
        new Script("load")
            .load(4, InstructionTable.BYPASS_L1, 1, 30, Lanes.strided(0, 4))
            .op(OpClass.INT, 2, 30)
            .op(OpClass.INT, 3, 1)); // where the copy is awaited
  }

  /** The commit issues while the copy runs, whose data do not pass the port of the registers. */
  @Test
  void anAwaitedCopyTakesTwoCyclesLessThanALoadThatIsUsed() {
    Script copy = copies(1, 0).op(OpClass.INT, 3, 30);

    assertEquals(loadCycles() - 2, cycles(copy));
  }

  /** Of 16 sectors the last ones arrive in groups of four. */
  @Test
  void aCopyReceivesSeveralSectorsInACycle() {
    Script copy = new Script("copies").needs(32, 4096);
    copy.copy(16, InstructionTable.BYPASS_L1, Lanes.strided(0, 16));
    copy.effect("LDGDEPBAR", OpClass.INT, Effect.COMMIT_COPIES);
    copy.effect("DEPBAR.LE", OpClass.INT, Effect.AWAIT_COPIES, 0).op(OpClass.INT, 3, 30);
    long inTurn = cycles(copy, Map.of("repliesPerCycle", 1));

    assertEquals(inTurn - 9, cycles(copy, Map.of("repliesPerCycle", 4)));
  }

  private static long cycles(Script script, Map<String, Object> crossbar) {
    CrossbarConfig changed = Keys.with(new SmallGpu().config().crossbar(), crossbar);
    GpuConfig gpu = new SmallGpu().with(changed).config();
    return DeviceRun.alone(gpu, script.build()).run().kernelCycles();
  }

  @Test
  void aCopyThatIsNotAwaitedHoldsUpNothingButTheEndOfItsWarp() {
    long copy = cycles(copies(1, 1).op(OpClass.INT, 3, 30).times(1).op(OpClass.SFU, 4, 4).times(3));

    assertEquals(cycles(copies(1, 1)), copy); // the chain of 60 cycles ends before the copy
  }

  @Test
  void slotsOfAWarpThatWaitsForCopiesAreChargedToTheGroup() {
    DeviceRun run = run(copies(1, 0).op(OpClass.INT, 3, 30));

    assertTrue(run.slots(0, StallCause.ASYNC_GROUP) > 30, run.fingerprint());
    assertEquals(0, run.slots(0, StallCause.LOAD_DEPENDENCY));
  }

  @ParameterizedTest
  @CsvSource({
    "HGMMA.64x128x16.F32.BF16, 64",
    "HGMMA.64x8x16.F32, 4",
    "HGMMA.64x256x8.F32.TF32, 128",
    "QGMMA.64x64x32.F32.E4M3.E4M3, 32",
    "IGMMA.64x256x32.S8.S8, 128"
  })
  void aMultiplyOccupiesItsTensorUnitForItsColumnsAtTheRateOfItsType(String shape, int cycles) {
    Script one = awaitMultiplies(multiply(new Script("one").op(OpClass.INT, 1, 1), shape, true), 0);
    Script two = new Script("two").op(OpClass.INT, 1, 1);
    multiply(multiply(two, shape, false), shape, true);
    awaitMultiplies(two, 0);

    long first = cycles(one.op(OpClass.INT, 1, 1));

    long ofA = 4; // passes; so many columns need no more time to be read than to be multiplied
    assertEquals(Math.max(cycles, ofA + 1), cycles(two.op(OpClass.INT, 1, 1)) - first);
  }

  @Test
  void aWarpWaitsUntilItsMultiplyIsDoneAndIssuesInTheNextCycle() {
    String shape = "HGMMA.64x128x16.F32.BF16";
    Script waits = awaitMultiplies(multiply(new Script("waits"), shape, true), 0);
    Script chain = new Script("chain").op(OpClass.INT, 1, 1).op(OpClass.INT, 1, 1);

    long waited = cycles(waits.op(OpClass.INT, 1, 1));

    assertEquals(64 + WGMMA_LATENCY - SmallGpu.ALU_LATENCY, waited - cycles(chain));
  }

  @Test
  void aWarpWaitsForTheOlderOfTwoGroupsOnly() {
    String shape = "HGMMA.64x256x16.F32.BF16";
    Script two = multiply(multiply(new Script("two"), shape, true), shape, true);
    Script behind = awaitMultiplies(two, 1).op(OpClass.SFU, 1, 1).times(1).op(OpClass.SFU, 1, 1);
    Script plain = multiply(multiply(new Script("two"), shape, true), shape, true);

    // the SFU chain of 100 cycles hides behind the second multiply; EXIT does not wait for that
    assertEquals(cycles(awaitMultiplies(plain, 0)) - 1, cycles(behind.times(4)));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "4, 4", "32, 32"})
  void aSharedAccessMakesThePassesThatItStates(int passes, int cycles) {
    Script loads = new Script("stated").needs(32, 4096);
    for (int register = 0; register < 8; register++) {
      loads.load(MemorySpace.SHARED, register, 30, null).operands(passes);
    }
    Script once = new Script("stated").needs(32, 4096).load(MemorySpace.SHARED, 0, 30, null);

    long all = cycles(loads.times(1).op(OpClass.INT, 9, 7).times(1));

    long one = cycles(once.operands(passes).times(1).op(OpClass.INT, 9, 0).times(1));
    assertEquals(7L * cycles, all - one);
  }

  @Test
  void aWarpThatArrivesOnlyDoesNotWaitAndOneThatWaitsNeedsTheOther() {
    // warp 0 waits for 64 threads; warp 1 computes for 200 cycles, arrives and computes on
    Script script = new Script("roles").grid(1, 64);
    script.effect("BAR.SYNC", OpClass.BARRIER, Effect.NONE, 1, 64).toWarp(1);
    for (int i = 0; i < 10; i++) {
      script.op(OpClass.SFU, 1, 1).fromWarp(1);
    }
    script.op(OpClass.INT, 2, 1).fromWarp(1); // after the last result
    script.effect("BAR.ARV", OpClass.BARRIER, Effect.ARRIVE, 1, 64).fromWarp(1);
    script.op(OpClass.SFU, 3, 3).toWarp(1);
    DeviceRun run = run(script);

    assertEquals(10L * 20, run.slots(0, StallCause.BARRIER));
  }

  @Test
  void aSleepingWarpIssuesAgainAfterItsNanoseconds() {
    Script sleeps = new Script("sleeps").op(OpClass.INT, 1, 30);
    sleeps.effect("NANOSLEEP", OpClass.BRANCH, Effect.SLEEP, 500).op(OpClass.INT, 2, 30);
    Script awake = new Script("awake").op(OpClass.INT, 1, 30);
    awake.op("NANOSLEEP", OpClass.BRANCH, 3, 30).op(OpClass.INT, 2, 30);

    assertEquals(512 - 16 - 1, cycles(sleeps) - cycles(awake)); // at 1 GHz
  }
}
