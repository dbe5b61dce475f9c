package org.polyphony.results.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AloneRunTest {
  private static final AloneRun ONCE = new AloneRun(100, 10, 320, true);
  private static final AloneRun TWICE = ONCE.withLater(60);

  @Test
  void laterRoundsAreWarm() {
    assertEquals(3.2, TWICE.ipc(), 1e-12);
    assertEquals(3.2, TWICE.ipc(160), 1e-12); // half of the first
    assertEquals(3 * 320 / 220.0, TWICE.ipc(3 * 320), 1e-12); // 100 + 60 + 60 cycles
    assertEquals(3.2, ONCE.ipc(3 * 320), 1e-12);
  }

  @Test
  void isReadAsItIsWrittenAndAsEarlierVersionsWroteIt() {
    String once =
        "{\"cycles\":100,\"warpInstructions\":10,\"threadInstructions\":320,\"finished\":true}";

    assertEquals(once, Json.line(Json.tree(ONCE)));
    assertEquals(ONCE, Json.value(Json.tree(ONCE), AloneRun.class));
    assertEquals(TWICE, Json.value(Json.tree(TWICE), AloneRun.class));
  }
}
