package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.config.DramConfig;
import org.polyphony.gpu.config.L2Config;
import org.polyphony.gpu.testing.Devices;

/**
 * A copy of more than three times L2, of which only the end is worked on, against the same copy in
 * pieces so small that all of each is. What L2 holds then shows in the replies to what follows.
 */
class HostCopiesTest {
  private static final int L2_BYTES = 16 << 10;
  private static final int LINE = 128;
  private static final int RANGE = 256 << 10; // that is accessed; the copy lies in it
  private static final int LONG_COPY = 5 * L2_BYTES;
  private static final int PIECE = LINE;

  private static TestDevice device(boolean hashed, boolean filled, int interleaveBytes) {
    L2Config l2 =
        Devices.l2(
            "bytes " + L2_BYTES + ", lineBytes " + LINE + ", slices 4, ways 4",
            "latency 7, mshrEntries 16, mshrMerges 4, queue 8, missQueue 8",
            "hashedSets " + hashed + ", filledByHostCopies " + filled);
    DramConfig dram =
        Devices.dram(
            "channels 2, banks 8, columnBytes 1024, schedulerQueue 16, returnQueue 16, latency 9",
            "interleaveBytes " + interleaveBytes + ", hashedChannels " + hashed);
    return TestDevice.reference().with(l2).with(dram);
  }

  /** Runs traffic, a copy and traffic again; returns all replies and counts. */
  private static String run(long seed, TestDevice device, boolean waits, int pieceBytes) {
    Random random = new Random(seed);
    MemoryHarness harness = new MemoryHarness(device);
    long first = (random.nextInt(RANGE - LONG_COPY - L2_BYTES) & -4L) + 4;
    long bytes = LONG_COPY + random.nextInt(L2_BYTES) - (first & (LINE - 1));
    traffic(harness, random, 1500);
    harness.drain();
    long[] awaited = waits ? random.longs(30, first, first + bytes).toArray() : new long[0];
    for (long address : awaited) { // most miss, and are on their way from DRAM at the copy
      harness.offer(MemoryRequests.READ, (int) (address & 15), address & -32, 0);
      harness.step();
    }
    copy(harness, first, bytes, pieceBytes);
    String dirty = "dirty " + harness.memory.dirtySectors() + " ";
    harness.drain();
    for (long address : awaited) {
      for (int sector = 0; sector < LINE / 32; sector++) {
        harness.offer(MemoryRequests.READ, sector, (address & -LINE) + sector * 32L, 0);
      }
      harness.step();
    }
    traffic(harness, random, 3000);
    harness.drain();
    harness.memory.verify();
    return dirty
        + harness.counters.l2Misses()
        + " "
        + harness.counters.dramRequests()
        + harness.log();
  }

  private static void copy(MemoryHarness harness, long first, long bytes, int pieceBytes) {
    long end = first + bytes;
    for (long at = first; at < end; ) {
      long next = Math.min((at & -pieceBytes) + pieceBytes, end);
      harness.memory.prefill(at, next - at);
      at = next;
    }
  }

  private static void traffic(MemoryHarness harness, Random random, int cycles) {
    for (int cycle = 0; cycle < cycles; cycle++) {
      harness.step();
      int kind = random.nextInt(3) == 0 ? MemoryRequests.WRITE : MemoryRequests.READ;
      int mask = random.nextBoolean() ? -1 : 0xff;
      harness.offer(kind, random.nextInt(16), random.nextInt(RANGE) & -32L, mask);
    }
  }

  private static int longerThanTheCopy() {
    return 1 << 30;
  }

  /** Where lines are interleaved by less than 128 B, their sectors lie in several slices. */
  @ParameterizedTest
  @CsvSource({
    "1 2 3 4, true, true, 256",
    "5 6 7 8, false, true, 256",
    "9 10, true, false, 256",
    "11 12, false, false, 256",
    "13 14 17 18, true, true, 64",
    "15 16, true, true, 128"
  })
  void leavesTheSameInOneAsInSmallPieces(
      String seeds, boolean hashed, boolean filled, int interleaveBytes) {
    checkSame(seeds, device(hashed, filled, interleaveBytes), false);
  }

  @ParameterizedTest
  @CsvSource({
    "21 22 23 24, true, true",
    "25 26 27 28, false, true",
    "29 30, true, false",
    "31 32, false, false"
  })
  void leavesTheSameAsInSmallPiecesWhereLinesAwaitData(
      String seeds, boolean hashed, boolean filled) {
    checkSame(seeds, device(hashed, filled, 256), true);
  }

  private static void checkSame(String seeds, TestDevice device, boolean waits) {
    for (String each : seeds.split(" ", -1)) {
      long seed = Long.parseLong(each);
      String whole = run(seed, device, waits, longerThanTheCopy());

      assertEquals(run(seed, device, waits, PIECE), whole, "seed " + seed);
    }
  }

  private static long hitsOfTheFirstLine(int pieceBytes) {
    MemoryHarness harness = new MemoryHarness(device(true, true, 256));
    harness.read(0, 0);
    for (int cycle = 0; cycle < 20; cycle++) {
      harness.step(); // the first sector is on its way
    }
    copy(harness, 32, LONG_COPY, pieceBytes);
    harness.drain();
    for (int sector = 1; sector < 4; sector++) {
      harness.read(0, sector * 32L);
    }
    harness.drain();
    return harness.counters.hits(0, MemoryRequests.READ);
  }

  @Test
  void fillsTheRestOfALineThatAwaitsTheSectorBeforeTheCopy() {
    assertEquals(hitsOfTheFirstLine(PIECE), hitsOfTheFirstLine(longerThanTheCopy()));
  }

  /** Returns the reads, of all of a copy from 0, that hit afterwards. */
  private static long hitsAfterACopyFromZero(int bytes) {
    MemoryHarness harness = new MemoryHarness(device(false, true, 256));
    harness.memory.prefill(0, bytes);
    for (int at = 0; at < bytes; at += 32) {
      harness.step();
      harness.offer(MemoryRequests.READ, at / 32 % 16, at, 0);
    }
    harness.drain();
    return harness.counters.hits(0, MemoryRequests.READ);
  }

  @Test
  void leavesAllOfACopyAsLargeAsL2ThatFillsEverySet() {
    assertEquals(L2_BYTES / 32, hitsAfterACopyFromZero(L2_BYTES));
  }
}
