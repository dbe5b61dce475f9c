package org.polyphony.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.CrossbarConfig;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.gpu.testing.Lanes;
import org.polyphony.gpu.testing.MixedKernel;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.ScriptedKernel;
import org.polyphony.gpu.testing.SmallGpu;

/** Going from event to event gives what ticking through every cycle gives. */
class EventDrivenTest {
  private static void assertSkippingChangesNothing(GpuConfig config, ScriptedKernel kernel) {
    DeviceRun ticking = DeviceRun.alone(config, kernel);
    ticking.gpu().skipNothing();

    assertEquals(ticking.run().fingerprint(), DeviceRun.alone(config, kernel).run().fingerprint());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void skippingChangesNothingOfRandomKernels(long seed) {
    assertSkippingChangesNothing(new SmallGpu().config(), MixedKernel.random(seed, 12));
  }

  @ParameterizedTest
  @ValueSource(longs = {7, 8, 10})
  void skippingChangesNothingWithAnInstructionCacheAndOperandCollectors(long seed) {
    GpuConfig config = new SmallGpu().realFetch().operandCollectors(4).config();

    assertSkippingChangesNothing(config, MixedKernel.random(seed, 12));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 12})
  void skippingChangesNothingWhateverTheLatencyOfTheCrossbar(int latency) {
    CrossbarConfig crossbar =
        Devices.crossbar(
            "flitBytes 32, packetPerCycle false, inputBuffer 16, outputBuffer 16",
            "latency " + latency);

    assertSkippingChangesNothing(
        new SmallGpu().with(crossbar).config(), MixedKernel.random(11, 12));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void skippingChangesNothingWhenRepliesBackUpIntoL2(int buffer) {
    CrossbarConfig narrow =
        Devices.crossbar(
            "flitBytes 8, packetPerCycle false, latency 2",
            "inputBuffer " + buffer + ", outputBuffer " + buffer);
    Lanes everybodyTheSame = (warp, repeat, lane) -> repeat % 8 * 1024L + lane * 32L;
    ScriptedKernel kernel =
        new Script("hot")
            .grid(4, 256)
            .load(4, InstructionTable.BYPASS_L1, 1, 2, everybodyTheSame)
            .load(MemorySpace.GLOBAL, 3, 2, everybodyTheSame)
            .times(16)
            .build();

    assertSkippingChangesNothing(new SmallGpu().with(narrow).config(), kernel);
  }
}
