package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MemorySystemTest {
  private static final int ALL = -1;
  private final MemoryHarness harness = new MemoryHarness(TestDevice.reference());

  @Test
  void answersAnL2HitAfterCrossbarDelayAndLookUp() {
    harness.memory.prefill(0, 32);
    assertTrue(harness.read(3, 0));

    // moved 1, received 2, delay 120, look-up 1, reply network 1, received 1
    assertEquals(125, harness.drain());
    assertEquals(1, harness.counters.hits(0, MemoryRequests.READ));
  }

  @Test
  void answersARowMissAfterTheDramToo() {
    assertTrue(harness.read(3, 0));

    long latency = harness.drain();

    assertEquals(244, latency);
    harness.memory.verify();
  }

  @Test
  void givesTheSameTimesWhenCyclesWithoutWorkAreSkipped() {
    assertEquals(randomTraffic(false), randomTraffic(true));
  }

  private static String randomTraffic(boolean skip) {
    MemoryHarness device = new MemoryHarness(TestDevice.reference());
    Random random = new Random(42);
    int[] kinds = {MemoryRequests.READ, MemoryRequests.WRITE, MemoryRequests.ATOMIC};
    long next = 1;
    while (device.cycle < 60_000) {
      while (device.cycle < next) {
        if (skip) {
          device.jump(next);
        } else {
          device.step();
        }
      }
      for (int i = random.nextInt(40); i > 0; i--) {
        long address = random.nextInt(3 << 20) & -32L;
        int kind = kinds[random.nextInt(3)];
        int mask = kind == MemoryRequests.READ ? 0 : random.nextBoolean() ? ALL : 0xff;
        assertTrue(device.send(kind, random.nextInt(16), address, mask));
      }
      next += random.nextInt(8) == 0 ? random.nextInt(900) : 1 + random.nextInt(6);
    }
    device.drain();
    device.memory.verify();
    return device.log();
  }
}
