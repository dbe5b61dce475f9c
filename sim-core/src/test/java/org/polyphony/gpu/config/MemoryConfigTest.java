package org.polyphony.gpu.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

class MemoryConfigTest {
  private static L2Config l2(int bytes, int ways, int missQueue) {
    return Devices.l2("bytes", bytes, "ways", ways, "missQueue", missQueue);
  }

  /** 16 KiB of data, four ways, lines of 128 B. */
  private static L1dConfig l1d(int tagBytes, List<List<Integer>> setHash) {
    return Devices.l1d(
        "bytes 16384, ways 4, banks 4, hitLatency 30, mshrEntries 8, missQueue 8",
        "writeEvicts false, writeAllocates true, tagBytes " + tagBytes,
        "setHash",
        setHash);
  }

  private static String paths(Record config) {
    return Keys.violations(config).stream().map(Violation::path).collect(Collectors.joining(" "));
  }

  @Test
  void acceptsTheReferenceL2() {
    assertEquals("", paths(l2(2 << 20, 16, 16)));
  }

  @Test
  void needsRoomInTheMissQueueForAReadAndAWriteBack() {
    assertEquals("missQueue", paths(l2(2 << 20, 16, 1)));
    assertEquals("", paths(l2(2 << 20, 16, 2)));
  }

  @Test
  void hasAsManyBitsOfASetAsThereAreSetsOfTags() {
    List<List<Integer>> five =
        List.of(List.of(7), List.of(8), List.of(9), List.of(10), List.of(11));

    assertEquals("", paths(l1d(0, five))); // 32 sets
    assertEquals("setHash", paths(l1d(32768, five))); // 64
    assertEquals("setHash", paths(l1d(0, five.subList(0, 4))));
  }

  @Test
  void takesNoBitOfASetFromWithinALine() {
    List<List<Integer>> low = List.of(List.of(7), List.of(8), List.of(9), List.of(10), List.of(6));

    assertEquals("setHash", paths(l1d(0, low)));
  }

  @Test
  void hasNoFewerTagsThanLinesOfData() {
    assertEquals("", paths(l1d(32768, null)));
    assertEquals("tagBytes", paths(l1d(8192, null)));
  }

  @Test
  void countsTheListOfEverySetAmongTheLinesOfASlice() {
    assertEquals("bytes", paths(l2(64 << 20, 1, 16))); // 32768 sets of one way
    assertEquals("", paths(l2(64 << 20, 2, 16)));
  }
}
