package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SeedsTest {
  @Test
  void followEachOther() {
    assertEquals(List.of(7L, 8L, 9L), new Seeds(7, 3).all());
  }

  @Test
  void sayWhichTheyAre() {
    assertEquals("seeds 7 to 9", new Seeds(7, 3).words());
    assertEquals("seed 1", new Seeds(1, 1).words());
  }
}
