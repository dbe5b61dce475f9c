package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.DramConfig;
import org.polyphony.gpu.config.Fill;
import org.polyphony.gpu.config.WriteMiss;
import org.polyphony.gpu.testing.Devices;

/** Whole-system behavior under traffic. */
class MemoryTrafficTest {
  private static final int[] KINDS = {
    MemoryRequests.READ, MemoryRequests.READ, MemoryRequests.WRITE, MemoryRequests.ATOMIC
  };

  /** Every queue so small that each is full at times. */
  private static TestDevice cramped() {
    return new TestDevice(
        Devices.crossbar(
            "flitBytes 16, packetPerCycle false, latency 3, inputBuffer 2, outputBuffer 2"),
        Devices.l2(
            "bytes",
            64 << 10,
            "ways 4, latency 7, mshrEntries 6, mshrMerges 2, queue 5, missQueue 3"),
        Devices.dram(
            "bytesPerCommandClock 16, banks 8, bankGroups 2, columnBytes 1024",
            "schedulerQueue 6, returnQueue 2, latency 9, rowAndColumnTogether false"));
  }

  /** Writes may go on to DRAM where lines are filled; queues may fill up. */
  @ParameterizedTest
  @CsvSource({"plain, 1 2 3, 60", "lines, 7 8 9, 40", "cramped, 4 5 6, 40"})
  void givesTheSameResultWhenPartsAndCyclesWithoutWorkAreSkipped(
      String kind, String seeds, int burst) {
    TestDevice device =
        switch (kind) {
          case "plain" -> TestDevice.reference();
          case "lines" ->
              TestDevice.reference().with(TestDevice.l2Filling(Fill.LINE, WriteMiss.FETCH));
          default -> cramped();
        };
    for (String each : seeds.split(" ", -1)) {
      long seed = Long.parseLong(each);
      assertEquals(random(device, seed, burst, false), random(device, seed, burst, true));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {7, 8})
  void givesTheSameTimesInWhateverOrderSmsSendWithinACycle(long seed) {
    assertEquals(inOrder(seed, 1), inOrder(seed, -1));
  }

  private static String inOrder(long seed, int direction) {
    MemoryHarness harness = new MemoryHarness(cramped());
    for (int cycle = 1; cycle < 4000; cycle++) {
      harness.step();
      for (int i = 0; i < 16; i++) {
        int sm = direction > 0 ? i : 15 - i;
        Random random = new Random((cycle * 16L + sm) * 0x9E3779B97F4A7C15L + seed);
        if (random.nextInt(8) == 0) {
          int kind = KINDS[random.nextInt(KINDS.length)];
          harness.offer(kind, sm, random.nextInt(1 << 20) & -32L, 0xff);
        }
      }
    }
    harness.drain();
    return harness.log();
  }

  private static String random(TestDevice device, long seed, int burst, boolean skip) {
    MemoryHarness harness = new MemoryHarness(device);
    Random random = new Random(seed);
    long next = 1;
    while (harness.cycle < 20_000) {
      advance(harness, next, skip);
      for (int i = random.nextInt(burst); i > 0; i--) {
        int kind = KINDS[random.nextInt(KINDS.length)];
        int mask = random.nextBoolean() ? -1 : 0xff;
        long address = random.nextInt(3 << 20) & -32L;
        harness.offer(kind, random.nextInt(16), address, mask);
      }
      next += random.nextInt(8) == 0 ? random.nextInt(900) : 1 + random.nextInt(6);
    }
    harness.drain();
    harness.memory.verify();
    MemoryCounters counters = harness.counters;
    return counters.dataClocks() + " " + counters.activates() + " " + harness.log().hashCode();
  }

  static void advance(MemoryHarness harness, long until, boolean skip) {
    while (harness.cycle < until) {
      if (skip) {
        harness.jump(until);
      } else {
        harness.step();
      }
    }
  }

  @Test
  void streamsAtNinetyPercentOfThePeakOfDramAndNeverAbove() {
    TestDevice device = TestDevice.reference();
    DramConfig plain = Devices.dram("hashedChannels", false, "returnQueue", 256);
    MemoryHarness harness = new MemoryHarness(device.with(plain));

    stream(harness, 20_000); // warm-up
    long before = harness.counters.dataClocks();
    long start = harness.cycle;
    stream(harness, 200_000);

    double peak = (harness.cycle - start) * 4 * 1752.5 / 1126;
    double share = (harness.counters.dataClocks() - before) / peak;
    assertTrue(share >= 0.9 && share <= 1, "share of peak " + share);
  }

  /** All SMs read one array, lines in turn; each sends the sectors of a line in four cycles. */
  private static void stream(MemoryHarness harness, int sectors) {
    int target = harness.replies + sectors;
    while (harness.replies < target) {
      harness.step();
      long n = harness.memory.accepted() / 16;
      if (harness.memory.accepted() - harness.replies < 4096) {
        for (int sm = 0; sm < 16; sm++) {
          long line = n / 4 * 16 + sm;
          harness.offer(MemoryRequests.READ, sm, line * 128 + n % 4 * 32, 0);
        }
      }
    }
  }

  @Test
  void allocatesNothingInSteadyState() {
    MemoryHarness harness = new MemoryHarness(TestDevice.reference());
    harness.keepLog(false);
    stream(harness, 100_000);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    long least = Long.MAX_VALUE; // of several windows: the JVM itself allocates now and then
    for (int window = 0; window < 5; window++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      stream(harness, 50_000);
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }

    assertEquals(0, least);
  }
}
