package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.gpu.kernel.InstructionTable;

class IdempotenceTest {
  private static final String LOAD = "0010 00000003 1 R2 LDG.E 1 R4 4 1 ";
  private static final String STORE = "0020 00000003 0 STG.E 2 R4 R2 4 1 ";

  @TempDir Path folder;

  private int flagsOf(int index, String... instructions) {
    return TraceText.ofWarp(instructions).kernel(folder).instructions().flags(index);
  }

  @Test
  void marksTheStoresToALineThatTheKernelReadsBeforeOrAfter() {
    String other = STORE.replace("0020", "0030");
    String[] all = {LOAD + "0x1000 4 0", STORE + "0x107c 0 0", other + "0x1080 0 0"};

    assertEquals(InstructionTable.NON_IDEMPOTENT, flagsOf(1, all));
    assertEquals(0, flagsOf(2, all)); // to the next line
    assertEquals(
        InstructionTable.NON_IDEMPOTENT, flagsOf(0, STORE + "0x1000 0 0", LOAD + "0x1000 4 0"));
  }

  @Test
  void sharesOneMarkAmongTheStoresFromTheSixtyThirdOn() {
    AccessedLines lines = new AccessedLines();
    long[] lanes = new long[32];
    for (int writer = 0; writer < 70; writer++) {
      lanes[0] = writer * 128L;
      lines.write(1, lanes, 4, writer);
    }
    lanes[0] = 65 * 128L;
    lines.read(1, lanes, 4);

    assertEquals("{62, 63, 64, 65, 66, 67, 68, 69}", lines.writersOfReadLines(70).toString());
  }

  @Test
  void mergesLinesBeyondItsCapacityWithoutMissingAWriter() {
    AccessedLines lines = new AccessedLines();
    long[] lanes = new long[32];
    for (long line = 0; line < AccessedLines.MAX_LINES + 1000; line++) {
      lanes[0] = line * 256;
      lines.read(1, lanes, 4);
    }
    lanes[0] = 256L * 1000;
    lines.write(1, lanes, 4, 0);
    lanes[0] = 1L << 40;
    lines.write(1, lanes, 4, 1);

    assertEquals("{0}", lines.writersOfReadLines(2).toString());
  }
}
