package org.polyphony.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.polyphony.gpu.dispatch.KernelControlBlocks;

class SmProgressTest {
  private final long[] issuedInRow = new long[KernelControlBlocks.ROWS];
  private final SmProgress progress = new SmProgress(row -> issuedInRow[row], 2);

  @Test
  void countsWhatAProcessIssuedInAllRowsThatItHad() {
    progress.rowTaken(0, 1);
    issuedInRow[0] = 100;
    progress.rowTaken(1, 1);
    issuedInRow[1] = 20;

    assertEquals(0, progress.threadInstructions(0));
    assertEquals(120, progress.threadInstructions(1));
  }

  @Test
  void countsForTheNewProcessOnlyWhatComesAfterItGotTheRow() {
    progress.rowTaken(0, 0);
    issuedInRow[0] = 100;

    progress.rowTaken(0, 1);
    issuedInRow[0] = 130;

    assertEquals(100, progress.threadInstructions(0));
    assertEquals(30, progress.threadInstructions(1));
  }
}
