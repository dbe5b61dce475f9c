package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.gpu.kernel.InstructionStream;

class TraceFormatTest {
  private static final String LOAD = "0010 0000000b 1 R2 LDG.E 1 R4 4 ";

  @TempDir Path folder;

  private long[] addressesOf(TraceText trace) {
    long[] lanes = new long[32];
    Arrays.fill(lanes, -1);
    try (InstructionStream stream = trace.kernel(folder).open(1)) {
      stream.begin(0, 0);
      stream.next(0, 0);
      stream.addresses(0, 0, lanes);
    }
    return Arrays.copyOf(lanes, 4);
  }

  @Test
  void readsEveryAddressInModeZero() {
    TraceText trace = TraceText.ofWarp(LOAD + "0 0x7f0000000000 0x10 00000000000000000ff0 0");

    assertEquals(
        "[139637976727552, 16, -1, 4080]", Arrays.toString(addressesOf(trace)), "lane 2 is idle");
  }

  @Test
  void stepsByTheStridePerActiveLaneInModeOne() {
    TraceText trace = TraceText.ofWarp(LOAD + "1 0x100 -4 0");

    assertEquals("[256, 252, -1, 248]", Arrays.toString(addressesOf(trace)));
  }

  @Test
  void addsDifferencesToTheLaneBeforeInModeTwo() {
    TraceText trace = TraceText.ofWarp(LOAD + "2 0x100 64 -32 7");

    assertEquals("[256, 320, -1, 288]", Arrays.toString(addressesOf(trace)));
  }
}
