package org.polyphony.gpu.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.polyphony.input.Violation;

class MemoryConfigTest {
  private static L2Config l2(int bytes, int ways, int missQueue) {
    return new L2Config(
        bytes, 16, ways, 128, 32, true, 120, 1, 256, 64, 32, missQueue, true, null, null, 0);
  }

  private static String paths(List<Violation> violations) {
    return violations.stream().map(Violation::path).collect(Collectors.joining(" "));
  }

  @Test
  void acceptsTheReferenceL2() {
    assertEquals("", paths(l2(2 << 20, 16, 16).violations()));
  }

  @Test
  void needsRoomInTheMissQueueForAReadAndAWriteBack() {
    assertEquals("missQueue", paths(l2(2 << 20, 16, 1).violations()));
    assertEquals("", paths(l2(2 << 20, 16, 2).violations()));
  }

  @Test
  void countsTheListOfEverySetAmongTheLinesOfASlice() {
    assertEquals("bytes", paths(l2(64 << 20, 1, 16).violations())); // 32768 sets of one way
    assertEquals("", paths(l2(64 << 20, 2, 16).violations()));
  }
}
