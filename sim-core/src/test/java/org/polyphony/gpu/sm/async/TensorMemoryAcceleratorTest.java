package org.polyphony.gpu.sm.async;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.sm.issue.StallCause;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.gpu.testing.Lanes;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.SmallGpu;

/** One warp; the other scheduler has none. */
class TensorMemoryAcceleratorTest {
  private static final int START = 50;
  private static final int COMPLETION = 20;
  private static final int WAKE = 30;

  private static GpuConfig gpu(int start) {
    return Devices.with(
        new SmallGpu().sms(1).config(),
        "sm.mbarrierWakeLatency " + WAKE + ", sm.bulkCompletionLatency " + COMPLETION,
        "sm.bulkCopyInterval 1",
        "sm.bulkCopyLatency",
        start);
  }

  private static Script copy(Script script, Effect effect, long address, long... operands) {
    return script
        .effect("UTMA", OpClass.UNIFORM, effect, operands)
        .at(MemorySpace.GLOBAL, 4, Lanes.same(address));
  }

  /** Loads a box, or several at once, and waits for all bytes. */
  private static Script load(long bytes, long address, long... box) {
    Script script =
        new Script("load")
            .mbarrier(Effect.MBARRIER_INIT, 8, 1)
            .mbarrier(Effect.MBARRIER_EXPECT, 8, bytes);
    return copy(script, Effect.BULK_LOAD, address, box).mbarrier(Effect.MBARRIER_WAIT, 8, 1);
  }

  private static DeviceRun run(Script script, int start) {
    DeviceRun run = DeviceRun.alone(gpu(start), script.build()).run().drain();
    run.gpu().verifyConservation();
    return run;
  }

  @ParameterizedTest
  @CsvSource({"1, 32, 0, 0, 1", "1, 33, 0, 0, 2", "1, 16, 24, 0, 2", "4, 64, 0, 256, 8"})
  void aBoxIsWholeSectorsRowByRow(long rows, long rowBytes, long at, long pitch, long sectors) {
    DeviceRun run = run(load(rows * rowBytes, at, rows, rowBytes, pitch, 8), START);

    assertEquals(sectors, run.gpu().traffic().l2Accesses(0));
    assertEquals(sectors * 32, run.gpu().traffic().dramBytes(0));
    assertEquals(0, run.gpu().traffic().l1Accesses(0));
  }

  @Test
  void oneSectorTakesTheStartTheLatencyOfMemoryTheCompletionAndTheWakeUp() {
    Script plain =
        new Script("plain")
            .load(4, InstructionTable.BYPASS_L1, 1, 2, Lanes.same(0))
            .op(OpClass.INT, 3, 1);
    long memory = run(plain, START).gpu().traffic().loadCycles(1_000_000, 0);

    DeviceRun run = run(load(32, 0, 32, 8), START);

    assertEquals(memory, run.gpu().traffic().loadCycles(1_000_000, 0));
    // the wait issues in the cycle after the copy
    assertEquals(START + memory + COMPLETION + WAKE - 2, run.slots(0, StallCause.MBARRIER));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 50, 200})
  void theStartOfACopyAddsItsLatency(int start) {
    long atOnce = run(load(256, 0, 2, 128, 1024, 8), 1).kernelCycles();

    assertEquals(atOnce + start - 1, run(load(256, 0, 2, 128, 1024, 8), start).kernelCycles());
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "4, 1", "5, 2", "16, 4"})
  void aStoreLeavesItsGroupWhenItsLastLineIsSent(int sectors, int lines) {
    Script script = copy(new Script("store"), Effect.BULK_STORE, 0, 32L * sectors);
    script
        .effect("UTMACMDFLUSH", OpClass.UNIFORM, Effect.COMMIT_BULK)
        .effect("DEPBAR", OpClass.INT, Effect.AWAIT_COPIES, 0);

    DeviceRun run = run(script, START);

    // the wait issues two cycles after the copy and can go on in the cycle of the last line
    assertEquals(START + lines - 1 - 3, run.slots(0, StallCause.ASYNC_GROUP));
    assertEquals(sectors, run.gpu().traffic().l2Accesses(0));
  }

  @Test
  void aReductionIsOneAtomicASector() {
    DeviceRun run = run(copy(new Script("add"), Effect.BULK_REDUCE, 0, 2, 64, 512), START);

    assertEquals(4, run.gpu().traffic().l2Accesses(0));
  }

  @Test
  void aPrefetchLeavesItsLinesInL2() {
    DeviceRun run = run(copy(new Script("prefetch"), Effect.BULK_PREFETCH, 0, 128), START);

    assertEquals(4, run.gpu().traffic().l2Misses(0));
  }

  @Test
  void copiesGoOneAfterAnother() {
    Script two = new Script("two").mbarrier(Effect.MBARRIER_INIT, 8, 1);
    two.mbarrier(Effect.MBARRIER_EXPECT, 8, 64);
    copy(two, Effect.BULK_LOAD, 0, 32, 8);
    copy(two, Effect.BULK_LOAD, 4096, 32, 8).mbarrier(Effect.MBARRIER_WAIT, 8, 1);
    Script one = load(64, 0, 2, 32, 4096, 8);

    assertEquals(run(one, START).kernelCycles(), run(two, START).kernelCycles());
  }

  @Test
  void aCopyBeginsItsIntervalAfterTheOneBefore() {
    assertEquals(25, twoCopies(35) - twoCopies(10));
  }

  private static long twoCopies(int interval) {
    Script two = new Script("two").mbarrier(Effect.MBARRIER_INIT, 8, 1);
    two.mbarrier(Effect.MBARRIER_EXPECT, 8, 64);
    copy(two, Effect.BULK_LOAD, 0, 32, 8);
    copy(two, Effect.BULK_LOAD, 4096, 32, 8).mbarrier(Effect.MBARRIER_WAIT, 8, 1);
    GpuConfig slow = Devices.with(gpu(START), "sm.bulkCopyInterval", interval);
    return DeviceRun.alone(slow, two.build()).run().kernelCycles();
  }
}
