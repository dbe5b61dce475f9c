package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class BundledTracesTest {
  @Test
  void namesSevenSamples() {
    assertEquals(
        "[sample-chase, sample-collatz, sample-gather, sample-histogram, sample-saxpy,"
            + " sample-sgemm, sample-transcendental]",
        BundledTraces.names().toString());
  }

  @Test
  void findsEverySampleBesideTheProgram() {
    for (String name : BundledTraces.names()) {
      assertTrue(Files.isRegularFile(BundledTraces.path(name)), name);
      assertFalse(BundledTraces.about(name).isBlank());
    }
  }

  @Test
  void refusesAnotherName() {
    assertFalse(BundledTraces.contains("saxpy"));
    assertThrows(IllegalArgumentException.class, () -> BundledTraces.path("saxpy"));
  }
}
