package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LineRunsTest {
  private final LineRuns runs = new LineRuns(128);

  @Test
  void aLaterSectorOfTheSameLineGoesOn() {
    assertFalse(runs.goesOn(1024));
    assertTrue(runs.goesOn(1024 + 32));
    assertTrue(runs.goesOn(1024 + 96));
  }

  @Test
  void theSameSectorAgainDoesNotSoThatARunEnds() {
    runs.goesOn(1024 + 32);

    assertFalse(runs.goesOn(1024 + 32));
    assertFalse(runs.goesOn(1024));
  }

  @Test
  void askingDoesNotRecordARequest() {
    runs.goesOn(1024);

    assertTrue(runs.wouldGoOn(1024 + 64));
    assertTrue(runs.wouldGoOn(1024 + 32));
    assertFalse(runs.wouldGoOn(1152));
  }

  @Test
  void anotherLineDoesNotGoOn() {
    runs.goesOn(1024 + 96);

    assertFalse(runs.goesOn(1152));
  }
}
