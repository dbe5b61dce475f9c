package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.testing.Devices;

/** 16 SMs: a GPC of ten, and one of six. */
class ReadCoalescerTest {
  private static final int WINDOW = 60;

  private static GpuConfig device(String crossbar) {
    Object keys = Devices.crossbar("mergedReads 4, mergeWindow " + WINDOW + ", " + crossbar);
    return Devices.gpu("gpcs", List.of(10, 6), "crossbar", keys);
  }

  private final MemoryHarness harness = new MemoryHarness(device("repliesPerCycle 1"));

  /** Reads of one sector, each by an SM in a cycle, and how many of them L2 sees. */
  @ParameterizedTest(name = "{2}")
  @CsvSource({
    "0@0 1@0 2@0 3@0, 1, four SMs of a GPC are one read",
    "0@0 1@0 2@0 3@0 4@0 5@0 6@0 7@0, 2, eight are two",
    "0@0 1@0 2@0 3@0 4@0, 2, the fifth leads again",
    "0@0 10@0, 2, SMs of two GPCs share nothing",
    "0@0 1@60, 1, the last cycle of the window",
    "0@0 1@61, 2, one too late",
    "0@0 1@61 2@62, 2, one that was too late leads others"
  })
  void mergesReadsOfAGpc(String reads, int seen, String why) {
    for (String read : reads.split(" ", -1)) {
      String[] of = read.split("@", -1);
      while (harness.cycle < Long.parseLong(of[1])) {
        harness.step();
      }
      assertTrue(harness.read(Integer.parseInt(of[0]), 64));
    }
    harness.drain();

    assertEquals(seen, harness.counters.l2Accesses(), why);
    assertEquals(reads.split(" ", -1).length, harness.replies);
  }

  @Test
  void aReadAfterTheReplyGoesToL2() {
    harness.read(0, 64);
    long first = harness.drain();
    harness.read(0, 64); // a hit, so that its reply comes within the window
    long second = harness.drain();
    harness.read(1, 64);
    harness.drain();

    assertTrue(second - first < 1000);
    assertEquals(3, harness.counters.l2Accesses());
  }

  @Test
  void repliesToAllInTheCycleInWhichTheFirstIsRepliedTo() {
    for (int sm = 0; sm < 4; sm++) {
      harness.read(sm, 64);
    }
    harness.drain();

    String[] lines = harness.log().split("\n", -1);
    long first = Long.parseLong(lines[0].split(":", -1)[0]);
    long last = Long.parseLong(lines[3].split(":", -1)[0]);
    assertTrue(last - first <= 1, harness.log()); // an earlier port's turn is over
  }

  @Test
  void neverMergesWritesOrAtomics() {
    for (int sm = 0; sm < 4; sm++) {
      harness.write(sm, 64, 0xff);
      harness.send(MemoryRequests.ATOMIC, sm, 96, 0xff);
    }
    harness.drain();

    assertEquals(8, harness.counters.l2Accesses());
  }

  /** Queues fill up, so that packets wait before and behind the crossbar. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void repliesOnceToEveryRequestWhetherCyclesWithoutWorkAreSkippedOrNot(long seed) {
    assertEquals(random(seed, false), random(seed, true));
  }

  private static String random(long seed, boolean skip) {
    String narrow = "flitBytes 16, packetPerCycle false, inputBuffer 3, outputBuffer 2";
    MemoryHarness busy = new MemoryHarness(device(narrow + ", keepsLines true"));
    Random random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      for (int sm = 0; sm < busy.sms; sm++) {
        int kind = random.nextInt(4) == 0 ? MemoryRequests.WRITE : MemoryRequests.READ;
        busy.offer(kind, sm, random.nextInt(16) * 32L, 0xff);
      }
      MemoryTrafficTest.advance(busy, busy.cycle + random.nextInt(12), skip);
    }
    busy.drain();

    busy.memory.verify();
    assertTrue(busy.counters.l2Accesses() < busy.memory.accepted() / 2, "reads are merged");
    return busy.log();
  }
}
