package org.polyphony.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BarProgressTest {
  @ParameterizedTest
  @ValueSource(ints = {80, 100, 120, 160})
  void leavesRoomForTheBarOfASweep(int width) {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    try (BarProgress progress = new BarProgress(new PrintStream(shown, true, UTF_8), width)) {
      progress.begin("231 runs");
      progress.note("112 done, 0 failed");
      progress.update(0.4, 1_000_000, 12_000_000);
    }

    String text = shown.toString(UTF_8);
    String last = text.substring(text.lastIndexOf("231 runs"));
    int bar = last.indexOf(']') - last.indexOf('[') - 1;
    assertTrue(bar >= width / 10, last);
    assertTrue(last.contains("112 done, 0 failed"), last);
  }
}
