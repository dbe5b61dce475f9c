package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.config.Fill;
import org.polyphony.gpu.config.WriteMiss;
import org.polyphony.gpu.testing.Devices;

/** What L2 reads from DRAM and writes to it where misses fill lines of 128 B, or pairs of 64 B. */
class LineFillTest {
  private static final int ALL = -1;
  private static final int FIRST_SECTOR = 0xff; // eight of 32 parts of 4 B

  private MemoryHarness harness = harness(WriteMiss.ALLOCATE);

  private static MemoryHarness harness(WriteMiss writeMiss) {
    return new MemoryHarness(
        TestDevice.reference().with(TestDevice.l2Filling(Fill.LINE, writeMiss)));
  }

  private void write(long address, int byteMask) {
    assertTrue(harness.write(0, address, byteMask));
    harness.drain();
  }

  private void read(long address) {
    assertTrue(harness.read(0, address));
    harness.drain();
  }

  @Test
  void readsTheWholeLineOfASectorThatMisses() {
    read(96);

    assertEquals(128, harness.counters.dramReadBytes());
    assertEquals(1, harness.counters.dramRequests());
    assertEquals(4, harness.counters.dramReads(0));
  }

  @Test
  void findsTheRestOfALineThatWasFilled() {
    read(0);

    read(96);

    assertEquals(1, harness.counters.hits(0, MemoryRequests.READ));
    assertEquals(128, harness.counters.dramReadBytes());
  }

  @Test
  void fetchesNothingForAWriteOfPartOfALine() {
    write(0, FIRST_SECTOR);

    assertEquals(0, harness.counters.dramRequests());
  }

  @Test
  void fetchesALineThatWasWrittenInPartWhenItIsRead() {
    write(0, FIRST_SECTOR);

    read(0);

    assertEquals(128, harness.counters.dramReadBytes());
  }

  @Test
  void readsALineThatWasWrittenAsAWholeWithoutDram() {
    write(0, ALL);

    read(0);

    assertEquals(0, harness.counters.dramRequests());
  }

  @Test
  void sendsAWriteThatMissesOnToDramAndFetchesItsLine() {
    harness = harness(WriteMiss.FETCH);

    write(0, ALL);

    assertEquals(128, harness.counters.dramWriteBytes());
    assertEquals(128, harness.counters.dramReadBytes());
    assertEquals(0, harness.memory.dirtySectors());
    harness.memory.verify();
  }

  @Test
  void writesOfALineNoMoreThanTheHalvesThatHoldTheWrittenBytes() {
    harness = harness(WriteMiss.FETCH);

    write(0, FIRST_SECTOR);
    write(256, 0xff << 8 | 1); // two sectors of the lower half

    assertEquals(32 + 64, harness.counters.dramWriteBytes());
  }

  @Test
  void keepsAWriteThatHitsAndMarksTheLineDirty() {
    harness = harness(WriteMiss.FETCH);
    read(0);

    write(0, FIRST_SECTOR);

    assertEquals(0, harness.counters.dramWriteBytes());
    assertEquals(1, harness.memory.dirtySectors());
  }

  @Test
  void sendsASecondWriteOnWithoutAnotherFetchWhileTheLineIsOnItsWay() {
    harness = harness(WriteMiss.FETCH);
    assertTrue(harness.write(0, 0, ALL));
    assertTrue(harness.write(1, 0, ALL));

    harness.drain();

    assertEquals(256, harness.counters.dramWriteBytes());
    assertEquals(128, harness.counters.dramReadBytes());
    assertEquals(2, harness.replies);
    harness.memory.verify();
  }

  /** A reply of 8 + 128 B is five flits of 32 B, one of 8 + 32 B is two. */
  @ParameterizedTest
  @CsvSource({"LINE, 5", "SECTOR, 2"})
  void repliesWithAsManyFlitsAsWhatAMissFills(Fill fill, int flits) {
    harness =
        new MemoryHarness(
            TestDevice.reference()
                .with(TestDevice.l2Filling(fill, null))
                .with(
                    Devices.crossbar(
                        "flitBytes 32, packetPerCycle false, latency 5, inputBuffer 8, outputBuffer"
                            + " 8")));
    read(0);
    read(32);
    assertTrue(harness.read(0, 0));
    assertTrue(harness.read(0, 32));
    harness.drain();

    List<String> replies = harness.log().lines().toList();
    assertEquals(flits, cycle(replies.get(3)) - cycle(replies.get(2)));
  }

  @Test
  void aPairHasTheOtherSectorButNotTheRestOfTheLine() {
    harness = new MemoryHarness(TestDevice.reference().with(TestDevice.l2Filling(Fill.PAIR, null)));
    read(96);
    assertEquals(64, harness.counters.dramReadBytes());
    assertEquals(1, harness.counters.dramRequests());

    read(64);
    read(32);

    assertEquals(1, harness.counters.hits(0, MemoryRequests.READ));
    assertEquals(128, harness.counters.dramReadBytes());
  }

  private static long cycle(String reply) {
    return Long.parseLong(reply.substring(0, reply.indexOf(':')));
  }
}
