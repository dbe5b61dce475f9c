package org.polyphony.gpu;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.CrossbarConfig;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.mem.MemoryCounters;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.gpu.testing.Lanes;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.SmallGpu;
import org.polyphony.policy.partition.SmkEven;
import org.polyphony.simulation.RunResult;

class WholeDeviceTest {
  @ParameterizedTest
  @ValueSource(longs = {31, 32})
  void leavesNothingInFlightAfterThreadBlocksWereDroppedAtABudget(long seed) {
    DeviceRun run =
        DeviceRun.withBudget(
            new SmallGpu().config(),
            new SmkEven(),
            20_000,
            MixedKernel.random(seed, 50).once(),
            MixedKernel.random(seed + 1, 50).once());

    run.run();

    for (RunResult.Benchmark result : run.control().results(run.gpu().cycle())) {
      assertTrue(result.threadInstructions() >= 20_000, result.toString());
      assertTrue(result.finished(), result.toString());
    }
    assertDoesNotThrow(() -> run.control().scheduler().verifyConservation());
  }

  /** Every warp stores and loads lines of its own, twice as many in all as L2 of 64 KB holds. */
  private static MemoryCounters afterStores(int lines, int sectorBytes, boolean loads) {
    Lanes ofWarp = (warp, repeat, lane) -> warp * 128 + lane * 4L;
    Script script = new Script("stores").grid(lines, 32).store(MemorySpace.GLOBAL, 1, ofWarp);
    if (loads) {
      script.load(MemorySpace.GLOBAL, 2, 30, (warp, repeat, lane) -> (1 << 20) + warp * 128);
    }
    GpuConfig config = new SmallGpu().sectorBytes(sectorBytes).config();
    return DeviceRun.alone(config, script.build()).run().drain().gpu().memoryCounters();
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 32})
  void readsFromDramWhatMissesInL2AndWritesBackWhatIsReplaced(int sectorBytes) {
    int lines = 1024;

    MemoryCounters memory = afterStores(lines, sectorBytes, true);

    // each line is stored in full, and the first sector of another is read, once
    assertEquals((long) lines * sectorBytes, memory.dramReadBytes());
    // all that 512 lines of L2 do not hold has been written, and nothing twice
    assertEquals(memory.writeBackSectors(0) * sectorBytes, memory.dramWriteBytes());
    assertTrue(
        memory.dramWriteBytes() >= (lines - 512) * 128L, "written: " + memory.dramWriteBytes());
    assertTrue(memory.dramWriteBytes() <= lines * 128L, "written: " + memory.dramWriteBytes());
  }

  @Test
  void writesNothingBackWhileL2HasRoom() {
    assertEquals(0, afterStores(32, 32, false).dramWriteBytes());
  }

  @Test
  void reportsWhatEveryWarpWaitsForWhenNothingMoves() {
    CrossbarConfig endless =
        Devices.crossbar(
            "flitBytes 32, packetPerCycle false, latency 60000, inputBuffer 16", "outputBuffer 16");
    GpuConfig config = new SmallGpu().sms(1).watchdog(5000).with(endless).refused();
    Script script =
        new Script("stuck")
            .grid(1, 64)
            .load(MemorySpace.GLOBAL, 1, 2, Lanes.strided(0, 4))
            .fromWarp(1)
            .op(OpClass.INT, 1, 1)
            .fromWarp(1)
            .control(OpClass.BARRIER);
    DeviceRun run = DeviceRun.alone(config, script.op(OpClass.INT, 2, 2).build());

    NoProgressException stuck = assertThrows(NoProgressException.class, run::run);

    String report = stuck.getMessage();
    assertTrue(report.contains("SM 0 warp 0: waits at a barrier before at pc 0x"), report);
    assertTrue(report.contains("SM 0 warp 1: waits for a load at pc 0x"), report);
  }

  @Test
  void doesTwiceTheWorkInAboutTwiceTheCycles() {
    GpuConfig config = new SmallGpu().config();

    DeviceRun once = DeviceRun.alone(config, MixedKernel.random(71, 40)).run();
    DeviceRun twice = DeviceRun.alone(config, MixedKernel.random(71, 80)).run();

    assertEquals(2.0, (double) twice.kernelCycles() / once.kernelCycles(), 0.3);
    assertEquals(
        2 * once.control().results(0).get(0).warpInstructions(),
        twice.control().results(0).get(0).warpInstructions());
  }
}
