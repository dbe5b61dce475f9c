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
}
