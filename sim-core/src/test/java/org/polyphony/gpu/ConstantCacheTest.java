package org.polyphony.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.gpu.testing.Lanes;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.SmallGpu;

/** Constant loads on an SM whose constant cache has 1 KB and, behind it, 4 KB. */
class ConstantCacheTest {
  private static final int OUTSIDE = 2; // issue and write-back

  private static long cycles(Script script) {
    return cycles(new SmallGpu(), script);
  }

  private static long cycles(SmallGpu device, Script script) {
    return DeviceRun.alone(device.config(), script.build()).run().kernelCycles();
  }

  private static double loadToUse(Lanes at) {
    int n = 320; // so often that what is read once is there
    Script shorter = new Script("chase").load(MemorySpace.CONSTANT, 1, 1, at).times(n);
    Script longer = new Script("chase").load(MemorySpace.CONSTANT, 1, 1, at).times(2 * n);
    return (cycles(longer) - cycles(shorter)) / (double) n;
  }

  @Test
  void aHitTakesTheLatencyOfTheFirstLevel() {
    assertEquals(SmallGpu.CONSTANT_LATENCY + OUTSIDE, loadToUse(Lanes.same(64)));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 32})
  void lanesThatReadNWordsAreServedInNCycles(int words) {
    Lanes at = (warp, repeat, lane) -> lane % words * 4L;

    assertEquals(SmallGpu.CONSTANT_LATENCY + OUTSIDE + words - 1, loadToUse(at));
  }

  @Test
  void aTableLargerThanTheFirstLevelComesFromTheSecond() {
    Lanes around2KB = (warp, repeat, lane) -> repeat % 32 * 64L;

    assertEquals(SmallGpu.SECOND_CONSTANT_LATENCY + OUTSIDE, loadToUse(around2KB));
  }

  /** Two warps miss at the same time; then the second one makes dependent loads, if any. */
  private static long cyclesOfMisses(int sharedLoads) {
    Lanes byWarp = (warp, repeat, lane) -> warp * 4096L;
    Script script =
        new Script("miss").grid(1, 64).needs(8, 1024).load(MemorySpace.CONSTANT, 1, 2, byWarp);
    for (int i = 0; i < sharedLoads; i++) {
      script.load(MemorySpace.SHARED, 3, 3, Lanes.same(0)).fromWarp(1);
    }
    return cycles(script.times(1));
  }

  @Test
  void aMissDoesNotHoldUpSharedMemory() {
    long added = cyclesOfMisses(3) - cyclesOfMisses(0);

    assertTrue(added < 14, added + " cycles more, a load alone takes 14");
  }

  /** A round: a store takes eight passes over the shared-memory banks, then a constant is read. */
  private static Script behindStores(int rounds) {
    Lanes eightInABank = (warp, repeat, lane) -> lane % 8 * 128L;
    return new Script("behind")
        .needs(8, 1024)
        .store(MemorySpace.SHARED, 1, eightInABank)
        .load(MemorySpace.CONSTANT, 1, 1, Lanes.same(64))
        .times(rounds);
  }

  private static double cyclesOfARound(Supplier<SmallGpu> device) {
    int n = 100;
    return (cycles(device.get(), behindStores(2 * n)) - cycles(device.get(), behindStores(n)))
        / (double) n;
  }

  @Test
  void onAPathOfItsOwnAConstantDoesNotWaitForTheLoadStoreUnit() {
    int issueOfTheStore = 1;

    assertEquals(
        issueOfTheStore + SmallGpu.CONSTANT_LATENCY + OUTSIDE, cyclesOfARound(SmallGpu::new));
  }

  @Test
  void inLineAConstantWaitsForThePassesOfTheStoreBeforeIt() {
    int passes = 8; // in the first of them the constant comes from issue

    assertEquals(
        passes + SmallGpu.CONSTANT_LATENCY + OUTSIDE,
        cyclesOfARound(() -> new SmallGpu().constantsInLine()));
  }
}
