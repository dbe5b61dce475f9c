package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class PlainProgressTest {
  private final StringWriter text = new StringWriter();
  private long nanos;

  @Test
  void writesALineEveryFiveSecondsAtMost() {
    try (PlainProgress progress = new PlainProgress(new PrintWriter(text), () -> nanos)) {
      progress.begin("BS alone");
      nanos = 4_999_999_999L;
      progress.update(0.1, 1, 1);
      nanos = 5_000_000_000L;
      progress.update(0.25, 1000, 10_000_000);
      nanos = 6_000_000_000L;
      progress.update(0.3, 2000, 12_000_000);
    }

    assertEquals(
        "BS alone: 25%, 1000 cycles, 2.00 M warp instructions/s, 15 s left\n", text.toString());
  }

  @Test
  void linesBecomeRarerWithTime() {
    try (PlainProgress progress = new PlainProgress(new PrintWriter(text), () -> nanos)) {
      progress.begin("36 runs");
      progress.note("9 done, 0 failed");
      for (int second : new int[] {4, 5, 9, 10, 2000, 2099, 2100}) { // 100 s: a twentieth of 2000
        nanos = second * 1_000_000_000L;
        progress.update(0.25, 0, 0);
      }
    }

    assertEquals(
        """
        36 runs: 25%, 9 done, 0 failed, 15 s left
        36 runs: 25%, 9 done, 0 failed, 30 s left
        36 runs: 25%, 9 done, 0 failed, 1 h 40 min left
        36 runs: 25%, 9 done, 0 failed, 1 h 45 min left
        """,
        text.toString());
  }
}
