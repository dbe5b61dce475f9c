package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.CrossbarConfig;
import org.polyphony.gpu.config.DramConfig;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.L2Config;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.testing.Devices;

/** A channel of two slices whose command clock is the core clock, so that a clock is a cycle. */
class DramChannelTest {
  private static final int LATENCY = 10; // to the scheduler queue
  private static final int ROW = 1 << 16; // first byte of bank 0 in a row that is not open
  // nCL, nWL, nRCD, nRAS, nRP, nRC, nRRD, nCCD, nCCDL, nCDLR, nWR, nRTPL
  private static final DramConfig.Timing TIMING = Devices.timing("nRCD", 13);

  /** Seen at t, queued at t + 10, activated at t + 11, read, data, returned, each a clock later. */
  private static final int READ = LATENCY + 1 + 13 + 12 + 1;

  private final MemoryRequests requests = new MemoryRequests(8, true);
  private final MemoryCounters counters = new MemoryCounters(1);
  private final L2Slice[] slices = new L2Slice[2];
  private int farLatency;
  private DramChannel channel = channel(8, 8, 8);
  private long clock;

  private DramChannel channel(int schedulerQueue, int returnQueue, int sliceQueue) {
    DramConfig dram =
        Devices.dram(
            "channels 1, commandKhz 1000, banks 8, columnBytes 1024, hashedChannels false",
            "schedulerQueue " + schedulerQueue + ", returnQueue " + returnQueue,
            "latency " + LATENCY + ", farLatency " + farLatency,
            "timing",
            TIMING);
    L2Config l2 =
        Devices.l2(
            "bytes 65536, slices 2, ways 8, latency 20, mshrEntries 32, mshrMerges 8",
            "missQueue 8, filledByHostCopies false, queue " + sliceQueue);
    AddressMapping mapping = new AddressMapping(dram, l2, List.of());
    CrossbarConfig crossbar =
        Devices.crossbar("flitBytes", 32, "inputBuffer", 8, "outputBuffer", 8);
    CrossbarNetwork[] networks = {
      new TestNetwork(2, 2, 8, crossbar).network(), new TestNetwork(2, 2, 8, crossbar).network()
    };
    GpuConfig gpu = TestDevice.reference().with(l2).with(dram).gpu();
    RequestBytes bytes = new RequestBytes(gpu, requests);
    MemoryTables tables =
        new MemoryTables(mapping, Copies.NONE, requests, bytes, counters, new Parts(1, 1));
    for (int s = 0; s < slices.length; s++) {
      slices[s] =
          new L2Slice(s, l2, tables, L2Cache.tags(l2, Copies.NONE, tables.parts()), networks);
    }
    DramClock clocks = new DramClock(1000, 1000);
    return new DramChannel(0, gpu, tables, slices, 0, clocks);
  }

  /** Queues a read in a slice, seen by the channel from the next clock on. */
  private int read(int slice, long address) {
    int request = requests.take(MemoryRequests.READ, address, 0, 0, 0, 0);
    slices[slice].toDram(0).push(request, clock + 1);
    return request;
  }

  private void runTo(long last) {
    while (clock < last) {
      clock++;
      channel.tick(clock, clock);
    }
  }

