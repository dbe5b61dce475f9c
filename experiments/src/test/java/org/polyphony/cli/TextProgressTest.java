package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TextProgressTest {
  private final StringWriter text = new StringWriter();
  private long nanos;

  private TextProgress progress(boolean isTerminal) {
    return new TextProgress(new PrintWriter(text), isTerminal, () -> nanos);
  }

  @Test
  void writesALineEveryFiveSecondsAtMost() {
    try (TextProgress progress = progress(false)) {
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
    try (TextProgress progress = progress(false)) {
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

  @Test
  void aTerminalHasOneLineThatIsErasedForMessagesAndAtTheEnd() {
    try (TextProgress progress = progress(true)) {
      progress.begin("36 runs");
      progress.note("9 done");
      progress.update(0.25, 0, 0);
      nanos = 499_999_999L;
      progress.update(0.5, 0, 0);
      progress.say("\u001b[2Jevil");
      nanos = 500_000_000L;
      progress.update(0.5, 0, 0);
    }

    String erase = "\r\u001b[K";
    assertEquals(
        erase
            + "36 runs: 25%, 9 done, 0 s left"
            + erase
            + "\\u001b[2Jevil\n"
            + erase
            + "36 runs: 50%, 9 done, 1 s left"
            + erase,
        text.toString());
  }
}
