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
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.sm.issue.StallCause;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.Lanes;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.Script;
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

  @ParameterizedTest
  @CsvSource({"INT, 6", "SFU, 20", "FP64, 16"})
  void dependentInstructionsIssueALatencyApart(OpClass opClass, int latency) {
    assertEquals(
        latency, each(new SmallGpu(), n -> new Script("chain").op(opClass, 1, 1).times(n)));
  }

  @ParameterizedTest
  @CsvSource({"IMAD, 10", "IMAD.MOV.U32, 10", "IMADSP, 6"})
  void mnemonicsThatAPipeNamesGoThere(String mnemonic, int latency) {
    assertEquals(
        latency,
        each(new SmallGpu(), n -> new Script("chain").op(mnemonic, OpClass.INT, 1, 1).times(n)));
  }

  @ParameterizedTest
  @CsvSource({"HMMA.16816.F32, 24", "HMMA.1688.F16, 24", "HMMA.1688.F32.TF32, 18", "HMMA.884, 16"})
  void theTimingWithTheMostModifiersCounts(String mnemonic, int latency) {
    assertEquals(
        latency,
        each(new SmallGpu(), n -> new Script("chain").op(mnemonic, OpClass.TENSOR, 1, 1).times(n)));
  }

  private static double trip(String... mnemonics) {
    return each(
        new SmallGpu(),
        n -> {
          Script script = new Script("trip");
          for (int i = 0; i < mnemonics.length; i++) {
            OpClass opClass = mnemonics[i].startsWith("B") ? OpClass.BRANCH : OpClass.INT;
            script.op(mnemonics[i], opClass, i, 30);
          }
          return script.times(n);
        });
  }

  @Test
  void anInstructionThatHoldsItsWarpLetsNothingIssueBeforeItsResult() {
    assertEquals(1 + 9, trip("MOV", "BRX"));
  }

  @Test
  void aBranchWaitsForTheComparisonBefore() {
    assertEquals(12 + 9, trip("ISETP", "BRX"));
  }

  @Test
  void aBranchDoesNotWaitForAComparisonThatIsLongDone() {
    List<String> early = new ArrayList<>(Collections.nCopies(21, "MOV"));
    early.set(0, "ISETP");
    early.set(20, "BRX");

    assertEquals(20 + 9, trip(early.toArray(String[]::new)));
  }

  @Test
  void comparisonsFollowOneAnotherAndTheFirstLetsTheBranchGo() {
    assertEquals(12 + 9, trip("ISETP", "ISETP", "BRX"));
  }

  @Test
  void whatIsNotGuardedWaitsForNoComparison() {
    assertEquals(12, trip("ISETP", "BSYNC")); // the register of the next comparison is free then
  }

  @ParameterizedTest
  @CsvSource({"INT, 1", "SFU, 4", "FP64, 8"})
  void independentInstructionsOfAWarpIssueAnInitiationIntervalApart(OpClass opClass, int interval) {
    double each =
        each(
            new SmallGpu(),
            n -> {
              Script script = new Script("rate");
              for (int register = 0; register < 20; register++) {
                script.op(opClass, register, 30);
              }
              return script.times(n);
            });

    assertEquals(20.0 * interval, each);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "4, 2", "8, 4"})
  void warpsShareTheIssueSlotsOfTwoSchedulers(int warps, int slotsEach) {
    double each =
        each(
            new SmallGpu(),
            n -> {
              Script script = new Script("share").grid(1, 32 * warps);
              for (int register = 0; register < 12; register++) {
                script.op(OpClass.INT, register, 30);
              }
              return script.times(n);
            });

    assertEquals(12.0 * slotsEach, each, 0.2);
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

  @Test
  void aLoopThatFitsIntoTheInstructionCacheMissesOnceALine() {
    Script script = new Script("loop");
    for (int i = 0; i < 40; i++) { // 320 B: three lines with the exit
      script.op(OpClass.INT, i % 20, 30);
    }
    GpuConfig config = new SmallGpu().sms(1).realFetch().config();

    DeviceRun run = DeviceRun.alone(config, script.times(50).build()).run();

    assertEquals(3, run.gpu().smCounters(0).fetchMisses());
  }

  @Test
  void aLoopLargerThanTheInstructionCacheMissesEachLineEachTime() {
    Script script = new Script("loop");
    for (int i = 0; i < 256; i++) { // 2 KB: twice the cache
      script.op(OpClass.INT, i % 20, 30);
    }
    GpuConfig config = new SmallGpu().sms(1).realFetch().config();

    DeviceRun run = DeviceRun.alone(config, script.times(10).build()).run();

    assertTrue(run.gpu().smCounters(0).fetchMisses() >= 16 * 10, run.fingerprint());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void everySlotOfEveryCycleIsChargedToOneCause(long seed) {
    GpuConfig config = new SmallGpu().realFetch().config();

    DeviceRun run = DeviceRun.alone(config, MixedKernel.random(seed, 6)).run();

    for (int sm = 0; sm < config.sms(); sm++) {
      long charged = 0;
      for (StallCause cause : StallCause.values()) {
        charged += run.slots(sm, cause);
      }
      assertEquals(2 * (run.gpu().cycle() + 1), charged, "SM " + sm);
    }
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

  /** Warps that come one after another: what keeps the others waiting is the pipe. */
  @ParameterizedTest
  @CsvSource({"GLOBAL, true", "SHARED, false"})
  void aMemoryPipeThatIsTakenIsAWaitForWhatTookIt(MemorySpace space, boolean isMemory) {
    Script script = new Script("stride").grid(1, 256);
    for (int register = 1; register < 20; register++) {
      script.load(space, register, 30, Lanes.strided(0, 128));
    }

    DeviceRun run = DeviceRun.alone(new SmallGpu().sms(1).config(), script.build()).run();

    long counted = run.gpu().progress().memoryStalledSlots(run.gpu().cycle(), 0);
    assertTrue(run.slots(0, StallCause.MEMORY_PIPE_BUSY) > 1000, run.fingerprint());
    assertEquals(isMemory, counted >= run.slots(0, StallCause.MEMORY_PIPE_BUSY));
    assertEquals(!isMemory, counted == 0);
  }

  /** 19 loads of 8 warps make 32 passes each over the banks, whichever path they take. */
  @ParameterizedTest
  @CsvSource({"false, MEMORY_PIPE_BUSY", "true, SHARED_PIPE_BUSY"})
  void whatWaitsForThePathOfSharedMemoryIsToldApartWhereItHasOne(boolean apart, StallCause cause) {
    Script script = new Script("stride").grid(1, 256);
    for (int register = 1; register < 20; register++) {
      script.load(MemorySpace.SHARED, register, 30, Lanes.strided(0, 128));
    }
    SmallGpu gpu = new SmallGpu().sms(1);

    DeviceRun run =
        DeviceRun.alone((apart ? gpu.sharedApart() : gpu).config(), script.build()).run();

    int passes = 19 * 8 * 32;
    assertTrue(run.slots(0, cause) > passes, run.fingerprint()); // of two schedulers
    assertEquals(passes, (double) run.gpu().cycle(), 200);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void issuedSlotsAreTheInstructionsIssued(long seed) {
    DeviceRun run = DeviceRun.alone(new SmallGpu().config(), MixedKernel.random(seed, 6)).run();

    long issued = run.slots(0, StallCause.ISSUED) + run.slots(1, StallCause.ISSUED);

    assertEquals(run.control().results(run.gpu().cycle()).get(0).warpInstructions(), issued);
  }
}