  /** Runs until something holds; returns the clock in which it does, and in none before. */
  private long until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      runTo(clock + 1);
    }
    return clock;
  }

  @Test
  void returnsAReadOfAClosedRowAfterDelayActivateAndReadAndNotOneClockEarly() {
    int request = read(1, ROW);

    assertEquals(1 + READ, until(() -> !slices[1].fromDram(0).isEmpty()));
    assertEquals(request, slices[1].fromDram(0).peek());
    assertTrue(slices[0].fromDram(0).isEmpty());
    assertTrue(channel.isEmpty());
    assertEquals(32, counters.dramReadBytes());
  }

  /** Accepted at 1, asked once more, queued, activated, read, out of the pipe, returned. */
  @Test
  void sleepsBetweenTheStepsOfAReadAndForGoodAfterIt() {
    read(1, ROW);

    List<Long> clocks = new ArrayList<>();
    for (long next = 1; next != Long.MAX_VALUE; next = channel.tick(next, next)) {
      clocks.add(next);
    }

    assertEquals(List.of(1L, 2L, 11L, 12L, 12L + 13, 25L + 12, 38L), clocks);
    assertTrue(channel.isEmpty());
  }

  /** 2^16 is in piece 16, of one bit: far from SM 0, near to SM 2. */
  @Test
  void returnsAReadOfTheOtherHalfLaterByItsLatencyAndHoldsUpNoOther() {
    farLatency = 7;
    channel = channel(8, 8, 8);
    int far = read(0, ROW);
    int near = requests.take(MemoryRequests.READ, ROW + 256, 2, 0, 0, 0);
    slices[1].toDram(0).push(near, clock + 1);

    runTo(1 + READ + 1); // taken a clock after the far one
    assertEquals(near, slices[1].fromDram(0).peek());
    assertTrue(slices[0].fromDram(0).isEmpty());
    runTo(1 + READ + 7);

    assertEquals(far, slices[0].fromDram(0).peek());
  }

  /** The second read waits until the bank is free, a clock after the first, and for nCCDL. */
  @Test
  void returnsAReadOfTheOpenRowTwoClocksAfterTheOneBefore() {
    read(0, ROW);
    read(0, ROW + 32);

    assertEquals(1 + READ + 2, until(() -> slices[0].fromDram(0).size() == 2));
    assertEquals(1, counters.activates());
  }

  @Test
  void tellsTheNextClockWithWorkWhichIsThatOfTheReturn() {
    read(0, ROW);
    long next = 1;
    int visits = 0;
    while (slices[0].fromDram(0).isEmpty()) {
      clock = next;
      next = channel.tick(clock, clock);
      visits++;
    }

    assertEquals(1 + READ, clock);
    assertTrue(visits < READ / 2, "clocks visited: " + visits);
    assertEquals(Long.MAX_VALUE, next);
  }

  /** Activated at 12, written at 12 + nRCD - nWL - 1 and each nCCDL; the last burst takes nWL. */
  @Test
  void endsAWriteBackOfThreeSectorsWithItsLastBurst() {
    int written = requests.take(MemoryRequests.WRITE_BACK, ROW, 0, 0, 3, 0b111);
    slices[0].toDram(0).push(written, 1);
    int lastBurst = 1 + LATENCY + 1 + (13 - 4 - 1) + 2 * 2;

    runTo(1);
    assertEquals(lastBurst + 4, until(channel::isEmpty));
    assertEquals(0, requests.live());
    assertTrue(slices[0].fromDram(0).isEmpty());
    assertEquals(96, counters.dramWriteBytes());
    assertEquals(3, counters.dataClocks());
  }

  /** Two queues of one place each and two slices: a credit for each slice, and one for both. */
  @Test
  void holdsASliceWithoutCreditUpUntilARequestOfItEnds() {
    channel = channel(1, 1, 8);
    read(0, ROW);
    read(0, ROW + 32);
    read(0, ROW + 64);
    read(1, ROW + 128);

    runTo(1 + READ - 1);
    assertEquals(0, slices[1].toDram(0).size());
    // the credit comes before the arbiter of the same clock
    assertEquals(1 + READ, until(() -> slices[0].toDram(0).isEmpty()));
  }

  @Test
  void takesRequestsOfTheSlicesInTurn() {
    for (int i = 0; i < 3; i++) {
      read(0, ROW + i * 32L);
      read(1, ROW + 128 + i * 32L);
    }

    StringBuilder taken = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      int before = slices[0].toDram(0).size();
      runTo(clock + 1);
      taken.append(slices[0].toDram(0).size() < before ? 0 : 1);
    }

    assertEquals("010101", taken.toString());
  }

  @Test
  void takesNothingThatASliceShowsOnlyInALaterCycle() {
    int request = requests.take(MemoryRequests.READ, ROW, 0, 0, 0, 0);
    slices[0].toDram(0).push(request, 5);

    assertEquals(5, until(() -> slices[0].toDram(0).isEmpty()));
  }

  @Test
  void keepsAReadUntilItsSliceHasRoomForIt() {
    channel = channel(8, 8, 1);
    int first = read(0, ROW);
    read(0, ROW + 32);
    runTo(1 + READ);
    assertEquals(first, slices[0].fromDram(0).peek());

    read(0, ROW + 64);
    runTo(1 + READ + 20);
    assertEquals(first, slices[0].fromDram(0).peek());
    assertEquals(1, slices[0].toDram(0).size()); // takes nothing for which there is no way back
    slices[0].fromDram(0).pop();
    runTo(1 + READ + 21);

    assertEquals(1, slices[0].fromDram(0).size());
    assertTrue(channel.isEmpty());
  }
}
